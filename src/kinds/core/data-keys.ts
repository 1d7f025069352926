/**
 * Keys and values of ConfigMaps and Secrets: pods see each as a file.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import type { Place } from "../../rule/place.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateConfigMapKey } from "../../text/names.ts";

/** The maximum total size of an object's values, in bytes. */
export const maxDataBytes = 1024 * 1024;

type Data = Readonly<Record<string, string>>;

export function checkKeys(data: Data | undefined, place: Place<Data>): void {
  for (const key in data) {
    for (const fault of validateConfigMapKey(key)) place.at(key).invalid(fault, key, { atKey: true });
  }
}

/**
 * Returns the number of bytes that base64 text decodes to.
 *
 * @param digits - base64 with padding, with or without line breaks
 */
export function base64Bytes(digits: string): number {
  const plain = digits.replace(/[\r\n=]+/g, "");
  return Math.floor((plain.length * 3) / 4);
}

/** Returns the total size of all values in bytes. */
export function totalBytes(data: Data | undefined, lengthOf: (value: string) => number): number {
  let sum = 0;
  for (const key in data) sum += lengthOf(data[key] ?? "");
  return sum;
}

/** Whether two maps have equal values under equal keys. An empty value differs from an absent one. */
export function sameData(a: unknown, b: unknown): boolean {
  if (!isPlainObject(a) || !isPlainObject(b)) return semanticEqual(a, b);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
