/**
 * Texts that are whole numbers of 64 bits, as Go's `strconv.ParseInt` reads them.
 *
 * @module
 */

const maxUint64 = 2n ** 64n - 1n;
/** Digits of the largest of them. */
const maxDigits = String(maxUint64).length;

/** The number; otherwise the error of Go. */
export function parseInt64(text: string): bigint | string {
  const fault = (why: string) => `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`;
  if (!/^[+-]?\d+$/.test(text)) return fault("invalid syntax");
  return int64Of(text) ?? fault("value out of range");
}

export const isInt64 = (number: bigint): boolean => BigInt.asIntN(64, number) === number;

/**
 * The number; undefined beyond int64.
 *
 * @param text - digits, perhaps after a sign
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

/** Undefined for more digits than 64 bits hold: a million of them would take a second to read. */
function numberOf(text: string): bigint | undefined {
  const { sign, digits = "" } = /^(?<sign>[+-]?)0*(?<digits>\d*)$/.exec(text)?.groups ?? {};
  if (digits.length > maxDigits) return undefined;
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
}
