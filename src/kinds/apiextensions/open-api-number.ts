/**
 * Validates numbers of custom resources against a schema like kube-apiserver: as integers if both the value and the
 * bound are whole, else as floats.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { isBeyondInt64 } from "../../json/float-numbers.ts";
import { Float64 } from "../../json/float64.ts";
import { formatDouble } from "../../text/go-double.ts";

/** A fault of a number. */
export interface NumberFault {
  readonly message: string;
  /** Same as `Finding.serverText`. */
  readonly serverText: string;
  /** Whether kube-apiserver's error names no field. */
  readonly isUnnamed?: boolean;
}

const minInt64 = -(2n ** 63n);
const maxFloat32 = (2 - 2 ** -23) * 2 ** 127;

/** Whether kube-apiserver decodes the number as a 64-bit integer; else it is a float. */
function isInt64(number: number | bigint): boolean {
  if (typeof number === "number") return Number.isInteger(number) && Math.abs(number) < 2 ** 63;
  return !isBeyondInt64(number);
}

/** Whether kube-apiserver decodes a value as an integer. */
export const isInteger = (value: unknown): boolean =>
  (typeof value === "number" || typeof value === "bigint") && isInt64(value);

/** Whether a number matches the type `integer`. A whole float does, up to the largest safe integer. */
export const isOfInteger = (value: unknown): boolean =>
  isInteger(value) || (value instanceof Float64 && Number.isSafeInteger(Number(value)));

/** A number in a value that is validated. */
export type JsonNumber = number | bigint | Float64;

export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Float64;

/** Returns the faults of a number. @param at - the path of the number as errors show it */
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
    if (!fits) addUnfit(unfitBoundText(name, bound, schema), boundSubjects.get(name) ?? "");
    const isWhole = fits && !isFloat && isInt64(number);
    const message = isWhole ? faultOf(BigInt(number), toInt64(bound)) : faultOf(Number(number), bound);
    if (message === undefined) return;
    // A float zero has no sign.
    const [shown, limit] = isWhole ? [number, toInt64(bound)] : [formatDouble(Number(number) + 0), formatDouble(bound)];
    // Integer checks truncate the bound: 0.5 becomes 0.
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

const unfitBoundText = (name: string, bound: number, schema: JSONSchemaProps): string =>
  `matches no schema whose \`${name}\` is ${bound}: that does not fit ${typeName(schema)}`;

/** The number formats that kube-apiserver validates, by the type of the schema. */
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

/** Compares two numbers, either both integers or both floats. */
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

/** Whether a quotient is whole, apart from rounding errors of the division. */
function isNearlyWhole(quotient: number): boolean {
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  const epsilon = 1e-9;
  const whole = Math.trunc(quotient);
  return quotient === whole || Math.abs(quotient - whole) / (Math.abs(quotient) + Math.abs(whole)) < epsilon;
}

/** Whether a number fits the type and format of a schema. */
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

/** Converts to int64 like Go: truncates the fraction; a number out of range becomes the smallest int64. */
function toInt64(number: number): bigint {
  const whole = BigInt(Math.trunc(number));
  return isBeyondInt64(whole) ? minInt64 : whole;
}
