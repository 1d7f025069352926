/**
 * The values that a schema lists under `enum`, ready to be compared with many: items of a list share their schema.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { formatGoJson, goTypeOf, showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { isInteger, isNumber } from "./open-api-number.ts";

/** A message names so many of the values. */
export const maxNamedValues = 100;

type Values = NonNullable<JSONSchemaProps["enum"]>;

export class Enumeration {
  /** As a message says what the value must be. */
  readonly demand: string;
  /** As the API server lists them. */
  readonly supported: string;
  /** Those that are strings. */
  readonly texts: readonly string[];
  readonly #keys: ReadonlySet<string>;

  constructor(values: Values) {
    const shown = values.slice(0, maxNamedValues).map(showValue).join(", ");
    const rest = values.length > maxNamedValues ? `, or ${values.length - maxNamedValues} others` : "";
    this.demand = `must be ${values.length > 1 ? "one of " : ""}${shown}${rest}`;
    this.supported = values.map((each) => showGoValue(typeof each === "string" ? each : formatGoJson(each))).join(", ");
    this.texts = values.filter((each) => typeof each === "string");
    this.#keys = new Set(values.flatMap(keysOf));
  }

  /** A fraction counts as the whole number below it; null is never a value of the list. */
  accepts(value: unknown): boolean {
    if (value === null || value === undefined) return false;
    if (this.#keys.has(keyOf(value))) return true;
    return isNumber(value) && typeof value !== "bigint" && this.#keys.has(wholeKey(Math.trunc(Number(value))));
  }
}

const enumerations = new WeakMap<Values, Enumeration>();

/** Undefined for a schema that lists no values. */
export function enumerationOf({ enum: values }: JSONSchemaProps): Enumeration | undefined {
  if (!values?.length) return undefined;
  const known = enumerations.get(values) ?? new Enumeration(values);
  enumerations.set(values, known);
  return known;
}

/** A whole number is compared with a floating point number of the list as one of these. */
function keysOf(listed: unknown): readonly string[] {
  if (isInteger(listed)) return [keyOf(listed), wholeKey(listed)];
  return typeof listed === "number" || typeof listed === "bigint"
    ? [keyOf(listed), `i${Number(listed)}`]
    : [keyOf(listed)];
}

/** The same text for values that are equal as JSON, whatever the order of a map's keys. */
function keyOf(value: unknown): string {
  if (isNumber(value)) return `${goTypeOf(value) === "float64" ? "f" : "i"}${Number(value)}`;
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${keyOf(value[name])}`).join()}}`;
}

const wholeKey = (whole: unknown): string => `whole ${Number(whole)}`;

export function showValue(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "null";
}
