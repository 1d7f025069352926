/**
 * Texts of Go or Jinja templates that are not rendered. The faults that a parser finds in them say nothing of use.
 *
 * @module
 */

/** An action at the start of a line or of a value; YAML can't have two braces there, and within quotes they are text. */
const unquotedAction = /^[ \t]*(?:- +)*(?:(?:[\w./-]+|"[^"]*") ?: *)?(\{[{%](?:.*?[}%]\})?)/;

/** An action whose own quotes end the text that it is in. */
const quotedAction = /^[^"]*"[^"{]*(?:\{\{[^"}]*\}\}[^"{]*)*(\{\{[^"}]*"[^}]*\}\})/;

/** Quick to rule out. */
export function mayBeTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/** The action on the line of a fault. Ends are exclusive. */
export function actionAt(text: string, fault: number): { readonly start: number; readonly end: number } | undefined {
  const lineStart = text.lastIndexOf("\n", fault - 1) + 1;
  const lineEnd = text.indexOf("\n", fault);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  const [whole, action] = unquotedAction.exec(line) ?? quotedAction.exec(line) ?? [];
  if (whole === undefined || action === undefined) return undefined;
  const end = lineStart + whole.length;
  return { start: end - action.length, end };
}
