/**
 * Custom resources in which clients wrote whole numbers as floats. Numbers that do not fit an integer are floats in any
 * case.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { Float64 } from "../../json/float64.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { isInteger } from "./open-api-number.ts";

type Holder = Record<string, unknown> | unknown[];

/**
 * Returns the object with the whole numbers at the paths as floats. Copies only the maps and lists on the paths;
 * returns the object itself if there are no paths.
 */
export function withFloats(
  object: Readonly<Record<string, unknown>>,
  paths: readonly FieldPath[],
): Readonly<Record<string, unknown>> {
  const copies = new Map<unknown, Holder>();
  const copyOf = (value: unknown): Holder | undefined => {
    if (!Array.isArray(value) && !isPlainObject(value)) return undefined;
    const copy = copies.get(value) ?? (Array.isArray(value) ? [...value] : { ...value });
    // A later path finds the copy, even where its parent already contains it.
    copies.set(value, copy).set(copy, copy);
    return copy;
  };
  for (const path of paths) {
    let holder = copyOf(object);
    for (const key of path.slice(0, -1)) {
      const inner = copyOf(memberAt(holder, key));
      if (holder && inner) Reflect.set(holder, key, inner);
      holder = inner;
    }
    const last = path.at(-1) ?? "";
    const number = memberAt(holder, last);
    if (holder && isInteger(number)) Reflect.set(holder, last, new Float64(Number(number)));
  }
  return (copies.get(object) as Record<string, unknown> | undefined) ?? object;
}

const memberAt = (holder: Holder | undefined, key: string | number): unknown =>
  Array.isArray(holder) ? holder[Number(key)] : holder && memberOf(holder, String(key));
