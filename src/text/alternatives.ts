/**
 * Formats lists of alternatives for messages.
 *
 * @module
 */

/** Joins the words: `a`, `a or b`, `a, b or c`; empty if there are no words. */
export function alternatives(words: readonly (string | number)[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words.join("");
}
