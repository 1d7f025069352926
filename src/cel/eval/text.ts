/**
 * Strings as the language sees them: sequences of code points, stored here in UTF-16 and compared as in UTF-8.
 *
 * @module
 */
import { CelError } from "../types/values.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const surrogate = /[\ud800-\udfff]/;

/** Below, at or above 0 as `a` sorts before, with or after `b` by code point (which is also the order of UTF-8). */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : 1;
  const others = b[Symbol.iterator]();
  for (const character of a) {
    const other = others.next();
    if (other.done) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return -1;
}

/** Below, at or above 0 as `a` sorts before, with or after `b`. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The bytes of a string in UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The string that bytes in UTF-8 represent; an error when they are no UTF-8. */
export function decodeText(bytes: Uint8Array): string | CelError {
  try {
    return decoder.decode(bytes);
  } catch {
    return new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

/** Half surrogate pairs, which JSON can hold and UTF-8 cannot, become U+FFFD, as Go's reader has it. */
export function toWellFormed(text: string): string {
  return (text as WellFormable).toWellFormed();
}

/** Every engine that runs this has the method; the library of types is one year behind. */
type WellFormable = string & { toWellFormed(): string };

/**
 * The same text as JavaScript engines keep the names of properties: compared with another of these, or looked up, no
 * characters are read.
 */
export function interned(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text;
}
