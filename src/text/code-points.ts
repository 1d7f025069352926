/**
 * Strings counted in code points, as grammars and limits that are defined on Unicode count them.
 *
 * @module
 */

const surrogate = /[\ud800-\udfff]/;

/** Length in code points; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}
