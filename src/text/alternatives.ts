/**
 * Lists of alternatives in messages.
 *
 * @module
 */

/** The words in a sentence: `a`, `a or b`, `a, b or c`; empty without words. */
export function alternatives(words: readonly (string | number)[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words.join("");
}
