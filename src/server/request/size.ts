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

/** Whether the object takes more than `maxInlineBytes` as JSON, about; counts no further. */
export function isLarge(value: unknown): boolean {
  return roomAfter(value, maxInlineBytes) < 0;
}

/** @returns the rest of the room; below 0 if it is too small */
function roomAfter(value: unknown, room: number): number {
  let left = room - bytesPerValue;
  if (typeof value === "string") return left - value.length;
  if (typeof value !== "object" || value === null) return left;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = roomAfter(value[index], left);
    return left;
  }
  for (const key in value) {
    left = roomAfter((value as Record<string, unknown>)[key], left - key.length);
    if (left < 0) return left;
  }
  return left;
}

/** The bytes of a value as JSON. Makes no text of it, which would take longer. */
export function jsonBytesOf(value: unknown): number {
  if (typeof value === "string") return textBytes(value);
  if (typeof value !== "object" || value === null) return formatJson(value).length;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  let bytes = "{}".length + Math.max(0, entries.length - 1);
  for (const [name, item] of entries) bytes += jsonBytesOf(item) + (isList ? 0 : textBytes(name) + ":".length);
  return bytes;
}

/** A text in which nothing is escaped. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const textBytes = (text: string): number =>
  plainText.test(text) ? Buffer.byteLength(text) + '""'.length : Buffer.byteLength(JSON.stringify(text));
