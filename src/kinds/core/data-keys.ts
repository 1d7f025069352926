/**
 * Values by key, as ConfigMaps and Secrets hold them: pods see each as a file.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import type { Place } from "../../rule/place.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateConfigMapKey } from "../../text/names.ts";

/** Of all values of an object together, in bytes. */
export const maxDataBytes = 1024 * 1024;

type Data = Readonly<Record<string, string>>;

export function checkKeys(data: Data | undefined, place: Place<Data>): void {
  for (const key in data) {
    for (const fault of validateConfigMapKey(key)) place.at(key).invalid(fault, key, { atKey: true });
  }
}

/** @param digits - in base64, with padding and without breaks or with them */
export function base64Bytes(digits: string): number {
  const plain = digits.replace(/[\r\n=]+/g, "");
  return Math.floor((plain.length * 3) / 4);
}

/** The bytes of all values. */
export function totalBytes(data: Data | undefined, lengthOf: (value: string) => number): number {
  let sum = 0;
  for (const key in data) sum += lengthOf(data[key] ?? "");
  return sum;
}

/** Equal values under equal keys; of a map, an empty value is one. */
export function sameData(a: unknown, b: unknown): boolean {
  if (!isPlainObject(a) || !isPlainObject(b)) return semanticEqual(a, b);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
