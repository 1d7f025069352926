/**
 * Keys: their validity, order and limits. The limits apply to local stores; etcd has its own.
 *
 * @module
 */
import { StorageError } from "./storage.ts";

/** More than the longest key of the API, and less than LMDB's pages can hold. */
export const maxKeyBytes = 1024;

/** etcd's default limit (`--max-request-bytes`). */
export const maxValueBytes = 1536 * 1024;

/**
 * Rejects keys that the registry should have rejected before.
 *
 * @throws {StorageError} `too-large`
 */
export function checkKey(key: string): void {
  if (key === "" || key.includes("\0") || !isWellFormed(key)) {
    throw new TypeError(`a key must be text without NUL, and not empty; got ${JSON.stringify(key)}`);
  }
  const sizeBytes = Buffer.byteLength(key);
  if (sizeBytes <= maxKeyBytes) return;
  throw new StorageError("too-large", `a key must be at most ${maxKeyBytes} bytes; got ${sizeBytes}`);
}

/** @throws {StorageError} `too-large` */
export function checkValue(value: Uint8Array): void {
  if (value.length <= maxValueBytes) return;
  throw new StorageError("too-large", `a value must be at most ${maxValueBytes} bytes; got ${value.length}`);
}

const loneSurrogate = /\p{Surrogate}/u;

/** Whether the text has no lone surrogates, so that its UTF-8 encoding is unique. */
function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

/**
 * Compares keys by their UTF-8 bytes. JavaScript compares UTF-16 code units, which orders surrogates (code points from
 * 0x10000) before the code points from 0xE000 to 0xFFFF.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}

/** Returns the index of the first of the sorted keys that is not less than `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
