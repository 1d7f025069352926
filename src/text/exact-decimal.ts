/**
 * Formats doubles with a given number of digits, rounded half to even from their exact value, as Go's `%f` and `%e` do.
 * JavaScript's `toFixed` and `toExponential` round halves up and allow at most 100 digits.
 *
 * @module
 */

/** The number `0.d1d2d3... * 10^exponent`. */
interface Decimal {
  /** Decimal digits without leading zeros; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

/** Formats a finite number with exactly `places` digits after the point, and never with an exponent. */
export function formatFixed(value: number, places: number): string {
  const exact = exactDecimal(value);
  const { digits, exponent } = roundDigits(exact, exact.exponent + places);
  const all = exponent > 0 ? digits.padEnd(exponent, "0") : "0".repeat(-exponent) + digits;
  const whole = exponent > 0 ? all.slice(0, exponent) : "0";
  const fraction = (exponent > 0 ? all.slice(exponent) : all).slice(0, places).padEnd(places, "0");
  return signOf(value) + (places === 0 ? whole : `${whole}.${fraction}`);
}

/**
 * Splits a finite number into a mantissa with one digit before the point and `places` after it, and the power of ten.
 */
export function splitScientific(value: number, places: number): { readonly mantissa: string; readonly power: number } {
  const { digits, exponent } = roundDigits(exactDecimal(value), places + 1);
  const padded = digits.padEnd(places + 1, "0").slice(0, places + 1);
  const mantissa = places === 0 ? padded : `${padded.slice(0, 1)}.${padded.slice(1)}`;
  return { mantissa: signOf(value) + mantissa, power: digits === "" ? 0 : exponent - 1 };
}

const signOf = (value: number): string => (value < 0 || Object.is(value, -0) ? "-" : "");

const mantissaBits = 52n;
const exponentBias = 1075n;

function exactDecimal(value: number): Decimal {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  const word = bits.getBigUint64(0);
  const field = word >> mantissaBits;
  const fraction = word & ((1n << mantissaBits) - 1n);
  const mantissa = field === 0n ? fraction : fraction | (1n << mantissaBits);
  if (mantissa === 0n) return { digits: "", exponent: 0 };
  const power = (field === 0n ? 1n : field) - exponentBias;
  if (power >= 0n) {
    const digits = String(mantissa << power);
    return { digits, exponent: digits.length };
  }
  const digits = String(mantissa * 5n ** -power);
  return { digits, exponent: digits.length + Number(power) };
}

/**
 * Rounds to the first `count` digits. If `count` is zero or less, the result has at most one digit, which comes from
 * rounding up.
 */
function roundDigits({ digits, exponent }: Decimal, count: number): Decimal {
  if (digits.length <= count) return { digits, exponent };
  if (count < 0) return { digits: "", exponent: exponent - count };
  const kept = digits.slice(0, count);
  const dropped = digits.slice(count);
  const isTie = /^50*$/.test(dropped);
  const lastIsOdd = "13579".includes(kept.charAt(kept.length - 1) || "0");
  const roundsUp = isTie ? lastIsOdd : dropped > "5";
  if (!roundsUp) return { digits: kept, exponent: kept === "" ? exponent - count : exponent };
  const raised = String(BigInt(kept || "0") + 1n);
  return { digits: raised, exponent: exponent + raised.length - kept.length };
}
