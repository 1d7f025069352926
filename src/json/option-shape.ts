/**
 * Validates the options of the library at run time, for programs that are not type-checked.
 *
 * @module
 */

import { closest } from "../text/closest.ts";
import { describeValue, OptionError } from "./option-error.ts";
import { isPlainObject } from "./plain-object.ts";

/** The accepted values of an option, as a description and as a test. */
export interface OptionType {
  readonly expected: string;
  holds(value: unknown): boolean;
}

export const text: OptionType = { expected: "a string", holds: (value) => typeof value === "string" };
export const flag: OptionType = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const object: OptionType = { expected: "an object", holds: isPlainObject };
export const anything: OptionType = { expected: "a value", holds: () => true };
export const method: OptionType = { expected: "a function", holds: (value) => typeof value === "function" };
/** An object that may be an instance of a class, such as a kind or a host. */
export const instance: OptionType = {
  expected: "an object",
  holds: (value) => typeof value === "object" && value !== null,
};

/** An instance with a list in each of the named members. */
export const holding = (expected: string, ...lists: readonly string[]): OptionType => ({
  expected,
  holds: (value) => instance.holds(value) && lists.every((name) => Array.isArray(Reflect.get(value as object, name))),
});

export const oneOf = (...choices: readonly string[]): OptionType => ({
  expected: `one of ${choices.join(", ")}`,
  holds: (value) => typeof value === "string" && choices.includes(value),
});
export const listOf = (item: OptionType): OptionType => ({
  expected: `a list, each item ${item.expected}`,
  holds: (value) => Array.isArray(value) && value.every((each) => item.holds(each)),
});
export const mapOf = (item: OptionType): OptionType => ({
  expected: `an object, each value ${item.expected}`,
  holds: (value) => isPlainObject(value) && Object.values(value).every((each) => item.holds(each)),
});
export const fields = (shapes: Readonly<Record<string, OptionType>>, required: readonly string[] = []): OptionType => ({
  expected: `an object with ${Object.entries(shapes)
    .map(([name, { expected }]) => `\`${name}\` (${expected})`)
    .join(", ")}`,
  holds: (value) =>
    isPlainObject(value) &&
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(
      ([name, each]) => each === undefined || (Object.hasOwn(shapes, name) && shapes[name]?.holds(each) === true),
    ),
});

/** @throws {OptionError} for an option that does not exist or has a wrong type */
export function assertOptions(options: unknown, shapes: ReadonlyMap<string, OptionType>): void {
  assertHolds("options", options, object);
  for (const [name, value] of Object.entries(options as object)) {
    const shape = shapes.get(name);
    if (!shape) {
      const meant = closest(name, shapes.keys());
      throw new OptionError(`there is no option ${JSON.stringify(name)}${meant ? `; did you mean ${meant}?` : ""}`);
    }
    if (value !== undefined) assertHolds(name, value, shape);
  }
}

/** @throws {OptionError} for a value that `holds` rejects */
export function assertHolds(name: string, value: unknown, { holds, expected }: OptionType): void {
  if (!holds(value)) throw new OptionError(`${name} must be ${expected}; got ${describeValue(value)}`);
}
