/**
 * Quantities of the Kubernetes API: exact decimal numbers with a unit suffix, such as `1500m` and `2Gi`.
 *
 * The API server holds a quantity in one of two ways, which affect some results: only a *small* quantity, one held in
 * 64 bits, is ever an integer. This module preserves the distinction.
 *
 * @module
 */

import { int64Of } from "./int64.ts";
import { memoizeByText } from "./memoize-by-text.ts";
import { failure, type Result, success } from "./result.ts";
import { countAtEnd } from "./trim-end.ts";

export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/**
 * The number `digits * 10^scale`. Digits are text, so that parsing, formatting, rounding and comparing take time
 * proportional to their number. Converting them to a number would take longer.
 */
export interface Quantity {
  readonly isNegative: boolean;
  /** Without leading zeros; `0` for zero, which is not negative. */
  readonly digits: string;
  readonly scale: number;
  /** The kind of suffix for formatting. */
  readonly format: QuantityFormat;
  /** Whether the API server holds the quantity in 64 bits, which the digits then fit. */
  readonly isSmall: boolean;
  /** The original text, if it counts as canonical. */
  readonly text: string | undefined;
}

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalSuffixes: readonly (readonly [suffix: string, exponent: number])[] = [
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
];
const binarySuffixes: readonly (readonly [suffix: string, exponent: number])[] = [
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
];

const suffixByText: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...decimalSuffixes.map(([text, exponent]) => [text, { base: 10, exponent, format: "DecimalSI" }] as const),
  ...binarySuffixes.map(([text, exponent]) => [text, { base: 2, exponent, format: "BinarySI" }] as const),
]);
const decimalTextByExponent = new Map(decimalSuffixes.map(([text, exponent]) => [exponent, text]));
const binaryTextByExponent = new Map(binarySuffixes.map(([text, exponent]) => [exponent, text]));

const formatFault = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const suffixFault = "unable to parse quantity's suffix";
const numericFault = "unable to parse numeric part of quantity";

const minInt64 = -(1n << 63n);
const maxInt64 = (1n << 63n) - 1n;
const fitsInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64;

/** The smallest power of ten that a quantity can represent. */
const nanoScale = -9;
/** The number of decimal digits that always fit into 64 bits. */
const maxSmallDigits = 18;
/**
 * The maximum number of zeros to add to the digits of a large quantity; with a larger scale, the digits stay as
 * written.
 */
const maxExpansion = 1000;

/** Digits of the suffix follow a letter or a sign, so that the grammar is unambiguous. */
const grammar = /^([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[eEinumkKMGTP]+[-+]?|[-+])[0-9]*)?$/;

/**
 * Parses a quantity. Digits may be missing: `.`, `-` and `Ki` are zero. `Ei` is an error, since it is not held in 64
 * bits.
 */
export const parseQuantity: (text: string) => Result<Quantity> = memoizeByText(readQuantity);

function readQuantity(text: string): Result<Quantity> {
  const match = text === "" ? null : grammar.exec(text);
  if (match === null) return failure(formatFault);
  const [, sign = "", whole = "", fraction = "", suffixText = ""] = match;
  const suffix = readSuffix(suffixText);
  if (suffix === undefined) return failure(suffixFault);
  const number: ParsedNumber = { isNegative: sign === "-", whole: whole.replace(/^0+/, "") || "0", fraction };
  const small = smallQuantity(number, suffix, text);
  if (small === undefined && whole === "" && fraction === "") return failure(numericFault);
  return success(small ?? largeQuantity(number, suffix));
}

/** The digits before the point, at least one and without leading zeros, and those after it. */
interface ParsedNumber {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function readSuffix(text: string): Suffix | undefined {
  const known = suffixByText.get(text);
  if (known !== undefined) return known;
  const digits = /^[eE]([+-]?[0-9]+)$/.exec(text)?.[1];
  const exponent = digits === undefined ? undefined : int64Of(digits);
  if (exponent === undefined) return undefined;
  return { base: 10, exponent: Number(BigInt.asIntN(32, exponent)), format: "DecimalExponent" };
}

/** Returns how many more digits would fit if the number is held in 64 bits; negative if it is not. */
function spareDigits({ whole, fraction }: ParsedNumber, { base, exponent }: Suffix): number {
  if (base === 10) return maxSmallDigits - whole.length - fraction.length;
  if (fraction !== "") return -1;
  return 14 - whole.length - Math.trunc((exponent * 3) / 10);
}

function smallQuantity(number: ParsedNumber, suffix: Suffix, text: string): Quantity | undefined {
  const scale = (suffix.base === 10 ? suffix.exponent : 0) - number.fraction.length;
  if (spareDigits(number, suffix) < 0 || scale < nanoScale) return undefined;
  const digits = number.whole + number.fraction;
  const magnitude = BigInt(digits) * (suffix.base === 2 ? 1n << BigInt(suffix.exponent) : 1n);
  if (!fitsInt64(magnitude)) return undefined;
  const isCanonical =
    suffix.base === 2
      ? (BigInt(digits) & 7n) !== 0n
      : scale % 3 === 0 && !digits.endsWith("000") && !digits.startsWith("0");
  return {
    isNegative: number.isNegative && magnitude !== 0n,
    digits: String(magnitude),
    scale,
    format: suffix.format,
    isSmall: true,
    text: isCanonical ? text : undefined,
  };
}

/**
 * Returns a quantity that is not held in 64 bits. It is rounded away from zero to nano; a binary quantity is at most
 * 2^63 - 1.
 */
function largeQuantity(number: ParsedNumber, { base, exponent, format }: Suffix): Quantity {
  const magnitude =
    base === 2
      ? binaryMagnitude(number, exponent)
      : roundToNano({
          digits: withoutLeadingZeros(number.whole + number.fraction),
          scale: exponent - number.fraction.length,
        });
  const isBelowOne = magnitude.digits !== "0" && leadingExponent(magnitude) <= 0;
  return {
    ...magnitude,
    isNegative: number.isNegative && magnitude.digits !== "0",
    format: base === 2 && isBelowOne ? "DecimalSI" : format,
    isSmall: false,
    text: undefined,
  };
}

/** An unsigned number. */
type Magnitude = Pick<Quantity, "digits" | "scale">;

const largestBinary: Magnitude = { digits: String(maxInt64), scale: 0 };

/**
 * Returns `number * 2^exponent`. Insignificant places are cut off first; rounding up at both steps has the same result
 * as rounding up once.
 */
function binaryMagnitude({ whole, fraction }: ParsedNumber, exponent: number): Magnitude {
  if (whole.length > largestBinary.digits.length) return largestBinary;
  const places = Math.min(fraction.length, exponent - nanoScale);
  const digits = cutAwayFromZero(withoutLeadingZeros(whole + fraction), fraction.length - places);
  const product = roundToNano({ digits: String(BigInt(digits) << BigInt(exponent)), scale: -places });
  return compareMagnitudes(product, largestBinary) > 0 ? largestBinary : product;
}

function roundToNano({ digits, scale }: Magnitude): Magnitude {
  if (digits === "0" || scale - nanoScale > maxExpansion) return { digits, scale };
  if (scale >= nanoScale) return { digits: digits + "0".repeat(scale - nanoScale), scale: nanoScale };
  return { digits: cutAwayFromZero(digits, nanoScale - scale), scale: nanoScale };
}

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=.)/, "");

/** Returns `digits / 10^places`, rounded down. */
const cutDown = (digits: string, places: number): string =>
  places < digits.length ? digits.slice(0, digits.length - places) : "0";

/** Returns `digits / 10^places`, rounded up. */
function cutAwayFromZero(digits: string, places: number): string {
  const kept = cutDown(digits, places);
  return hasRemainder(digits, places) ? increment(kept) : kept;
}

/** Whether any of the last `places` digits is not 0. */
const hasRemainder = (digits: string, places: number): boolean =>
  countAtEnd("0", digits) < Math.min(places, digits.length);

/** Adds 1. The digits must have no leading zeros. */
function increment(digits: string): string {
  const nines = countAtEnd("9", digits);
  const kept = digits.length - nines;
  const last = kept === 0 ? "1" : String(Number(digits[kept - 1]) + 1);
  return `${digits.slice(0, Math.max(0, kept - 1))}${last}${"0".repeat(nines)}`;
}

/** Returns the quantity `unscaled * 10^scale`, held in 64 bits. */
export const smallQuantityOf = (unscaled: bigint, scale: number, format: QuantityFormat): Quantity => ({
  ...signed(unscaled),
  scale,
  format,
  isSmall: true,
  text: undefined,
});

/** Returns the quantity of an integer, as CEL's `quantity` functions create it. */
export const quantityOfInteger = (value: bigint, format: QuantityFormat): Quantity => smallQuantityOf(value, 0, format);

const signed = (value: bigint): Pick<Quantity, "isNegative" | "digits"> => ({
  isNegative: value < 0n,
  digits: String(value < 0n ? -value : value),
});

const unscaledOf = ({ isNegative, digits }: Quantity): bigint => (isNegative ? -BigInt(digits) : BigInt(digits));

/** Returns -1, 0 or 1. */
export const quantitySign = ({ isNegative, digits }: Quantity): number => (digits === "0" ? 0 : isNegative ? -1 : 1);

/** Whether there are digits other than 0 after the point. */
export const hasFraction = ({ digits, scale }: Quantity): boolean => digits !== "0" && hasRemainder(digits, -scale);

/** Negative, 0 or positive as `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const signs = quantitySign(a) - quantitySign(b);
  if (signs !== 0 || a.digits === "0") return Math.sign(signs);
  return a.isNegative ? compareMagnitudes(b, a) : compareMagnitudes(a, b);
}

/** Compares numbers that are not 0. */
function compareMagnitudes(a: Magnitude, b: Magnitude): number {
  const magnitudes = leadingExponent(a) - leadingExponent(b);
  if (magnitudes !== 0) return Math.sign(magnitudes);
  const length = Math.max(a.digits.length, b.digits.length);
  const [left, right] = [a.digits.padEnd(length, "0"), b.digits.padEnd(length, "0")];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** The power of ten above the first digit. */
const leadingExponent = ({ digits, scale }: Magnitude): number => digits.length + scale;

/** Returns the sum, in the format of `a`, or of `b` if `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.digits === "0" ? b.format : a.format;
  const isSmall = a.isSmall && b.isSmall;
  if (isSmall && b.digits === "0") return { ...a, format, text: undefined };
  if (isSmall && a.digits === "0") return { ...b, format, text: undefined };
  const scale = Math.min(a.scale, b.scale);
  // If the scales are too far apart to compute the sum, the larger number is the result.
  if (Math.max(a.scale, b.scale) - scale > maxExpansion) {
    return { ...(leadingExponent(a) > leadingExponent(b) ? a : b), format, isSmall: false, text: undefined };
  }
  const unscaled = scaledTo(a, scale) + scaledTo(b, scale);
  return { ...smallQuantityOf(unscaled, scale, format), isSmall: isSmall && fitsInt64(unscaled) };
}

const scaledTo = (quantity: Quantity, scale: number): bigint =>
  unscaledOf(quantity) * 10n ** BigInt(quantity.scale - scale);

/** Returns the difference, in the format of `a`, or of `b` if `a` is zero. */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity =>
  addQuantities(a, { ...b, isNegative: !b.isNegative && b.digits !== "0" });

/**
 * Returns the value of a small quantity without a fraction if it fits into 64 bits. Trailing zeros after the point
 * count as a fraction.
 */
export function quantityToInteger(quantity: Quantity): bigint | undefined {
  const { scale, isSmall } = quantity;
  if (!isSmall || scale < 0) return undefined;
  if (scale > maxSmallDigits) return quantity.digits === "0" ? 0n : undefined;
  const value = scaledTo(quantity, 0);
  return fitsInt64(value) ? value : undefined;
}

/** Returns the nearest double, except for the last digit. */
export function quantityToDouble(quantity: Quantity): number {
  const { digits, scale } = quantity;
  const unscaled = quantitySign(quantity) * Number(digits);
  return scale === 0 ? unscaled : unscaled * powerOfTen(scale);
}

/** Computes a power of ten as Go's math.Pow10 does: by multiplying two powers that are exact or nearly exact. */
function powerOfTen(exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  if (exponent < -323) return 0;
  const magnitude = Math.abs(exponent);
  const coarse = Number(`1e${Math.sign(exponent) * 32 * Math.floor(magnitude / 32)}`);
  const fine = Number(`1e${magnitude % 32}`);
  return exponent < 0 ? coarse / fine : coarse * fine;
}

/**
 * Returns the quantity rounded up to a 64-bit integer. As upstream, values that are too large wrap around or become
 * zero.
 */
export const quantityValue = (quantity: Quantity): bigint => scaledValue(quantity, 0);

/** As {@link quantityValue}, in thousandths. */
export const quantityMilliValue = (quantity: Quantity): bigint => scaledValue(quantity, -3);

function scaledValue(quantity: Quantity, target: number): bigint {
  const { isNegative, digits, scale, isSmall } = quantity;
  const places = target - scale;
  if (places > 0) {
    if (!isSmall) return BigInt.asIntN(64, divideUp(quantity, places));
    const magnitude = BigInt(cutAwayFromZero(digits, places));
    return isNegative ? -magnitude : magnitude;
  }
  if (!isSmall) return BigInt.asIntN(64, lowBits(quantity) * wrappingPowerOfTen(-places));
  if (-places > maxSmallDigits) return 0n;
  const value = scaledTo(quantity, target);
  return fitsInt64(value) || wrappingPlaces.has(-places) ? BigInt.asIntN(64, value) : 0n;
}

/**
 * Powers of ten for which upstream multiplies in one step, so that the result wraps around. For others it multiplies
 * step by step.
 */
const wrappingPlaces: ReadonlySet<number> = new Set([1, 2, 3, 6, 9]);

/**
 * Returns `quantity / 10^places`, plus one if there is a remainder. Upstream divides 64-bit numbers towards zero, and
 * larger ones downwards.
 */
function divideUp(quantity: Quantity, places: number): bigint {
  const { isNegative, digits } = quantity;
  if ((isNegative || compareMagnitudes({ digits, scale: 0 }, largestBinary) < 0) && places <= maxSmallDigits) {
    const divisor = 10n ** BigInt(places);
    const low = lowBits(quantity);
    return low / divisor + (low % divisor === 0n ? 0n : 1n);
  }
  const low = lowBits({ isNegative, digits: cutDown(digits, places) });
  return low + (!isNegative && hasRemainder(digits, places) ? 1n : 0n);
}

const digitsPerStep = 18;
const stepFactor = 10n ** BigInt(digitsPerStep);

/** Returns the lowest 64 bits of an integer, as a signed number. */
function lowBits({ isNegative, digits }: Pick<Quantity, "isNegative" | "digits">): bigint {
  let bits = 0n;
  // The first step handles the digits that do not fill a whole step.
  for (let end = digits.length % digitsPerStep; end <= digits.length; end += digitsPerStep) {
    bits = BigInt.asIntN(64, bits * stepFactor + BigInt(digits.slice(Math.max(0, end - digitsPerStep), end)));
  }
  return BigInt.asIntN(64, isNegative ? -bits : bits);
}

const wrappingPowerOfTen = (exponent: number): bigint =>
  exponent > maxSmallDigits ? minInt64 : 10n ** BigInt(exponent);

/** Returns the canonical text: without a fraction, and with the largest suffix that allows this. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  if (quantity.digits === "0") return "0";
  const binary = quantity.format === "BinarySI" ? formatBinary(quantity) : undefined;
  return binary ?? formatDecimal(quantity);
}

const kibi = 1024n;

/** Formats integers of at least 1024; others are formatted as decimals. */
function formatBinary(quantity: Quantity): string | undefined {
  const { digits, scale } = quantity;
  if (hasFraction(quantity)) return undefined;
  let value = scale < 0 ? BigInt(cutDown(digits, -scale)) : scaledTo({ ...quantity, isNegative: false }, 0);
  if (value < kibi) return undefined;
  let exponent = 0;
  while (value % kibi === 0n) {
    value /= kibi;
    exponent += 10;
  }
  return `${minus(quantity)}${value}${binaryTextByExponent.get(exponent) ?? ""}`;
}

const minus = ({ isNegative }: Quantity): string => (isNegative ? "-" : "");

function formatDecimal(quantity: Quantity): string {
  const { digits, scale, format } = quantity;
  const zeros = countAtEnd("0", digits);
  const fullExponent = scale + zeros;
  const exponent = 3 * Math.floor(fullExponent / 3);
  const mantissa = `${minus(quantity)}${digits.slice(0, digits.length - zeros)}${"0".repeat(fullExponent - exponent)}`;
  if (format === "DecimalExponent") return exponent === 0 ? mantissa : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalTextByExponent.get(exponent) ?? ""}`;
}
