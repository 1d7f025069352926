/**
 * Which characters Go counts as printable: letters, marks, numbers, punctuation, symbols and the ASCII space.
 *
 * @module
 */
const plainAscii = /^[ -~]*$/;

/** The first character of a text that is not printable, where there is one. */
export function firstUnprintable(text: string): RegExpExecArray | null {
  // Not a constant: to make the classes takes half a millisecond of a start, and few texts need them.
  return plainAscii.test(text) ? null : /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(text);
}
