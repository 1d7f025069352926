/**
 * Estimates the size of values, to decide whether work on them may delay other requests.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";

/** Bytes of a body, or approximate bytes of an object, that are processed in one go, which takes a few milliseconds. */
export const maxInlineBytes = 32 * 1024;
/** Approximate size of a member or an item, without the length of strings. */
const bytesPerValue = 8;

/** Results for objects that are large, and for objects that no longer change. */
const isLargeByObject = new WeakMap<object, boolean>();

/**
 * Whether the object has more than approximately `maxInlineBytes` as JSON. Stops counting there.
 *
 * A large object remains large, even if much of it is deleted, because listing the names of a large map takes
 * milliseconds.
 */
export function isLarge(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return roomAfterItem(value, maxInlineBytes) < 0;
  const before = isLargeByObject.get(value);
  if (before !== undefined) return before;
  const isNowLarge = roomAfter(value, maxInlineBytes) < 0;
  if (isNowLarge) isLargeByObject.set(value, true);
  return isNowLarge;
}

/** Like `isLarge`, for an object that no longer changes, so that its size is counted only once. */
export function isLargeImmutable(object: object): boolean {
  const before = isLargeByObject.get(object);
  if (before !== undefined) return before;
  const isNowLarge = isLarge(object);
  isLargeByObject.set(object, isNowLarge);
  return isNowLarge;
}

/** Records that an object has at least this number of bytes as JSON. */
export function noteLeastSize(object: object, bytes: number): void {
  if (bytes > maxInlineBytes) isLargeByObject.set(object, true);
}

/** Records the number of bytes of an object that no longer changes. */
export function noteSize(object: object, bytes: number): void {
  isLargeByObject.set(object, bytes > maxInlineBytes);
}

/** @returns the remaining room in bytes; negative if the value does not fit */
function roomAfter(value: object, room: number): number {
  let left = room - bytesPerValue;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = roomAfterItem(value[index], left);
    return left;
  }
  for (const key in value) {
    left = roomAfterItem((value as Record<string, unknown>)[key], left - key.length);
    if (left < 0) return left;
  }
  return left;
}

function roomAfterItem(item: unknown, room: number): number {
  if (typeof item === "string") return room - bytesPerValue - item.length;
  return typeof item === "object" && item !== null ? roomAfter(item, room) : room - bytesPerValue;
}

/** The size of a value. */
export interface Size {
  /** The length of the JSON. */
  readonly bytes: number;
  /** The number of members, items, lists and maps. */
  readonly values: number;
}

/** Computes the size without formatting the value, which would take longer. */
export function sizeOf(value: unknown): Size {
  const size = { bytes: 0, values: 0 };
  addSize(value, size);
  return size;
}

function addSize(value: unknown, size: { bytes: number; values: number }): void {
  size.values++;
  if (typeof value === "string") size.bytes += textBytes(value);
  else if (typeof value !== "object" || value === null) size.bytes += formatJson(value).length;
  else if (Array.isArray(value)) {
    size.bytes += "[]".length + Math.max(0, value.length - 1);
    for (const item of value) addSize(item, size);
  } else {
    let members = 0;
    for (const name in value) {
      members++;
      size.bytes += textBytes(name) + ":".length;
      addSize((value as Record<string, unknown>)[name], size);
    }
    size.bytes += "{}".length + Math.max(0, members - 1);
  }
}

/** Matches strings without escaped characters in JSON. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const textBytes = (text: string): number =>
  plainText.test(text) ? Buffer.byteLength(text) + '""'.length : Buffer.byteLength(JSON.stringify(text));
