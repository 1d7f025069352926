/**
 * JSON values as patches process them: `null`, booleans, numbers (bigints beyond 2^53), strings, arrays and plain
 * objects.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import { utf8Length } from "../text/utf8.ts";

export type JsonObject = Record<string, unknown>;

export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  let names = 0;
  for (const name in a) {
    if (!Object.hasOwn(b, name) || !equalJson(a[name], b[name])) return false;
    names++;
  }
  for (const _name in b) names--;
  return names === 0;
}

/** The size of the value as JSON without spaces. */
export function jsonSizeBytes(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + jsonSizeBytes(item) + 1, 1) + noItems(value);
  if (isPlainObject(value)) {
    const names = Object.keys(value);
    const members = names.reduce((sum, name) => sum + jsonSizeBytes(name) + 2 + jsonSizeBytes(value[name]), 1);
    return members + noItems(names);
  }
  return typeof value === "bigint" ? value.toString().length : utf8Length(JSON.stringify(value ?? null));
}

/**
 * The closing bracket of an empty list or map. Other sizes already contain it, since they count a comma or bracket
 * after each item.
 */
const noItems = ({ length }: readonly unknown[]): number => (length === 0 ? 1 : 0);
