/**
 * Reads fields, keys and indexes of values, tests their presence, and does the same for optional values.
 *
 * @module
 */
import { CelError, CelMap, CelObject, Optional, Uint, type Value } from "../types/values.ts";
import { equalValues } from "./equality.ts";
import { noSuchKey, noSuchOverload } from "./faults.ts";
import { formatValue } from "./format-value.ts";
import { isList, typeNameOf } from "./value-type.ts";

/** Evaluates `operand.field` and `operand[key]` for an operand that is not an optional. */
export function access(operand: Value, key: Value): Value | CelError {
  const found = find(operand, key);
  if (found !== undefined) return found;
  return isList(operand) ? new CelError(`index out of bounds: ${formatValue(key)}`) : noSuchKey(key);
}

/** The result of a presence test on a value that cannot have members, such as a number: an error or "absent". */
export interface PresenceRules {
  readonly isFaultInScalars: boolean;
}

/** Returns the member if it is present. Reads the value inside of an optional; an empty one has no members. */
export function findIfPresent(operand: Value, key: Value, rules: PresenceRules): Value | CelError | undefined {
  const inner = operand instanceof Optional ? operand.value : operand;
  if (inner === undefined) return undefined;
  return rules.isFaultInScalars && !isContainer(inner) ? noSuchKey(key) : find(inner, key);
}

/** Evaluates `element in container`. */
export function isIn(element: Value, container: Value): boolean | CelError {
  if (isList(container)) return container.some((item) => equalValues(element, item));
  return container instanceof CelMap ? container.get(element) !== undefined : noSuchOverload;
}

function isContainer(value: Value): boolean {
  return value instanceof CelMap || isList(value) || value instanceof CelObject;
}

function find(operand: Value, key: Value): Value | CelError | undefined {
  if (operand instanceof CelMap) return operand.get(key);
  if (isList(operand)) {
    const index = listIndex(key);
    return index instanceof CelError ? index : operand[index];
  }
  return operand instanceof CelObject && typeof key === "string" ? operand.getField(key) : undefined;
}

/** Returns the index of an int, or of a uint or double with a whole value. */
function listIndex(key: Value): number | CelError {
  if (typeof key === "bigint") return Number(key);
  if (key instanceof Uint) return Number(key.value);
  if (typeof key === "number" && Number.isInteger(key)) return key;
  return new CelError(`unsupported index type '${typeNameOf(key)}' in list`);
}
