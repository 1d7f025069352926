/**
 * Strings in CEL are sequences of code points; clustervet stores them as UTF-16 and compares them as UTF-8.
 *
 * @module
 */
import { CelError } from "../types/values.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const surrogate = /[\ud800-\udfff]/;

/**
 * Returns a number below, equal to or above 0 if `a` sorts before, with or after `b` by code point, which is also the
 * order of UTF-8.
 */
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

/** Returns a number below, equal to or above 0 if `a` sorts before, with or after `b`. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns a string as UTF-8 bytes. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8 bytes; an error if they are not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | CelError {
  try {
    return decoder.decode(bytes);
  } catch {
    return new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

/** Replaces lone surrogates, which JSON can contain but UTF-8 cannot, by U+FFFD, as Go's decoder does. */
export function toWellFormed(text: string): string {
  return (text as WellFormable).toWellFormed();
}

/** All supported engines have the method; the TypeScript library in use is one year older and does not declare it. */
type WellFormable = string & { toWellFormed(): string };

/**
 * Returns the same text as the JavaScript engine stores property names. Comparing two of these strings, or looking one
 * up, reads no characters.
 */
export function interned(text: string): string {
  return Object.keys({ [text]: null })[0] ?? text;
}
