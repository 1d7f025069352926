/**
 * Durations of the OpenAPI format `duration` in Kubernetes: Go's format, and amounts with unit words, such as `2 weeks`
 * or `1 hour 30 min`.
 *
 * @module
 */
import { parseDuration } from "./duration.ts";

/** Unit names. The last one also matches longer words that begin with it: `sec`, `seconds`. */
const units: readonly (readonly [names: readonly string[], nanos: bigint])[] = [
  [["ns", "nano"], 1n],
  [["us", "µs", "micro"], 1_000n],
  [["ms", "milli"], 1_000_000n],
  [["s", "sec"], 1_000_000_000n],
  [["m", "min"], 60_000_000_000n],
  [["h", "hr", "hour"], 3_600_000_000_000n],
  [["d", "day"], 86_400_000_000_000n],
  [["w", "wk", "week"], 604_800_000_000_000n],
];

const maxAmount = 2n ** 63n - 1n;
const maxAmountDigits = String(maxAmount).length;

/**
 * Returns the nanoseconds; undefined if the text contains no amount, or one that exceeds 64 bits. Text between amounts
 * is ignored.
 */
export function parseLooseDuration(text: string): bigint | undefined {
  const strict = parseDuration(text);
  if (strict.ok) return strict.value;
  let sum: bigint | undefined;
  for (const [, amount = "", unit = ""] of text.matchAll(/(?<!\d)(\d+)\s*([A-Za-z\u00b5]+)/g)) {
    const digits = amount.replace(/^0+/, "");
    if (digits.length > maxAmountDigits || BigInt(digits) > maxAmount) return undefined;
    const nanos = nanosOf(unit.toLowerCase());
    if (nanos !== undefined) sum = (sum ?? 0n) + BigInt.asIntN(64, BigInt(digits) * nanos);
  }
  return sum === undefined ? undefined : BigInt.asIntN(64, sum);
}

function nanosOf(unit: string): bigint | undefined {
  const found = units.find(([names]) => names.includes(unit) || unit.startsWith(names.at(-1) ?? unit));
  return found?.[1];
}
