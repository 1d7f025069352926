/**
 * Finds characters that Go considers unprintable. Printable are letters, marks, numbers, punctuation, symbols and the
 * ASCII space.
 *
 * @module
 */
const plainAscii = /^[ -~]*$/;

/** Returns the first unprintable character of a text, or null. */
export function firstUnprintable(text: string): RegExpExecArray | null {
  // Not a constant, since compiling the character classes takes half a millisecond at startup and few texts need them.
  return plainAscii.test(text) ? null : /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(text);
}
