/**
 * JSON Pointer (RFC 6901): the way to a value in a document.
 *
 * @module
 */

/** A pointer of more tokens leads nowhere: no reader takes a document that is nested as deep. */
const maxTokens = 16_384;

/** The reference tokens of a pointer, as they are written; undefined for more than `maxTokens`. */
export function splitPointer(text: string): readonly string[] | undefined {
  const tokens = text.split("/", maxTokens + 1);
  return tokens.length > maxTokens ? undefined : tokens;
}

/** The reference tokens of a pointer, unescaped; undefined where the text is no pointer, or one that leads nowhere. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return splitPointer(text.slice(1))?.map(unescapeToken);
}

/** `~1` is a slash, `~0` a tilde; any other tilde represents itself. */
export function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === "~1" ? "/" : "~"));
}
