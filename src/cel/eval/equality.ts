/**
 * The operator `==` for any two values. Numbers are compared by value across the number types; values of other
 * different types are unequal.
 *
 * @module
 */
import { equivalentTypes } from "../types/equal-types.ts";
import { runtimeTypeName } from "../types/format-type.ts";
import {
  CelError,
  CelMap,
  CelObject,
  Duration,
  IdentityList,
  type OpaqueValue,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from "../types/values.ts";
import { noSuchOverload } from "./faults.ts";
import { compareNumbers, isNumber } from "./ordering.ts";
import { isList } from "./value-type.ts";

/** Whether two values are equal; false if they cannot be compared. */
export function equalValues(a: Value, b: Value): boolean {
  return equate(a, b) === true;
}

/**
 * Compares two values like `equalValues`, but returns an error for a value of a library type and one of another type,
 * as in Kubernetes, whose library types can only be compared with the same type. Inside of lists, maps and objects,
 * these pairs count as equal.
 */
export function equate(a: Value, b: Value): boolean | CelError {
  if (typeof a !== "object" || a === null || b === null) {
    return a === b || (isNumber(a) && isNumber(b) && compareNumbers(a, b) === 0);
  }
  if (a instanceof IdentityList) return isList(b) ? a.equalsList(b) : a.equalsOther();
  if (isList(a)) return isList(b) && equalLists(a, b);
  if (a instanceof CelMap) return b instanceof CelMap ? (a.equalsMap(b) ?? equalMaps(a, b)) : a.equalsOther();
  if (a instanceof Uint) return isNumber(b) && compareNumbers(a, b) === 0;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && equalBytes(a, b);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Optional) return b instanceof Optional && equateOptionals(a, b);
  if (a instanceof TypeValue) return b instanceof TypeValue && runtimeTypeName(a.type) === runtimeTypeName(b.type);
  if (a instanceof CelObject) return b instanceof CelObject && equalFields(a, b);
  if (isOpaque(b) && equivalentTypes(a.celType, b.celType)) return a.equals(b);
  return a.isComparableToAll === true ? false : noSuchOverload;
}

function isOpaque(value: Value): value is OpaqueValue {
  return typeof value === "object" && value !== null && "celType" in value;
}

function equalLists(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, index) => equate(value, b[index] ?? null) !== false);
}

function equalMaps(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const held = a.get(key);
    const other = b.get(key);
    if (held === undefined || other === undefined || equate(held, other) === false) return false;
  }
  return true;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function equateOptionals(a: Optional, b: Optional): boolean | CelError {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equate(a.value, b.value);
}

function equalFields(a: CelObject, b: CelObject): boolean {
  const names = [...a.fieldNames()];
  if (a.objectType !== b.objectType || names.length !== [...b.fieldNames()].length) return false;
  return names.every((name) => {
    const held = a.getField(name);
    const other = b.getField(name);
    if (held === undefined || other === undefined) return false;
    return !(held instanceof CelError) && !(other instanceof CelError) && equate(held, other) !== false;
  });
}
