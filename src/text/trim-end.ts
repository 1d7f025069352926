/**
 * The end of a text that repeats one character. A pattern such as `/\/+$/` begins again at each slash of the text, which takes
 * time in proportion to the square of its length.
 *
 * @module
 */

/** How often the character ends the text. */
export function countAtEnd(character: string, text: string): number {
  let at = text.length;
  while (at > 0 && text[at - 1] === character) at--;
  return text.length - at;
}

export const trimEnd = (character: string, text: string): string =>
  text.slice(0, text.length - countAtEnd(character, text));
