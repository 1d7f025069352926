/**
 * Counts and removes a repeated character at the end of a text. A pattern such as `/\/+$/` starts again at each slash
 * of the text, which takes quadratic time.
 *
 * @module
 */

/** Returns how many times the character is repeated at the end. */
export function countAtEnd(character: string, text: string): number {
  let at = text.length;
  while (at > 0 && text[at - 1] === character) at--;
  return text.length - at;
}

export const trimEnd = (character: string, text: string): string =>
  text.slice(0, text.length - countAtEnd(character, text));
