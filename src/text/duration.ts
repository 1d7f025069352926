/**
 * Durations in Go's format: `1h15m30.918s`, `-1.5h`, `100ms`. Configuration files and expressions share this grammar.
 *
 * @module
 */

import { formatPlain } from "./go-double.ts";
import { type Failure, type Success, success } from "./result.ts";
import { trimEnd } from "./trim-end.ts";
import { toByteString } from "./utf8.ts";

/** Why a text is not a duration. */
type DurationFault = "invalid" | "missing-unit" | "unknown-unit";

/** The nanoseconds, or an error. */
type ParsedDuration = Success<bigint> | (Failure & { readonly kind: DurationFault });

const nanosByUnit: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/** The magnitude of the smallest 64-bit integer, which only negative durations can have. */
const largestMagnitude = 1n << 63n;

/** The number of digits of `largestMagnitude`. */
const maxDigits = 19;

const component = /([0-9]*)(\.[0-9]*)?([^0-9.]*)/y;

/**
 * Parses a sequence of numbers with units into a signed 64-bit count of nanoseconds. As in Go, digits below a
 * nanosecond are dropped.
 */
export function parseDuration(text: string): ParsedDuration {
  const isNegative = text.startsWith("-");
  const body = isNegative || text.startsWith("+") ? text.slice(1) : text;
  if (body === "0") return success(0n);
  if (body === "") return invalid(text);
  let sum = 0n;
  let position = 0;
  while (position < body.length) {
    component.lastIndex = position;
    const [matched, whole = "", fraction = "", unitName = ""] = component.exec(body) ?? [""];
    if (whole === "" && fraction.length < 2) return invalid(text);
    const significant = whole.replace(/^0+/, "");
    if (significant.length > maxDigits || BigInt(significant) > largestMagnitude) return invalid(text);
    if (unitName === "") {
      return { ok: false, kind: "missing-unit", error: `time: missing unit in duration ${quoteAsGoTime(text)}` };
    }
    const unit = nanosByUnit.get(unitName);
    if (unit === undefined) {
      const error = `time: unknown unit ${quoteAsGoTime(unitName)} in duration ${quoteAsGoTime(text)}`;
      return { ok: false, kind: "unknown-unit", error };
    }
    sum += BigInt(significant) * unit + fractionOf(fraction.slice(1), unit);
    if (sum > largestMagnitude) return invalid(text);
    position += matched.length;
  }
  if (isNegative) return success(-sum);
  return sum === largestMagnitude ? invalid(text) : success(sum);
}

/** Returns the nanoseconds of a duration; undefined if the value is not a duration. */
export function nanosOf(value: unknown): bigint | undefined {
  const parsed = typeof value === "string" ? parseDuration(value) : undefined;
  return parsed?.ok ? parsed.value : undefined;
}

function invalid(text: string): ParsedDuration {
  return { ok: false, kind: "invalid", error: `time: invalid duration ${quoteAsGoTime(text)}` };
}

/**
 * Returns the nanoseconds of the digits after the point. Go stops reading digits at 63 bits and continues in floating
 * point.
 */
function fractionOf(digits: string, unit: bigint): bigint {
  const limit = (largestMagnitude - 1n) / 10n;
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    if (value > limit) break;
    const next = value * 10n + BigInt(digit);
    if (next > largestMagnitude) break;
    value = next;
    scale *= 10;
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** Quotes a text as Go's `time` package does in its errors: bytes outside of printable ASCII become `\xHH`. */
export function quoteAsGoTime(text: string): string {
  const quoted = toByteString(text).replace(/["\\]|[^ -\x7f]/g, (byte) =>
    byte === '"' || byte === "\\" ? `\\${byte}` : `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `"${quoted}"`;
}

/** Formats a duration as Go does: `1h15m30.918s`, `1.5ms`, `0s`; leading zero units are omitted. */
export function formatDuration(nanos: bigint): string {
  if (nanos < 0n) return `-${formatDuration(-nanos)}`;
  if (nanos === 0n) return "0s";
  if (nanos < 1_000n) return `${nanos}ns`;
  if (nanos < 1_000_000n) return `${decimal(nanos, 3)}\u00b5s`;
  if (nanos < 1_000_000_000n) return `${decimal(nanos, 6)}ms`;
  const totalMinutes = nanos / 60_000_000_000n;
  const seconds = `${decimal(nanos % 60_000_000_000n, 9)}s`;
  if (totalMinutes === 0n) return seconds;
  const hours = totalMinutes / 60n;
  return hours === 0n ? `${totalMinutes}m${seconds}` : `${hours}h${totalMinutes % 60n}m${seconds}`;
}

/** Formats a duration in seconds, computed in floating point as in Go: `90.5s`. */
export function formatSeconds({ nanos }: { readonly nanos: bigint }): string {
  const seconds = Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9;
  return `${formatPlain(seconds)}s`;
}

/** Returns `value / 10^places` in decimal, without trailing zeros. */
function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, "0");
  const fraction = trimEnd("0", digits.slice(-places));
  return fraction === "" ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`;
}
