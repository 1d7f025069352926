/**
 * The key order of fields that are stored as JSON text. Go sorts the keys of maps that a patch enters, and keeps the
 * order of all others.
 *
 * @module
 */

import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { parsePointer } from "./json-pointer.ts";

/** Sorts the keys of all maps in a value, as after an apply or a strategic merge patch. */
export const sortKeys = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(sortKeys) : isPlainObject(value) ? sortedMap(value, sortKeys) : value;

/** Sorts the keys of maps that a merge patch enters. @param value - the result of the patch */
export function sortKeysAlongMerge(value: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return sortKeys(value);
  if (!isPlainObject(value)) return value;
  return sortedMap(value, (held, name) => (Object.hasOwn(patch, name) ? sortKeysAlongMerge(held, patch[name]) : held));
}

/** Sorts the keys of maps that the operations of a JSON patch enter. @param value - the result of the patch */
export function sortKeysAlongOperations(value: unknown, operations: readonly object[], field: string): unknown {
  const pointers = operations.flatMap((operation) => ["path", "from"].map((name) => Reflect.get(operation, name)));
  return pointers.reduce((held: unknown, pointer: unknown) => {
    const [first, ...tokens] = typeof pointer === "string" ? (parsePointer(pointer) ?? []) : [];
    return first === field ? sortedAlong(held, tokens) : held;
  }, value);
}

function sortedAlong(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return value;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? sortedAlong(item, rest) : item));
  if (!isPlainObject(value)) return value;
  return sortedMap(value, (held, name) => (name === token ? sortedAlong(held, rest) : held));
}

type Entry = (value: unknown, name: string) => unknown;

const sortedMap = (map: Readonly<Record<string, unknown>>, entry: Entry): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((name) => [name, entry(memberOf(map, name), name)]),
  );
