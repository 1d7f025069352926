/**
 * JSON Pointer (RFC 6901): the path to a value in a document.
 *
 * @module
 */

/** Longer pointers match nothing, since no reader accepts documents with that many levels. */
const maxTokens = 16_384;

/** Returns the tokens of a pointer, still escaped; undefined if there are more than `maxTokens`. */
export function splitPointer(text: string): readonly string[] | undefined {
  const tokens = text.split("/", maxTokens + 1);
  return tokens.length > maxTokens ? undefined : tokens;
}

/** Returns the unescaped tokens of a pointer; undefined if the text is not a pointer or has too many tokens. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return undefined;
  return splitPointer(text.slice(1))?.map(unescapeToken);
}

/** Unescapes a token: `~1` is a slash, `~0` a tilde. Any other tilde is literal. */
export function unescapeToken(token: string): string {
  return token.replace(/~[01]/g, (escaped) => (escaped === "~1" ? "/" : "~"));
}
