/**
 * Decides which values count as zero, for `optional.ofNonZeroValue`.
 *
 * @module
 */

import { CelMap, CelObject, Duration, Timestamp, Uint, type Value } from "../types/values.ts";
import { minTimestampSeconds } from "./arithmetic.ts";
import { isList } from "./value-type.ts";

/**
 * Whether a value is null, false, a zero, an empty string, bytes, list, map or object, or the first second of year 1.
 */
export function isZeroValue(value: Value): boolean {
  if (value === null || value === false || value === "" || value === 0 || value === 0n) return true;
  if (typeof value !== "object") return false;
  if (isList(value) || value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelMap) return value.size === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.seconds === minTimestampSeconds && value.nanos === 0;
  return value instanceof CelObject && [...value.fieldNames()].length === 0;
}
