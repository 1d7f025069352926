/**
 * The values that a schema lists under `enum`, indexed once and compared with many values: the items of a list share
 * their schema.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { formatGoJson, goTypeOf, showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { isInteger, isNumber } from "./open-api-number.ts";

/** The maximum number of values that a message lists. */
export const maxNamedValues = 100;

type Values = NonNullable<JSONSchemaProps["enum"]>;

export class Enumeration {
  /** The allowed values, worded for messages. */
  readonly demand: string;
  /** The allowed values, formatted as in errors of kube-apiserver. */
  readonly supported: string;
  /** The values that are strings. */
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

  /**
   * Whether the list contains a value. A fraction matches the whole number that it truncates to; null never matches.
   */
  accepts(value: unknown): boolean {
    if (value === null || value === undefined) return false;
    if (this.#keys.has(keyOf(value))) return true;
    return isNumber(value) && typeof value !== "bigint" && this.#keys.has(truncatedKey(Math.trunc(Number(value))));
  }
}

const enumerations = new WeakMap<Values, Enumeration>();

/** Returns the enumeration of a schema; undefined if it lists no values. */
export function enumerationOf({ enum: values }: JSONSchemaProps): Enumeration | undefined {
  if (!values?.length) return undefined;
  const known = enumerations.get(values) ?? new Enumeration(values);
  enumerations.set(values, known);
  return known;
}

/**
 * Returns the keys that match a listed value: a listed integer also matches floats that truncate to it, a listed float
 * also matches an integer of equal value.
 */
function keysOf(listed: unknown): readonly string[] {
  if (isInteger(listed)) return [keyOf(listed), truncatedKey(listed)];
  return typeof listed === "number" || typeof listed === "bigint"
    ? [keyOf(listed), `i${Number(listed)}`]
    : [keyOf(listed)];
}

/** Returns a key that is the same for values that are equal as JSON, regardless of the order of map keys. */
function keyOf(value: unknown): string {
  if (isNumber(value)) return `${goTypeOf(value) === "float64" ? "f" : "i"}${Number(value)}`;
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${keyOf(value[name])}`).join()}}`;
}

const truncatedKey = (whole: unknown): string => `whole ${Number(whole)}`;

export function showValue(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "null";
}
