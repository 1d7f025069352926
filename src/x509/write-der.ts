/**
 * Writes values in the distinguished encoding rules of ASN.1 (X.690).
 *
 * @module
 */
import { derTag } from "./der.ts";

/** Writes a value whose content is the concatenation of the parts. */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthBytes(content.length), content]);
}

export const sequence = (...items: readonly Uint8Array[]): Uint8Array => writeDer(derTag.sequence, ...items);

/** Encodes a length: below 128 in one byte, otherwise the number of bytes that follow, and the length in these. */
function lengthBytes(length: number): Uint8Array {
  if (length < 0x80) return Buffer.of(length);
  const bytes = digitsOf(length, 0x100);
  return Buffer.of(0x80 + bytes.length, ...bytes);
}

/** Returns the digits of a number, most significant first. */
function digitsOf(number: number, base: number): number[] {
  const digits = [number % base];
  for (let rest = Math.floor(number / base); rest > 0; rest = Math.floor(rest / base)) digits.unshift(rest % base);
  return digits;
}

/** @param id - such as `2.5.29.19` */
export function objectIdentifier(id: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = id.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((number) =>
    digitsOf(number, 128).map((digit, i, { length }) => (i === length - 1 ? digit : 0x80 + digit)),
  );
  return writeDer(derTag.objectIdentifier, Buffer.from(bytes));
}

/** Writes a bit string of whole bytes, without the last `unusedBits` bits. */
export const bitString = (bytes: Uint8Array, unusedBits = 0): Uint8Array =>
  writeDer(derTag.bitString, Buffer.of(unusedBits), bytes);

/** Writes a time in whole seconds. By RFC 5280, 4.1.2.5, the year has two digits from 1950 to 2049. */
export function time(date: Date): Uint8Array {
  const digits = `${date
    .toISOString()
    .slice(0, "2026-11-22T10:20:30".length)
    .replaceAll(/[^0-9]/g, "")}Z`;
  const isShort = date.getUTCFullYear() >= 1950 && date.getUTCFullYear() < 2050;
  return isShort
    ? writeDer(derTag.utcTime, Buffer.from(digits.slice(2)))
    : writeDer(derTag.generalizedTime, Buffer.from(digits));
}
