/**
 * `==` on any two values: numbers by their mathematical value across the number types, other types never equal.
 *
 * @module
 */
import { equivalentTypes } from "../types/equal-types.ts";
import { runtimeTypeName } from "../types/format-type.ts";
import { CelMap, CelObject, Duration, Optional, Timestamp, TypeValue, Uint, type Value } from "../types/values.ts";
import { compareNumbers, isNumber } from "./ordering.ts";
import { isList } from "./value-type.ts";

/** True when the values are equal; values of types that cannot be compared are not equal. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return !Number.isNaN(a);
  if (a === null || b === null) return false;
  if (typeof a !== "object" && typeof a === typeof b) return false;
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (isList(a)) return isList(b) && equalLists(a, b);
  if (isList(b)) return false;
  if (a instanceof CelMap) return b instanceof CelMap && equalMaps(a, b);
  return equalObjects(a, b);
}

type ScalarObject = Exclude<Value & object, readonly Value[] | CelMap>;

function equalObjects(a: ScalarObject, b: Value & object): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && equalBytes(a, b);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b);
  if (a instanceof TypeValue) return b instanceof TypeValue && runtimeTypeName(a.type) === runtimeTypeName(b.type);
  if (a instanceof CelObject) return b instanceof CelObject && equalFields(a, b);
  if (a instanceof Uint) return false;
  return "celType" in b && equivalentTypes(a.celType, b.celType) && a.equals(b);
}

function equalLists(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, index) => equalValues(value, b[index] ?? null));
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const held = a.get(key);
    const other = b.get(key);
    if (held === undefined || other === undefined || !equalValues(held, other)) return false;
  }
  return true;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function equalOptionals(a: Optional, b: Optional): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalValues(a.value, b.value);
}

function equalFields(a: CelObject, b: CelObject): boolean {
  const names = [...a.fieldNames()];
  if (a.objectType !== b.objectType || names.length !== [...b.fieldNames()].length) return false;
  return names.every((name) => {
    const held = a.getField(name);
    const other = b.getField(name);
    return held !== undefined && other !== undefined && equalValues(held, other);
  });
}
