/**
 * Statements about single values, put together into tables that mirror the shape they are about:
 *
 *     const volume = fields<Volume>({ name: required(label), nfs: { server: required(), path: required(absolute) } });
 *
 * They run for each field of each object, most often before V8 has optimized them: hence loops by index, which then take
 * a third of the time of iterators.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import type { Place } from "./place.ts";

/** Looks at the value of a field, present or not, and says what is wrong with it. */
export interface Check<T, S = unknown> {
  (value: T, place: Place<T & {}>, scope: S): void;
  /** It has nothing to say of a field that is absent, as most fields of an object are: it need not be asked. */
  readonly needsValue?: boolean;
}

/** Checks by field, or for a field that is an object its own table; the other fields are free. */
export type Checks<T, S = unknown> = {
  readonly [K in keyof T]?: Check<T[K], S> | (NonNullable<T[K]> extends object ? Checks<NonNullable<T[K]>, S> : never);
};

/** Checks of the fields of an object, when there is one. */
export function fields<T extends object, S = unknown>(checks: Checks<T, S>): Check<T | undefined, S> {
  const entries = Object.entries(checks).map(([name, given]) => {
    const check = (typeof given === "function" ? given : fields(given as object)) as Check<T[keyof T], S>;
    return { name: name as keyof T & string, check, needsValue: check.needsValue === true };
  });
  if (entries.length >= minSparseFields && entries.every(({ needsValue }) => needsValue)) return sparse(entries);
  return ofValue((object, place, scope) => {
    if (object === undefined) return;
    for (let index = 0; index < entries.length; index++) {
      const { name, check, needsValue } = entries[index] as FieldCheck<T, S>;
      const value = object[name];
      if (value !== undefined || !needsValue) check(value, fieldOf(place, name), scope);
    }
  });
}

/** The compiler cannot follow a step into a type that it does not know yet. */
const fieldOf = <T>(place: Place<T & {}>, name: keyof T & string) =>
  (place as Place).at(name) as Place<T[keyof T] & {}>;

/** Of a table of so many fields an object has but a few. */
const minSparseFields = 8;

interface FieldCheck<T, S> {
  readonly name: keyof T & string;
  readonly check: Check<T[keyof T], S>;
  readonly needsValue: boolean;
}

/** The same for a wide table: it looks at the fields that the object has, not at all that it could have. */
function sparse<T extends object, S>(entries: readonly FieldCheck<T, S>[]): Check<T | undefined, S> {
  const entryByName: ReadonlyMap<string, FieldCheck<T, S>> = new Map(entries.map((entry) => [entry.name, entry]));
  return ofValue((object, place, scope) => {
    const present: FieldCheck<T, S>[] = [];
    for (const name in object) {
      const entry = object[name] === undefined ? undefined : entryByName.get(name);
      if (entry) present.push(entry);
    }
    const ordered = present.length < 2 ? present : entries.filter((entry) => present.includes(entry));
    for (const { name, check } of ordered) check(object?.[name] as T[keyof T], fieldOf(place, name), scope);
  });
}

function ofValue<T, S>(check: Check<T, S> & { needsValue?: boolean }): Check<T, S> {
  check.needsValue = true;
  return check;
}

/** The check of each item of a list. */
export function each<T, S = unknown>(check: Check<T, S>): Check<readonly T[] | undefined, S> {
  return ofValue((items, place, scope) => {
    if (items === undefined) return;
    for (let index = 0; index < items.length; index++) check(items[index] as T, place.at(index), scope);
  });
}

/** All checks, in turn. */
export function all<T, S = unknown>(...checks: readonly Check<T, S>[]): Check<T, S> {
  const check: Check<T, S> = (value, place, scope) => {
    checks.forEach((part) => {
      part(value, place, scope);
    });
  };
  return checks.every(({ needsValue }) => needsValue) ? ofValue(check) : check;
}

/** In Go, what is absent and what is empty are the same for fields that are no pointers. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Must be there and not empty; then `check` holds. */
export function required<T, S = unknown>(check?: Check<NonNullable<T>, S>): Check<T | undefined, S> {
  return (value, place, scope) => {
    if (isEmpty(value)) place.required();
    else check?.(value as NonNullable<T>, place, scope);
  };
}

/** When it is there and not empty, `check` holds. */
export function unlessEmpty<T, S = unknown>(check: Check<NonNullable<T>, S>): Check<T | undefined, S> {
  return ofValue((value, place, scope) => {
    if (!isEmpty(value)) check(value as NonNullable<T>, place, scope);
  });
}

/** When it is there, empty or not, `check` holds. */
export function whenSet<T, S = unknown>(check: Check<T & {}, S>): Check<T | undefined, S> {
  return ofValue((value, place, scope) => {
    if (value !== undefined) check(value as T & {}, place, scope);
  });
}

/** Text that a grammar accepts; `faults` says what it finds wrong. */
export const text =
  (faults: (value: string) => readonly string[]) =>
  (value: string, place: Place): void => {
    for (const fault of faults(value)) place.invalid(fault, value);
  };

/** A number from `least` to `most`, both included. */
export const inRange =
  (least: number, most: number) =>
  (value: number | bigint, place: Place): void => {
    if (value < least || value > most) place.invalid(`must be from ${least} to ${most}`, value);
  };

/** A number that is not negative. */
export const notNegative = (value: number | bigint | undefined, place: Place): void => {
  if (value !== undefined && value < 0) place.invalid("must be 0 or above", value);
};

/** A number above 0. */
export const positive = (value: number | bigint, place: Place): void => {
  if (value <= 0) place.invalid("must be above 0", value);
};

/** The fields of `names` that are set, in their order. */
export const setFields = <K extends string>(object: object, names: readonly K[]): K[] =>
  names.filter((name) => memberOf(object as Readonly<Record<string, unknown>>, name) !== undefined);

/** Reports items that equal an earlier one; of empty texts only their emptiness is worth a word. */
export function unique<T>(
  items: readonly T[] | undefined,
  place: Place,
  { textOf, placeOf, message }: UniqueWords<T>,
): void {
  if (!items || items.length < 2) return;
  const firstByText = new Map<string, number>();
  items.forEach((item, index) => {
    const content = textOf(item);
    if (!content) return;
    const first = firstByText.get(content);
    if (first === undefined) firstByText.set(content, index);
    else placeOf(place.at(index)).duplicate(message(content), placeOf(place.at(first)));
  });
}

/** How repeats are found and reported. */
export interface UniqueWords<T> {
  readonly textOf: (item: T) => string | undefined;
  readonly placeOf: (item: Place) => Place;
  readonly message: (text: string) => string;
}
