/**
 * The string formats that decoding enforces, since the field's Go type parses the string.
 *
 * @module
 */
import { isBase64 } from "../text/base64.ts";
import { parseDuration } from "../text/duration.ts";
import { parseQuantity } from "../text/quantity.ts";
import { parseTimestamp } from "../text/timestamp.ts";

/**
 * The grammar of a Go duration: an optional sign, then numbers with units (both Unicode characters for mu are valid),
 * or 0 without a unit.
 */
const goDuration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/;

/** The number of valid times to remember: an object has only a few, mostly the same as the object before. */
const maxRecentTimes = 16;
const recentTimes = new Set<string>();
/** Only times of this length are remembered, since a fraction can have megabytes of digits. */
const wholeSecondsLength = "2026-01-31T12:00:00Z".length;

function isTimestamp(text: string): boolean {
  if (recentTimes.has(text)) return true;
  if (parseTimestamp(text) === undefined) return false;
  if (text.length !== wholeSecondsLength) return true;
  if (recentTimes.size === maxRecentTimes) recentTimes.clear();
  recentTimes.add(text);
  return true;
}

const sixDigits = /[.,]\d{6}(?:Z|[+-]\d\d:\d\d)$/;

export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries({
    "go-duration": (text) => parseDuration(text).ok,
    "rfc3339-time": isTimestamp,
    "rfc3339-micro-time": (text) => sixDigits.test(text) && parseTimestamp(text) !== undefined,
    base64: isBase64,
    quantity: (text) => parseQuantity(text.trim()).ok,
  }),
);

/** Returns the message for a string that does not match the format. */
export function formatFaults(format: string, text: string): { message: string; help?: string } {
  const got = `got ${JSON.stringify(text)}`;
  switch (format) {
    case "go-duration":
      return durationFault(text);
    case "quantity":
      return quantityFault(text);
    case "base64":
      return {
        message: "must be base64 with its padding",
        help: "for plain text use `stringData`, if the kind has it",
      };
    case "rfc3339-micro-time":
      return { message: `must be a time with six fractional digits, 2026-01-31T12:00:00.000000Z; ${got}` };
    default:
      return { message: `must be a time such as 2026-01-31T12:00:00Z; ${got}` };
  }
}

function quantityFault(text: string): { message: string; help?: string } {
  const message = `must be a quantity such as "500m", "2" or "1.5Gi"; got ${JSON.stringify(text)}`;
  const [, number = "", unit = ""] = /^([+-]?[0-9.]+)\s*([kmgtpe]i?)b?$/i.exec(text.trim()) ?? [];
  const prefix = unit.slice(0, 1).toUpperCase();
  const meant = number + (prefix === "K" && unit.length === 1 ? "k" : prefix) + (unit.length > 1 ? "i" : "");
  if (unit !== "" && parseQuantity(meant).ok) return { message, help: `write "${meant}"` };
  return { message, help: "units are m, k, M, G, T, P and E, or Ki, Mi, Gi, Ti, Pi and Ei" };
}

function durationFault(text: string): { message: string; help?: string } {
  const trimmed = text.trim();
  const message = `must be a duration such as "30s" or "1m30s"; got ${JSON.stringify(text)}`;
  if (goDuration.test(text)) {
    return { message: `must be a duration of at most 2562047h47m16.854775807s; got ${JSON.stringify(text)}` };
  }
  if (/^\d+$/.test(trimmed)) return { message, help: `add a unit: "${trimmed}s"` };
  const lower = trimmed.replace(/\s+/g, "").toLowerCase();
  if (lower !== text && goDuration.test(lower)) return { message, help: `write "${lower}"` };
  return { message, help: "units are ns, us, ms, s, m and h" };
}
