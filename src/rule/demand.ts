/**
 * Checks of single values, which rules and their shared functions apply at the place of a value:
 *
 *     required(volume.server, place.at("server"));
 *     unlessEmpty(volume.path, place.at("path"), absolute);
 *
 * Loops use indices: they run for each object, mostly before V8 has optimized them, and then take a third of the time
 * of iterators.
 *
 * @module
 */
import { domainPrefixedPathFaults } from "../text/domain-prefixed-path.ts";
import { quoteGo } from "../text/go-quote.ts";
import { utf8Length } from "../text/utf8.ts";
import type { Place } from "./place.ts";

/** Reports at the place of a value if the value is invalid. */
export type Demand<T> = (value: T, place: Place<T & {}>) => void;

/** Applies a demand to each item of a list. */
export function each<T>(items: readonly T[] | null | undefined, place: Place<readonly T[]>, demand: Demand<T>): void {
  if (!items) return;
  for (let index = 0; index < items.length; index++) demand(items[index] as T, place.along<T & {}>([index]));
}

/**
 * Whether a value is empty in the sense of Go, where fields that are not pointers cannot distinguish absent from empty.
 */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || value === 0 || (Array.isArray(value) && value.length === 0)
  );
}

/** Requires a value that is set and not empty, then applies a demand to it. */
export function required<T>(value: T | undefined, place: Place<T & {}>, demand?: Demand<T & {}>): void {
  if (isEmpty(value)) place.required();
  else demand?.(value as T & {}, place);
}

/** Applies a demand to a value if it is set and not empty. */
export function unlessEmpty<T>(value: T | undefined, place: Place<T & {}>, demand: Demand<T & {}>): void {
  if (!isEmpty(value)) demand(value as T & {}, place);
}

/** Applies a demand to a value if it is set, empty or not. */
export function whenSet<T>(value: T | undefined, place: Place<T & {}>, demand: Demand<T & {}>): void {
  if (value !== undefined && value !== null) demand(value, place);
}

/** Requires text without faults; `faults` returns the messages. */
export const text =
  (faults: (value: string) => readonly string[]) =>
  (value: string, place: Place): void => {
    for (const fault of faults(value)) place.invalid(fault, value);
  };

/** Requires text with at most `most` bytes in UTF-8. */
export const atMostBytes =
  (most: number) =>
  (value: string, place: Place): void => {
    if (utf8Length(value) > most) place.say(`must have at most ${most} bytes`, { cause: "too-long" });
  };

/** Requires a name such as `example.org/team`. */
export const domainPrefixedPath: Demand<string> = (value, place) => {
  for (const { part, fault } of domainPrefixedPathFaults(value)) {
    const words = fault.replace(/^invalid/, "Invalid");
    place.invalid(fault, value, { serverText: `${quoteGo(part)}: ${words}` });
  }
};

/** Requires a number from `least` to `most`, both included. */
export const inRange =
  (least: number, most: number) =>
  (value: number | bigint, place: Place): void => {
    if (value < least || value > most) place.invalid(`must be from ${least} to ${most}`, value);
  };

/** Requires a number of at least `least`. */
export const atLeast =
  (least: number) =>
  (value: number | bigint, place: Place): void => {
    if (value >= least) return;
    place.invalid(`must be ${least} or above`, value, {
      serverText: `${value}: must be greater than or equal to ${least}`,
    });
  };

/**
 * Requires a number of at most `most`.
 *
 * @param upstream - the bound in the error of the API server
 */
export const noMoreThan =
  (most: number, upstream = String(most)) =>
  (value: number | bigint, place: Place): void => {
    if (value <= most) return;
    const serverText = `${value}: must be less than or equal to ${upstream}`;
    place.invalid(`must be at most ${most}`, value, { serverText });
  };

/** Requires a number that is not negative. */
export const notNegative = (value: number | bigint | null | undefined, place: Place): void => {
  if (value && value < 0) place.invalid("must be 0 or above", value);
};

/** Requires a number above 0. */
export const positive = (value: number | bigint, place: Place): void => {
  if (value <= 0) place.invalid("must be above 0", value);
};

/** Requires one of the given words. */
export const oneOf =
  (words: readonly string[]): Demand<string> =>
  (value, place) => {
    if (!words.includes(value)) place.unsupported(words, value);
  };

/**
 * Returns the fields among `names` that are set, in the order of `names`. Loops over the object, since most objects
 * have fewer fields than `names`.
 */
export function setFields<K extends string>(object: object, names: readonly K[]): K[] {
  const found: K[] = [];
  for (const field in object) {
    const name = names.find((each) => each === field);
    if (name !== undefined && (object as Readonly<Record<string, unknown>>)[field] !== undefined) found.push(name);
  }
  return found.length < 2 ? found : names.filter((name) => found.includes(name));
}

/**
 * Requires that exactly one field of a union is set.
 *
 * @param must - the start of the message; default: lists the names of all fields
 * @returns the fields that are set
 */
export function exactlyOne<T extends object, K extends keyof T & string>(
  value: T,
  names: readonly K[],
  place: Place<T>,
  must = `must have exactly one of ${names.map((name) => `\`${name}\``).join(" and ")}`,
): K[] {
  const set = setFields(value, names);
  if (set.length === 1) return set;
  const serverText = unionText(set, names);
  place.say(`${must}; got ${set.join(", ") || "none"}`, { cause: "invalid", serverText });
  return set;
}

/** Returns the error text of the API server for a union without exactly one field set. */
export function unionText(set: readonly (string | number)[], names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``).join(", ");
  return set.length === 0
    ? `"": must specify one of: ${all}`
    : `"{${set.join(", ")}}": must specify exactly one of: ${all}`;
}
