/**
 * Formats ages as kubectl does: with at most two units, and less precisely for older ones.
 *
 * @module
 */
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/** Ages below `limit`, in seconds, are shown in `unit`, with the remainder in `rest` if it is not zero. */
const steps = [
  { limit: 2 * minute, unit: [1, "s"] },
  { limit: 10 * minute, unit: [minute, "m"], rest: [1, "s"] },
  { limit: 3 * hour, unit: [minute, "m"] },
  { limit: 8 * hour, unit: [hour, "h"], rest: [minute, "m"] },
  { limit: 2 * day, unit: [hour, "h"] },
  { limit: 8 * day, unit: [day, "d"], rest: [hour, "h"] },
  { limit: 2 * year, unit: [day, "d"] },
  { limit: 8 * year, unit: [year, "y"], rest: [day, "d"] },
] as const;

/** Formats an age: `45s`, `3m20s`, `5h`, `2d4h`. */
export function formatAge(seconds: number): string {
  const whole = Math.trunc(seconds);
  // Tolerates a clock that is slightly ahead.
  if (whole < -1) return "<invalid>";
  if (whole < 0) return "0s";
  const step = steps.find(({ limit }) => whole < limit);
  if (!step) return `${Math.trunc(whole / year)}y`;
  const [size, name] = step.unit;
  const shown = `${Math.trunc(whole / size)}${name}`;
  if (!("rest" in step)) return shown;
  const [restSize, restName] = step.rest;
  const rest = Math.trunc((whole % size) / restSize);
  return rest === 0 ? shown : `${shown}${rest}${restName}`;
}
