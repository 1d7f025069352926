/**
 * Texts that are whole numbers of 64 bits, as Go's `strconv.ParseInt` reads them.
 *
 * @module
 */

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** The number; otherwise the error of Go. */
export function parseInt64(text: string): bigint | string {
  const fault = (why: string) => `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`;
  if (!/^[+-]?\d+$/.test(text)) return fault("invalid syntax");
  const number = BigInt(text.replace("+", ""));
  return number < minInt64 || number > maxInt64 ? fault("value out of range") : number;
}
