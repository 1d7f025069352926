/**
 * Counts code points, for grammars and limits that are defined in Unicode.
 *
 * @module
 */

const surrogate = /[\ud800-\udfff]/;

/** Returns the length in code points; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}
