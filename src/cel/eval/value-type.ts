/**
 * Determines the run-time type of a value, and whether a value fits a declared type.
 *
 * @module
 */
import { runtimeTypeName } from "../types/format-type.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  objectType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../types/types.ts";
import { CelMap, CelObject, Duration, Optional, Timestamp, TypeValue, Uint, type Value } from "../types/values.ts";

const listOfDyn = listType(dynType);
const mapOfDyn = mapType(dynType, dynType);
const optionalOfDyn = optionalType(dynType);
const typeOfAny = typeType();

/** Returns the type that `type(value)` has: without the types inside of a list, a map or an optional. */
export function typeOf(value: Value): CelType {
  switch (typeof value) {
    case "boolean":
      return boolType;
    case "bigint":
      return intType;
    case "number":
      return doubleType;
    case "string":
      return stringType;
  }
  if (value === null) return nullType;
  if (isList(value)) return listOfDyn;
  if (value instanceof CelMap) return mapOfDyn;
  if (value instanceof Uint8Array) return bytesType;
  if (value instanceof Uint) return uintType;
  if (value instanceof Timestamp) return timestampType;
  if (value instanceof Duration) return durationType;
  if (value instanceof Optional) return optionalOfDyn;
  if (value instanceof TypeValue) return typeOfAny;
  if (value instanceof CelObject) return objectType(value.objectType);
  return value.celType;
}

/** Returns the name of a value's type, for messages. */
export function typeNameOf(value: Value): string {
  return runtimeTypeName(typeOf(value));
}

/** Whether a value is a list. Unlike `Array.isArray`, it narrows the type of read-only arrays. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/**
 * Whether a value may be passed as an argument of a declared type; checks only the first element of a list or a map.
 */
export type TypeTest = (value: Value) => boolean;

const fitsAll: TypeTest = () => true;

export const fitsText: TypeTest = (value) => typeof value === "string";

/** Returns the test for a declared type; called once for each parameter of an overload. */
export function fitsType(type: CelType): TypeTest {
  switch (type.kind) {
    case "null":
      return (value) => value === null;
    case "bool":
      return (value) => typeof value === "boolean";
    case "int":
      return (value) => typeof value === "bigint";
    case "uint":
      return (value) => value instanceof Uint;
    case "double":
      return (value) => typeof value === "number";
    case "string":
      return fitsText;
    case "bytes":
      return (value) => value instanceof Uint8Array;
    case "timestamp":
      return (value) => value instanceof Timestamp;
    case "duration":
      return (value) => value instanceof Duration;
    case "type":
      return (value) => value instanceof TypeValue;
    case "dyn":
    case "any":
    case "param":
    case "error":
      return fitsAll;
    case "wrapper":
      return anyOf((value) => value === null, fitsType(type.of));
    case "list":
      return fitsList(fitsType(type.element));
    case "map":
      return fitsMap(fitsType(type.key), fitsType(type.value));
    case "object":
      return (value) => value instanceof CelMap || (value instanceof CelObject && value.objectType === type.name);
    case "opaque":
      return type.name === "optional_type"
        ? (value) => value instanceof Optional
        : (value) => runtimeTypeName(typeOf(value)) === type.name;
  }
}

const anyOf =
  (first: TypeTest, second: TypeTest): TypeTest =>
  (value) =>
    first(value) || second(value);

function fitsList(fitsElement: TypeTest): TypeTest {
  return (value) => {
    if (!isList(value)) return false;
    const first = value[0];
    return first === undefined || fitsElement(first);
  };
}

function fitsMap(fitsKey: TypeTest, fitsValue: TypeTest): TypeTest {
  return (value) => {
    if (!(value instanceof CelMap)) return false;
    if (fitsKey === fitsAll && fitsValue === fitsAll) return true;
    for (const key of value.keys()) {
      const held = value.get(key);
      return fitsKey(key) && (held === undefined || fitsValue(held));
    }
    return true;
  };
}
