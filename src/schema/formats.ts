/**
 * The text formats that decoding itself enforces, because the field's Go type parses its own text.
 *
 * @module
 */

/** A Go duration: an optional sign, then numbers with units; or a bare 0. */
const goDuration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "go-duration": (text) => goDuration.test(text),
  "rfc3339-time": (text) => rfc3339.test(text),
};

/** What to say of text that is not of the format. */
export function formatFaults(format: string, text: string): { message: string; help?: string } {
  if (format === "go-duration") return durationFault(text);
  return { message: `must be a time such as 2026-01-31T12:00:00Z; got ${JSON.stringify(text)}` };
}

function durationFault(text: string): { message: string; help?: string } {
  const trimmed = text.trim();
  const message = `must be a duration such as "30s" or "1m30s"; got ${JSON.stringify(text)}`;
  if (/^\d+$/.test(trimmed)) return { message, help: `add a unit: "${trimmed}s"` };
  const lower = trimmed.replace(/\s+/g, "").toLowerCase();
  if (lower !== text && goDuration.test(lower)) return { message, help: `write "${lower}"` };
  return { message, help: "units are ns, us, ms, s, m and h" };
}
