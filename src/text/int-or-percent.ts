/**
 * Values that are a whole number or a percentage, as rolling updates have them.
 *
 * @module
 */
import { validatePercent } from "./names.ts";

/** The faults of a value; an empty list means a number from 0 or a percentage up to 100. */
export function validateIntOrPercent(value: number | string): readonly string[] {
  if (typeof value === "number") return value < 0 ? ["must be 0 or above"] : [];
  const faults = validatePercent(value);
  return faults.length === 0 && Number.parseInt(value, 10) > 100 ? ["must not be greater than 100%"] : faults;
}

/** The number before the percent sign, or the number itself; 0 for other text. */
export function intOrPercentValue(value: number | string): number {
  if (typeof value === "number") return value;
  return /^[+-]?[0-9]+%?$/.test(value) ? Number.parseInt(value, 10) : 0;
}
