/**
 * Custom resources whose clients wrote some whole numbers as floats. Others that no integer holds are floats anyway.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { Float64 } from "../../json/float64.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { isInteger } from "./open-api-number.ts";

type Holder = Record<string, unknown> | unknown[];

/** The object with the numbers at these places as floats; a copy on the way to them, and the same object for no places. */
export function withFloats(
  object: Readonly<Record<string, unknown>>,
  paths: readonly FieldPath[],
): Readonly<Record<string, unknown>> {
  const copies = new Map<unknown, Holder>();
  const copyOf = (value: unknown): Holder | undefined => {
    if (!Array.isArray(value) && !isPlainObject(value)) return undefined;
    const copy = copies.get(value) ?? (Array.isArray(value) ? [...value] : { ...value });
    // Found again where the copy has it already.
    copies.set(value, copy).set(copy, copy);
    return copy;
  };
  for (const path of paths) {
    let holder = copyOf(object);
    for (const key of path.slice(0, -1)) {
      const inner = copyOf(held(holder, key));
      if (holder && inner) Reflect.set(holder, key, inner);
      holder = inner;
    }
    const last = path.at(-1) ?? "";
    const number = held(holder, last);
    if (holder && isInteger(number)) Reflect.set(holder, last, new Float64(Number(number)));
  }
  return (copies.get(object) as Record<string, unknown> | undefined) ?? object;
}

const held = (holder: Holder | undefined, key: string | number): unknown =>
  Array.isArray(holder) ? holder[Number(key)] : holder && memberOf(holder, String(key));
