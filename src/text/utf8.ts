/**
 * Strings as UTF-8 bytes, for grammars that are defined on bytes. A *byte string* has one character from U+0000 to
 * U+00FF for each byte; an ASCII text is its own byte string.
 *
 * @module
 */

const nonAscii = /[^\0-\x7f]/;

/** The maximum number of UTF-8 bytes for a UTF-16 unit. */
export const maxUtf8BytesPerUnit = 3;

/**
 * Returns the number of UTF-8 bytes of `text`. A lone surrogate counts as the replacement character, which has 3 bytes.
 */
export function utf8Length(text: string): number {
  if (!nonAscii.test(text)) return text.length;
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) length += 1;
    else if (isSurrogatePair(text, index)) {
      length += 2;
      index++;
    } else length += 2;
  }
  return length;
}

function isSurrogatePair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  const low = text.charCodeAt(index + 1);
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

export function toByteString(text: string): string {
  if (!nonAscii.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  let string = "";
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    string += String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce));
  }
  return string;
}

/** Bytes to convert at once: each becomes an argument, and their number is limited. */
const bytesAtOnce = 4096;

/** Decodes a byte string; bytes that are not valid UTF-8 become U+FFFD. */
export function fromByteString(bytes: string): string {
  if (!nonAscii.test(bytes)) return bytes;
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

/**
 * Negative, 0 or positive as `a` sorts before, with or after `b` by their UTF-8 bytes, which is the order of code
 * points.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const unit = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (unit !== other) return rankOfUnit(unit) - rankOfUnit(other);
  }
  return a.length - b.length;
}

/** Surrogates encode the highest code points, so that they are ranked after the units above them. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
