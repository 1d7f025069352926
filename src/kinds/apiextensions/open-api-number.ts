/**
 * Numbers against a schema, as the API server validates those of custom resources: in whole numbers as long as the value and
 * the bound are whole, else as floating point.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { isBeyondInt64 } from "../../json/float-numbers.ts";
import { Float64 } from "../../json/float64.ts";
import { formatDouble } from "../../text/go-double.ts";

/** The fault of a number. */
export interface NumberFault {
  readonly message: string;
  /** As `Finding.serverText`. */
  readonly serverText: string;
  /** The server's error names no field. */
  readonly isUnnamed?: boolean;
}

const minInt64 = -(2n ** 63n);
const maxFloat32 = (2 - 2 ** -23) * 2 ** 127;

/** Whether the server holds the number as one of 64 bits; else it is a floating point number. */
function isInt64(number: number | bigint): boolean {
  if (typeof number === "number") return Number.isInteger(number) && Math.abs(number) < 2 ** 63;
  return !isBeyondInt64(number);
}

/** Whether the server holds a value as a whole number. */
export const isInteger = (value: unknown): boolean =>
  (typeof value === "number" || typeof value === "bigint") && isInt64(value);

/** Whether a number is of type `integer`: a float may be, as far as floats hold all whole numbers. */
export const isOfInteger = (value: unknown): boolean =>
  isInteger(value) || (value instanceof Float64 && Number.isSafeInteger(Number(value)));

/** A number of a value that is validated. */
export type JsonNumber = number | bigint | Float64;

export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Float64;

/** @param at - the path of the number, as errors have it */
export function numberFaults(value: JsonNumber, schema: JSONSchemaProps, at: string): NumberFault[] {
  const isFloat = value instanceof Float64;
  const number = isFloat ? Number(value) : value;
  const { multipleOf, maximum, minimum } = schema;
  const faults: NumberFault[] = [];
  const addUnfit = (message: string, subject: string) => {
    const serverText = `"": ${subject} value must be of type ${serverType(schema)} in ${at}`;
    faults.push({ message, serverText, isUnnamed: true });
  };
  if (!fitsType(number, schema)) addUnfit(`must fit ${typeName(schema)}`, "Checked");
  const check = (name: string, bound: number | undefined, faultOf: Compare) => {
    if (bound === undefined) return;
    const fits = fitsType(bound, schema);
    if (!fits) addUnfit(unfit(name, bound, schema), boundSubjects.get(name) ?? "");
    const isWhole = fits && !isFloat && isInt64(number);
    const message = isWhole ? faultOf(BigInt(number), toInt64(bound)) : faultOf(Number(number), bound);
    if (message === undefined) return;
    // A float that is zero has no sign.
    const [shown, limit] = isWhole ? [number, toInt64(bound)] : [formatDouble(Number(number) + 0), formatDouble(bound)];
    // A fraction is cut off for whole numbers: of 0.5 nothing is left.
    const isOfNothing = faultOf === multipleFault && (isWhole ? toInt64(bound) <= 0n : bound <= 0);
    const serverText = isOfNothing
      ? `${limit}: factor MultipleOf declared for ${at} must be positive: ${limit}`
      : `${shown}: ${at} in body should be ${serverWords.get(message)} ${limit}`;
    faults.push({ message: `must be ${message} ${bound}`, serverText });
  };
  check("multipleOf", multipleOf, multipleFault);
  check("minimum", minimum, lowerFault(schema.exclusiveMinimum === true));
  check("maximum", maximum, upperFault(schema.exclusiveMaximum === true));
  return faults;
}

const typeName = ({ type, format }: JSONSchemaProps): string =>
  type === "integer" ? `${format === "int32" ? 32 : 64} bits` : "32 bits of floating point";

const unfit = (name: string, bound: number, schema: JSONSchemaProps): string =>
  `matches no schema whose \`${name}\` is ${bound}: that does not fit ${typeName(schema)}`;

/** The formats that count, by the type of the schema. */
export const formatsOfNumbers: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    integer: ["int32", "int64"],
    number: ["float", "double"],
  }),
);

function serverType({ type = "", format = "" }: JSONSchemaProps): string {
  const isKnown = formatsOfNumbers.get(type)?.includes(format) === true;
  return `${type} ${isKnown ? `with format ${format}` : "(default format)"}`;
}

const boundSubjects: ReadonlyMap<string, string> = new Map([
  ["multipleOf", "MultipleOf"],
  ["minimum", "Minimum boundary"],
  ["maximum", "Maximum boundary"],
]);

const serverWords: ReadonlyMap<string, string> = new Map([
  ["above", "greater than"],
  ["at least", "greater than or equal to"],
  ["below", "less than"],
  ["at most", "less than or equal to"],
  ["a multiple of", "a multiple of"],
]);

/** Both are whole, or both floating point. */
type Compare = (number: number | bigint, bound: number | bigint) => string | undefined;

const lowerFault =
  (isExclusive: boolean): Compare =>
  (number, bound) =>
    number < bound || (isExclusive && number === bound) ? (isExclusive ? "above" : "at least") : undefined;

const upperFault =
  (isExclusive: boolean): Compare =>
  (number, bound) =>
    number > bound || (isExclusive && number === bound) ? (isExclusive ? "below" : "at most") : undefined;

const multipleFault: Compare = (number, factor) => (isMultiple(number, factor) ? undefined : "a multiple of");

function isMultiple(number: number | bigint, factor: number | bigint): boolean {
  if (factor <= 0) return false;
  if (typeof number === "bigint" && typeof factor === "bigint") return number % factor === 0n;
  const [dividend, divisor] = [Number(number), Number(factor)];
  return isNearlyWhole(divisor < 1 ? (1 / divisor) * dividend : dividend / divisor);
}

/** Rounding of the division is forgiven. */
function isNearlyWhole(quotient: number): boolean {
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const epsilon = 1e-9;
  const whole = Math.trunc(quotient);
  return quotient === whole || Math.abs(quotient - whole) / (Math.abs(quotient) + Math.abs(whole)) < epsilon;
}

/** Only what a type and its format hold counts as in range. */
function fitsType(
  number: number | bigint,
  { type, format, "x-kubernetes-int-or-string": isEither }: JSONSchemaProps,
): boolean {
  if (isEither) return true;
  if (type === "number") return format !== "float" || Math.abs(Number(number)) <= maxFloat32;
  if (type !== "integer") return true;
  if (typeof number === "number" && !Number.isInteger(number)) return false;
  const bits = format === "int32" ? 32 : 64;
  return BigInt.asIntN(bits, BigInt(number)) === BigInt(number);
}

/** The fraction is dropped; what does not fit becomes the least number, as in Go. */
function toInt64(number: number): bigint {
  const whole = BigInt(Math.trunc(number));
  return isBeyondInt64(whole) ? minInt64 : whole;
}
