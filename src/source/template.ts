/**
 * Recognizes Go or Jinja templates that are not rendered. The syntax errors that a parser finds in them are of no use.
 *
 * @module
 */

/**
 * Matches a template action at the start of a line or of a value. YAML can't have two braces there, and within quotes
 * they are text.
 */
const unquotedAction = /^[ \t]*(?:- +)*(?:(?:[\w./-]+|"[^"]*") ?: *)?(\{[{%](?:.*?[}%]\})?)/;

/** Matches a template action within quotes whose quotes end the quoted text. */
const quotedAction = /^[^"]*"[^"{]*(?:\{\{[^"}]*\}\}[^"{]*)*(\{\{[^"}]*"[^}]*\}\})/;

/** Quickly rules out most texts. */
export function mayBeTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** Returns the template action on the line of a fault. `end` is exclusive. */
export function templateActionAt(
  text: string,
  fault: number,
): { readonly start: number; readonly end: number } | undefined {
  const lineStart = text.lastIndexOf("\n", fault - 1) + 1;
  const lineEnd = text.indexOf("\n", fault);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  const [whole, action] = unquotedAction.exec(line) ?? quotedAction.exec(line) ?? [];
  if (whole === undefined || action === undefined) return undefined;
  const end = lineStart + whole.length;
  return { start: end - action.length, end };
}
