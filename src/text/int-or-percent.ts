/**
 * Values that are an integer or a percentage, as in rolling updates.
 *
 * @module
 */
import { validatePercent } from "./names.ts";

/** Returns the errors for a value; empty if it is an integer from 0 or a percentage up to 100. */
export function validateIntOrPercent(value: number | string): readonly string[] {
  if (typeof value === "number") return value < 0 ? ["must be 0 or above"] : [];
  const faults = validatePercent(value);
  return faults.length === 0 && Number.parseInt(value, 10) > 100 ? ["must not be greater than 100%"] : faults;
}

/** Returns the integer, or the number before the percent sign; 0 for other text. */
export function intOrPercentValue(value: number | string): number {
  if (typeof value === "number") return value;
  return /^[+-]?[0-9]+%?$/.test(value) ? Number.parseInt(value, 10) : 0;
}
