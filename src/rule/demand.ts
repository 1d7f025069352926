/**
 * Demands on single values, which rules and the functions they share make at the place of a value:
 *
 *     required(volume.server, place.at("server"));
 *     unlessEmpty(volume.path, place.at("path"), absolute);
 *
 * The loops go by index: they run for each object, most often before V8 has optimized them, and then take a third of the
 * time of iterators.
 *
 * @module
 */
import { domainPrefixedPathFaults } from "../text/domain-prefixed-path.ts";
import { quoteGo } from "../text/go-quote.ts";
import { utf8Length } from "../text/utf8.ts";
import type { Place } from "./place.ts";

/** Says at the place of a value what is wrong with it. */
export type Demand<T> = (value: T, place: Place<T & {}>) => void;

/** The demand on each item of a list. */
export function each<T>(items: readonly T[] | null | undefined, place: Place<readonly T[]>, demand: Demand<T>): void {
  if (!items) return;
  for (let index = 0; index < items.length; index++) demand(items[index] as T, place.along<T & {}>([index]));
}

/** In Go, what is absent and what is empty are the same for fields that are no pointers. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || value === 0 || (Array.isArray(value) && value.length === 0)
  );
}

/** The value must be there and not empty; then the demand on it. */
export function required<T>(value: T | undefined, place: Place<T & {}>, demand?: Demand<T & {}>): void {
  if (isEmpty(value)) place.required();
  else demand?.(value as T & {}, place);
}

/** The demand on a value that is there and not empty. */
export function unlessEmpty<T>(value: T | undefined, place: Place<T & {}>, demand: Demand<T & {}>): void {
  if (!isEmpty(value)) demand(value as T & {}, place);
}

/** The demand on a value that is there, empty or not. */
export function whenSet<T>(value: T | undefined, place: Place<T & {}>, demand: Demand<T & {}>): void {
  if (value !== undefined && value !== null) demand(value, place);
}

/** Text that a grammar accepts; `faults` says what it finds wrong. */
export const text =
  (faults: (value: string) => readonly string[]) =>
  (value: string, place: Place): void => {
    for (const fault of faults(value)) place.invalid(fault, value);
  };

/** Text of at most so many bytes of UTF-8. */
export const atMostBytes =
  (most: number) =>
  (value: string, place: Place): void => {
    if (utf8Length(value) > most) place.say(`must have at most ${most} bytes`, { cause: "too-long" });
  };

/** A name such as `example.org/team`. */
export const domainPrefixedPath: Demand<string> = (value, place) => {
  for (const { part, fault } of domainPrefixedPathFaults(value)) {
    const words = fault.replace(/^invalid/, "Invalid");
    place.invalid(fault, value, { serverText: `${quoteGo(part)}: ${words}` });
  }
};

/** A number from `least` to `most`, both included. */
export const inRange =
  (least: number, most: number) =>
  (value: number | bigint, place: Place): void => {
    if (value < least || value > most) place.invalid(`must be from ${least} to ${most}`, value);
  };

/** A number of at least `least`. */
export const atLeast =
  (least: number) =>
  (value: number | bigint, place: Place): void => {
    if (value >= least) return;
    place.invalid(`must be ${least} or above`, value, {
      serverText: `${value}: must be greater than or equal to ${least}`,
    });
  };

/**
 * A number of at most `most`.
 *
 * @param upstream - how the API server names the bound
 */
export const noMoreThan =
  (most: number, upstream = String(most)) =>
  (value: number | bigint, place: Place): void => {
    if (value <= most) return;
    const serverText = `${value}: must be less than or equal to ${upstream}`;
    place.invalid(`must be at most ${most}`, value, { serverText });
  };

/** A number that is not negative. */
export const notNegative = (value: number | bigint | null | undefined, place: Place): void => {
  if (value && value < 0) place.invalid("must be 0 or above", value);
};

/** A number above 0. */
export const positive = (value: number | bigint, place: Place): void => {
  if (value <= 0) place.invalid("must be above 0", value);
};

/** One of a few words. */
export const oneOf =
  (words: readonly string[]): Demand<string> =>
  (value, place) => {
    if (!words.includes(value)) place.unsupported(words, value);
  };

/** The fields of `names` that are set, in their order. Most objects have fewer fields than there are names. */
export function setFields<K extends string>(object: object, names: readonly K[]): K[] {
  const found: K[] = [];
  for (const field in object) {
    const name = names.find((each) => each === field);
    if (name !== undefined && (object as Readonly<Record<string, unknown>>)[field] !== undefined) found.push(name);
  }
  return found.length < 2 ? found : names.filter((name) => found.includes(name));
}

/**
 * Of the fields of a union one must be set, and no other.
 *
 * @param must - the demand; default: that with the names of all fields
 * @returns those that are set
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

/** The API server's words for a union of which not exactly one field is set. */
export function unionText(set: readonly (string | number)[], names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``).join(", ");
  return set.length === 0
    ? `"": must specify one of: ${all}`
    : `"{${set.join(", ")}}": must specify exactly one of: ${all}`;
}
