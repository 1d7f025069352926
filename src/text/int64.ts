/**
 * Parses 64-bit integers as Go's `strconv.ParseInt` does.
 *
 * @module
 */

const maxUint64 = 2n ** 64n - 1n;
/** The number of digits of `maxUint64`. */
const maxDigits = String(maxUint64).length;

/** Returns the number, or Go's error. */
export function parseInt64(text: string): bigint | string {
  const fault = (why: string) => `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`;
  if (!/^[+-]?\d+$/.test(text)) return fault("invalid syntax");
  return int64Of(text) ?? fault("value out of range");
}

export const isInt64 = (number: bigint): boolean => BigInt.asIntN(64, number) === number;

/**
 * Returns the number; undefined if it does not fit into an int64.
 *
 * @param text - digits, optionally after a sign
 */
export function int64Of(text: string): bigint | undefined {
  const number = numberOf(text);
  return number !== undefined && isInt64(number) ? number : undefined;
}

/** As `int64Of`, for uint64. */
export function uint64Of(text: string): bigint | undefined {
  const number = numberOf(text);
  return number !== undefined && number >= 0n && number <= maxUint64 ? number : undefined;
}

/**
 * Returns undefined if there are more digits than 64 bits can hold, since parsing a million digits would take a second.
 */
function numberOf(text: string): bigint | undefined {
  const { sign, digits = "" } = /^(?<sign>[+-]?)0*(?<digits>\d*)$/.exec(text)?.groups ?? {};
  if (digits.length > maxDigits) return undefined;
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
}
