/**
 * JSON Pointer (RFC 6901): the way to a value in a document.
 *
 * @module
 */

/** No reader takes a document that is nested as deep, so that what a pointer says after so many tokens is never looked at. */
const maxTokens = 16_384;

/** The reference tokens of a pointer, as they are written. */
export const splitPointer = (text: string): readonly string[] => text.split("/", maxTokens);

/** The reference tokens of a pointer, unescaped; undefined where the text is no pointer. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return splitPointer(text.slice(1)).map(unescapeToken);
}

/** `~1` is a slash, `~0` a tilde; any other tilde represents itself. */
export function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === "~1" ? "/" : "~"));
}
