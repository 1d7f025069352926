/**
 * What options of the library may be, for programs that no compiler looks at.
 *
 * @module
 */
import { components } from "../flags/component.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { closest } from "../lexical/closest.ts";
import { describeValue, OptionError } from "../lexical/option-error.ts";
import type { VetOptions } from "./vet-options.ts";

interface Shape {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const text: Shape = { expected: "a string", holds: (value) => typeof value === "string" };
const flag: Shape = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const object: Shape = { expected: "an object", holds: isPlainObject };
const anything: Shape = { expected: "a value", holds: () => true };
const method: Shape = { expected: "a function", holds: (value) => typeof value === "function" };
/** Kinds and hosts may be instances of classes. */
const instance: Shape = { expected: "an object", holds: (value) => typeof value === "object" && value !== null };

const oneOf = (...choices: readonly string[]): Shape => ({
  expected: `one of ${choices.join(", ")}`,
  holds: (value) => typeof value === "string" && choices.includes(value),
});
const listOf = (item: Shape): Shape => ({
  expected: `a list, each item ${item.expected}`,
  holds: (value) => Array.isArray(value) && value.every((each) => item.holds(each)),
});
const mapOf = (item: Shape): Shape => ({
  expected: `an object, each value ${item.expected}`,
  holds: (value) => isPlainObject(value) && Object.values(value).every((each) => item.holds(each)),
});
const fields = (shapes: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape => ({
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

const severities = ["error", "warning", "info"];
const level = oneOf(...severities, "off");
const policyRule = fields({
  name: text,
  kinds: listOf(text),
  expression: text,
  message: text,
  messageExpression: text,
  severity: oneOf(...severities),
});

const shapes: Readonly<Record<keyof VetOptions, Shape>> = {
  target: text,
  asSent: flag,
  groupDomain: text,
  featureGates: mapOf(flag),
  serviceAccountIssuers: listOf(text),
  enabledAdmissionPlugins: listOf(text),
  namespace: text,
  flagFiles: mapOf(oneOf(...components)),
  kind: text,
  unknownKinds: level,
  rules: mapOf(level),
  host: instance,
  kinds: listOf(instance),
  definitions: listOf(anything),
  policies: listOf(anything),
  policyRules: listOf(policyRule),
  user: fields({ name: text, groups: listOf(text) }, ["name"]),
  onFault: method,
};
const shapeByName: ReadonlyMap<string, Shape> = new Map(Object.entries(shapes));

/** @throws {OptionError} for an option that does not exist or has a wrong type */
export function assertShapes(options: unknown): void {
  if (!object.holds(options)) throw new OptionError(`options must be an object; got ${describeValue(options)}`);
  for (const [name, value] of Object.entries(options as object)) {
    const shape = shapeByName.get(name);
    if (!shape) {
      const meant = closest(name, shapeByName.keys());
      throw new OptionError(`no option is called ${JSON.stringify(name)}${meant ? `; did you mean ${meant}?` : ""}`);
    }
    if (value !== undefined && !shape.holds(value)) {
      throw new OptionError(`${name} must be ${shape.expected}; got ${describeValue(value)}`);
    }
  }
}
