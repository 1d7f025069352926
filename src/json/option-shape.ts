/**
 * Validates the options of the library at run time, for programs that are not type-checked.
 *
 * @module
 */

import { closest } from "../text/closest.ts";
import { classOf, describeValue, OptionError } from "./option-error.ts";
import { isPlainObject } from "./plain-object.ts";

/** The accepted values of an option, as a description and as a test. */
export interface OptionType {
  readonly expected: string;
  accepts(value: unknown): boolean;
}

export const text: OptionType = { expected: "a string", accepts: (value) => typeof value === "string" };
export const flag: OptionType = { expected: "true or false", accepts: (value) => typeof value === "boolean" };
const object: OptionType = { expected: "an object", accepts: hasNamedMembers };
export const anything: OptionType = { expected: "a value", accepts: () => true };
export const method: OptionType = { expected: "a function", accepts: (value) => typeof value === "function" };
/** An object that may be an instance of a class, such as a kind or a host. */
export const instance: OptionType = {
  expected: "an object",
  accepts: (value) => typeof value === "object" && value !== null,
};

/** An instance with a list in each of the named members. */
export const instanceWithLists = (expected: string, ...lists: readonly string[]): OptionType => ({
  expected,
  accepts: (value) =>
    instance.accepts(value) && lists.every((name) => Array.isArray(Reflect.get(value as object, name))),
});

export const oneOf = (...choices: readonly string[]): OptionType => ({
  expected: `one of ${choices.join(", ")}`,
  accepts: (value) => typeof value === "string" && choices.includes(value),
});
export const listOf = (item: OptionType): OptionType => ({
  expected: `a list, each item ${item.expected}`,
  accepts: (value) => Array.isArray(value) && value.every((each) => item.accepts(each)),
});
export const mapOf = (item: OptionType): OptionType => ({
  expected: `an object, each value ${item.expected}`,
  accepts: (value) => hasNamedMembers(value) && Object.values(value).every((each) => item.accepts(each)),
});
export const fields = (shapes: Readonly<Record<string, OptionType>>, required: readonly string[] = []): OptionType => ({
  expected: `an object with ${Object.entries(shapes)
    .map(([name, { expected }]) => `\`${name}\` (${expected})`)
    .join(", ")}`,
  accepts: (value) =>
    isPlainObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(
      ([name, each]) => each === undefined || (Object.hasOwn(shapes, name) && shapes[name]?.accepts(each) === true),
    ),
});

/**
 * Whether options can be read from a value by name. A `Map` and a `Promise` have none, so that everything in them would
 * be ignored.
 */
function hasNamedMembers(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && (Object.keys(value).length > 0 || classOf(value) === "object");
}

/** @throws {OptionError} for an option that does not exist or has a wrong type */
export function assertOptions(options: unknown, shapes: ReadonlyMap<string, OptionType>): void {
  assertOptionType("options", options, object);
  for (const [name, value] of Object.entries(options as object)) {
    const shape = shapes.get(name);
    if (!shape) {
      const meant = closest(name, shapes.keys());
      throw new OptionError(`there is no option ${JSON.stringify(name)}${meant ? `; did you mean ${meant}?` : ""}`);
    }
    if (value !== undefined) assertOptionType(name, value, shape);
  }
}

/** @throws {OptionError} for a value that `accepts` rejects */
export function assertOptionType(name: string, value: unknown, { accepts, expected }: OptionType): void {
  if (!accepts(value)) throw new OptionError(`${name} must be ${expected}; got ${describeValue(value)}`);
}
