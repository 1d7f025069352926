/**
 * How large a value is, as far as it matters: whether work on it may hold others up.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";

/** Bytes of a body, or about so many of an object, that are worked on at once: that takes a few milliseconds. */
export const maxInlineBytes = 32 * 1024;
/** The approximate size of a member or an item apart from its text. */
const bytesPerValue = 8;

/** Whether objects are large, of those that were found large, and of those that change no more. */
const known = new WeakMap<object, boolean>();

/**
 * Whether the object takes more than `maxInlineBytes` as JSON, about; counts no further.
 *
 * An object that was large stays so, also when much of it was deleted: the names of a large map take milliseconds to list.
 */
export function isLarge(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return roomAfterItem(value, maxInlineBytes) < 0;
  const before = known.get(value);
  if (before !== undefined) return before;
  const isNowLarge = roomAfter(value, maxInlineBytes) < 0;
  if (isNowLarge) known.set(value, true);
  return isNowLarge;
}

/** The same of an object that changes no more: it is counted once. */
export function isLargeFinally(object: object): boolean {
  const before = known.get(object);
  if (before !== undefined) return before;
  const isNowLarge = isLarge(object);
  known.set(object, isNowLarge);
  return isNowLarge;
}

/** For objects that have at least so many bytes as JSON. */
export function noteLeastSize(object: object, bytes: number): void {
  if (bytes > maxInlineBytes) known.set(object, true);
}

/** For objects that change no more and whose bytes are known. */
export function noteSize(object: object, bytes: number): void {
  known.set(object, bytes > maxInlineBytes);
}

/** @returns the rest of the room; below 0 if it is too small */
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

/** How much a value is. */
export interface Size {
  /** As JSON. */
  readonly bytes: number;
  /** Members, items, lists and maps. */
  readonly values: number;
}

/** Makes no text of the value, which would take longer. */
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

/** A text in which nothing is escaped. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const textBytes = (text: string): number =>
  plainText.test(text) ? Buffer.byteLength(text) + '""'.length : Buffer.byteLength(JSON.stringify(text));
