/**
 * Quantities of the Kubernetes API: exact decimal numbers with a unit suffix, such as `1500m` and `2Gi`.
 *
 * The API server holds a quantity in one of two ways, and some answers depend on which: only a *small* quantity, one
 * held in 64 bits, is ever an integer. That is kept here.
 *
 * @module
 */
import { byText } from "./by-text.ts";
import { fault, type Parsed, parsed } from "./parsed.ts";

export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** The number `unscaled * 10^scale`. */
export interface Quantity {
  readonly unscaled: bigint;
  readonly scale: number;
  /** What suffix it is written with. */
  readonly format: QuantityFormat;
  /** Held in 64 bits, `unscaled` fits. */
  readonly isSmall: boolean;
  /** The text it came from where that counts as canonical. */
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

/** Nothing is held finer than this power of ten. */
const nanoScale = -9;
/** Decimal digits that are sure to fit 64 bits. */
const maxSmallDigits = 18;
/** Powers of ten up to which a large quantity is spelled out; beyond, its digits stay as they were written. */
const maxExpansion = 1000;

const grammar = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

/** Digits may be missing: `.`, `-` and `Ki` are zero, while `Ei`, which is read another way, is a fault. */
export const parseQuantity: (text: string) => Parsed<Quantity> = byText(readQuantity);

function readQuantity(text: string): Parsed<Quantity> {
  const match = text === "" ? null : grammar.exec(text);
  if (match === null) return fault(formatFault);
  const [, sign = "", whole = "", fraction = "", suffixText = ""] = match;
  const suffix = readSuffix(suffixText);
  if (suffix === undefined) return fault(suffixFault);
  const number: ParsedNumber = { isNegative: sign === "-", whole: whole.replace(/^0+/, "") || "0", fraction };
  const small = smallQuantity(number, suffix, text);
  if (small === undefined && whole === "" && fraction === "") return fault(numericFault);
  return parsed(small ?? largeQuantity(number, suffix));
}

/** Digits before the point without leading zeros, at least one, and after it. */
interface ParsedNumber {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function readSuffix(text: string): Suffix | undefined {
  const known = suffixByText.get(text);
  if (known !== undefined) return known;
  const exponent = /^[eE]([+-]?[0-9]+)$/.exec(text)?.[1];
  if (exponent === undefined || !fitsInt64(BigInt(exponent))) return undefined;
  return { base: 10, exponent: Number(BigInt.asIntN(32, BigInt(exponent))), format: "DecimalExponent" };
}

/** How many more digits there could be for the number to be held in 64 bits; below 0 it is not. */
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
    unscaled: number.isNegative ? -magnitude : magnitude,
    scale,
    format: suffix.format,
    isSmall: true,
    text: isCanonical ? text : undefined,
  };
}

/** Rounded to nano away from zero; a binary quantity ends at 2^63 - 1. */
function largeQuantity(number: ParsedNumber, { base, exponent, format }: Suffix): Quantity {
  const digits = BigInt(number.whole + number.fraction);
  const magnitude = roundToNano(
    base === 2 ? digits << BigInt(exponent) : digits,
    (base === 10 ? exponent : 0) - number.fraction.length,
  );
  const isBelowOne = magnitude.unscaled > 0n && compareScaled(magnitude, one) < 0;
  const capped = base === 2 && compareScaled(magnitude, largestBinary) > 0 ? largestBinary : magnitude;
  return {
    unscaled: number.isNegative ? -capped.unscaled : capped.unscaled,
    scale: capped.scale,
    format: base === 2 && isBelowOne ? "DecimalSI" : format,
    isSmall: false,
    text: undefined,
  };
}

type Scaled = Pick<Quantity, "unscaled" | "scale">;

const one: Scaled = { unscaled: 1n, scale: 0 };
const largestBinary: Scaled = { unscaled: maxInt64, scale: 0 };

function roundToNano(unscaled: bigint, scale: number): Scaled {
  if (unscaled === 0n || scale - nanoScale > maxExpansion) return { unscaled, scale };
  if (scale >= nanoScale) return { unscaled: unscaled * 10n ** BigInt(scale - nanoScale), scale: nanoScale };
  return { unscaled: divideAwayFromZero(unscaled, nanoScale - scale), scale: nanoScale };
}

/** `value / 10^places`, a remainder rounds away from zero. */
function divideAwayFromZero(value: bigint, places: number): bigint {
  if (places > String(value).length) return value === 0n ? 0n : value > 0n ? 1n : -1n;
  const divisor = 10n ** BigInt(places);
  const remainder = value % divisor;
  return value / divisor + (remainder === 0n ? 0n : value > 0n ? 1n : -1n);
}

/** A whole number, as the `quantity` functions make it of an integer. */
export const quantityOfInteger = (value: bigint, format: QuantityFormat): Quantity => ({
  unscaled: value,
  scale: 0,
  format,
  isSmall: true,
  text: undefined,
});

/** -1, 0 or 1. */
export const quantitySign = ({ unscaled }: Quantity): number => (unscaled === 0n ? 0 : unscaled > 0n ? 1 : -1);

/** Below, at or above 0 as `a` is less than, equal to or greater than `b`. */
export const compareQuantities = (a: Quantity, b: Quantity): number => compareScaled(a, b);

function compareScaled(a: Scaled, b: Scaled): number {
  const signs = Number(a.unscaled > 0n) - Number(a.unscaled < 0n) - Number(b.unscaled > 0n) + Number(b.unscaled < 0n);
  if (signs !== 0 || a.unscaled === 0n) return Math.sign(signs);
  const sign = a.unscaled > 0n ? 1 : -1;
  const magnitudes = leadingExponent(a) - leadingExponent(b);
  if (magnitudes !== 0) return sign * Math.sign(magnitudes);
  const scale = Math.min(a.scale, b.scale);
  const left = a.unscaled * 10n ** BigInt(a.scale - scale);
  const right = b.unscaled * 10n ** BigInt(b.scale - scale);
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Power of ten above the first digit. */
const leadingExponent = ({ unscaled, scale }: Scaled): number =>
  String(unscaled < 0n ? -unscaled : unscaled).length + scale;

/** The sum, in the format of `a`, or of `b` when `a` is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  const format = a.unscaled === 0n ? b.format : a.format;
  if (a.isSmall && b.isSmall) {
    if (b.unscaled === 0n) return { ...a, format, text: undefined };
    if (a.unscaled === 0n) return { ...b, format, text: undefined };
    const small = addAligned(a, b);
    if (small !== undefined && fitsInt64(small.unscaled)) return { ...small, format, isSmall: true, text: undefined };
  }
  const sum = addAligned(a, b) ?? (leadingExponent(a) > leadingExponent(b) ? a : b);
  return { unscaled: sum.unscaled, scale: sum.scale, format, isSmall: false, text: undefined };
}

/** The difference, in the format of `a`, or of `b` when `a` is zero. */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity =>
  addQuantities(a, { ...b, unscaled: -b.unscaled });

/** The exact sum at the finer scale; undefined when the scales are too far apart to spell it out. */
function addAligned(a: Scaled, b: Scaled): Scaled | undefined {
  const scale = Math.min(a.scale, b.scale);
  if (Math.max(a.scale, b.scale) - scale > maxExpansion) return undefined;
  const unscaled = a.unscaled * 10n ** BigInt(a.scale - scale) + b.unscaled * 10n ** BigInt(b.scale - scale);
  return { unscaled, scale };
}

/** The value of a small quantity without fraction that fits 64 bits; trailing zeros after a point count as fraction. */
export function quantityToInteger({ unscaled, scale, isSmall }: Quantity): bigint | undefined {
  if (!isSmall || scale < 0) return undefined;
  if (scale > maxSmallDigits) return unscaled === 0n ? 0n : undefined;
  const value = unscaled * 10n ** BigInt(scale);
  return fitsInt64(value) ? value : undefined;
}

/** The nearest double, but for the last digit. */
export function quantityToDouble({ unscaled, scale }: Quantity): number {
  return scale === 0 ? Number(unscaled) : Number(unscaled) * powerOfTen(scale);
}

/** As Go's math.Pow10, which multiplies two powers that are exact or nearly so. */
function powerOfTen(exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  if (exponent < -323) return 0;
  const magnitude = Math.abs(exponent);
  const coarse = Number(`1e${Math.sign(exponent) * 32 * Math.floor(magnitude / 32)}`);
  const fine = Number(`1e${magnitude % 32}`);
  return exponent < 0 ? coarse / fine : coarse * fine;
}

/** Rounded up to an integer of 64 bits; as upstream has it, what is too large wraps around or is zero. */
export const quantityValue = (quantity: Quantity): bigint => scaledValue(quantity, 0);

/** As {@link quantityValue}, in thousandths. */
export const quantityMilliValue = (quantity: Quantity): bigint => scaledValue(quantity, -3);

function scaledValue({ unscaled, scale, isSmall }: Quantity, target: number): bigint {
  const places = target - scale;
  if (places > 0) {
    if (isSmall) return divideAwayFromZero(unscaled, places);
    return BigInt.asIntN(64, divideUp(unscaled, places));
  }
  if (!isSmall) return BigInt.asIntN(64, BigInt.asIntN(64, unscaled) * wrappingPowerOfTen(-places));
  if (-places > maxSmallDigits) return 0n;
  const value = unscaled * 10n ** BigInt(-places);
  return fitsInt64(value) || wrappingPlaces.has(-places) ? BigInt.asIntN(64, value) : 0n;
}

/** Upstream multiplies by these powers of ten at once and so wraps around; by others step by step. */
const wrappingPlaces: ReadonlySet<number> = new Set([1, 2, 3, 6, 9]);

/** `value / 10^places`, plus one for a remainder; upstream divides numbers of 64 bits towards zero, others downwards. */
function divideUp(value: bigint, places: number): bigint {
  if (value < maxInt64 && places <= maxSmallDigits) {
    const divisor = 10n ** BigInt(places);
    const low = BigInt.asIntN(64, value);
    return low / divisor + (low % divisor === 0n ? 0n : 1n);
  }
  if (places > String(value).length) return value > 0n ? 1n : 0n;
  const divisor = 10n ** BigInt(places);
  const hasRemainder = value % divisor !== 0n;
  return value / divisor + (hasRemainder && value > 0n ? 1n : 0n);
}

const wrappingPowerOfTen = (exponent: number): bigint =>
  exponent > maxSmallDigits ? minInt64 : 10n ** BigInt(exponent);

/** The canonical text: no fraction, the largest suffix that allows it. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text;
  if (quantity.unscaled === 0n) return "0";
  const binary = quantity.format === "BinarySI" ? formatBinary(quantity) : undefined;
  return binary ?? formatDecimal(quantity);
}

const kibi = 1024n;

/** Whole numbers from 1024 on; others are written as decimals. */
function formatBinary({ unscaled, scale }: Quantity): string | undefined {
  const places = scale < 0 ? 10n ** BigInt(-scale) : 1n;
  if (unscaled % places !== 0n) return undefined;
  let value = scale < 0 ? unscaled / places : unscaled * 10n ** BigInt(scale);
  if (value > -kibi && value < kibi) return undefined;
  let exponent = 0;
  while (value % kibi === 0n) {
    value /= kibi;
    exponent += 10;
  }
  return `${value}${binaryTextByExponent.get(exponent) ?? ""}`;
}

function formatDecimal({ unscaled, scale, format }: Quantity): string {
  const digits = String(unscaled);
  const trailingZeros = /0*$/.exec(digits)?.[0].length ?? 0;
  const fullExponent = scale + trailingZeros;
  const exponent = 3 * Math.floor(fullExponent / 3);
  const mantissa = digits.slice(0, digits.length - trailingZeros) + "0".repeat(fullExponent - exponent);
  if (format === "DecimalExponent") return exponent === 0 ? mantissa : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalTextByExponent.get(exponent) ?? ""}`;
}
