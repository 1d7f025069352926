/** Calls that no compiler checks: every function of the library names the argument that it rejects. */
import { expect, test } from "vitest";
import { createEnvironment } from "../../src/cel/environment.ts";
import { declareFunction, type Overload, overload } from "../../src/cel/types/declarations.ts";
import * as types from "../../src/cel/types/types.ts";
import { librariesOf } from "../../src/cel-kubernetes/base-environment.ts";
import { compileExpression, evaluate } from "../../src/cel-kubernetes/evaluate.ts";
import { formatPath, formatPointer, rule, ruleAcross } from "../../src/engine/library-functions.ts";
import { simulateRollout } from "../../src/engine/simulate-rollout.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { OptionError } from "../../src/json/option-error.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { imageCredentials } from "../../src/kubelet/image-credentials.ts";

const { dynType } = types;
const compiled = compiledOf("1");
function compiledOf(text: string) {
  const result = compileExpression(text);
  if (!result.ok) throw new Error(text);
  return result.value;
}
const withFunction = (first: Overload) =>
  createEnvironment({
    libraries: [...librariesOf("1.37"), { name: "own", functions: [declareFunction("f", first)] }].reverse(),
  });

type AnyFunction = (...given: unknown[]) => unknown;

const wrongValues = [
  undefined,
  null,
  0,
  Number.NaN,
  1n,
  "",
  "constructor",
  true,
  Symbol("s"),
  [null],
  {},
  () => 1,
  new Map(),
];
const calls: readonly (readonly [string, RegExp, (value: unknown) => unknown])[] = [
  ["vetFiles", /^files|^the name of a file/, createVetter().vetFiles as AnyFunction],
  ["vetText", /^the content/, createVetter().vetText as AnyFunction],
  ["kinds", /^kinds must be a list, each item a kind/, (value) => createVetter({ kinds: [value] as never })],
  ["simulateRollout", /^(?:options|nodes|there is no option)/, simulateRollout as AnyFunction],
  ["nodes", /^nodes must be a list/, (nodes) => simulateRollout({ daemonSet: {}, nodes: nodes as never })],
  ["imageCredentials", /^reference must be a string/, (value) => (imageCredentials as AnyFunction)(value, [])],
  ["providers", /^providers must be a list/, (value) => imageCredentials("nginx", [value] as never)],
  ["librariesOf", /^target must be a string/, librariesOf as AnyFunction],
  [
    "libraries",
    /^libraries must be a list, each item a library/,
    (value) => createEnvironment({ libraries: [value] as never }),
  ],
  ["formatPath", /^path must be a list, each item a key or an index/, formatPath as AnyFunction],
  ["formatPointer", /^path must be a list, each item a key or an index/, formatPointer as AnyFunction],
  ["rule", /^info must be|^id must be/, (value) => (rule as AnyFunction)(value, () => {})],
  ["run", /^run must be a function/, (value) => rule({ id: "a/b", severity: "info", summary: "a" }, value as never)],
  ["ruleAcross", /^info must be|^id must be/, (value) => (ruleAcross as AnyFunction)(value, () => {})],
  ["input", /^input must be an object/, (input) => compiled.evaluate(input as never)],
  ["costLimit", /^costLimit must be a number from 0 on/, (limit) => compiled.evaluate({}, limit as never)],
  [
    "provider",
    /^providers must be a list/,
    (value) => imageCredentials("nginx", [{ name: value, tokenAttributes: value }] as never),
  ],
  ["variables", /^variables/, (value) => createEnvironment({ libraries: [], variables: [value] as never })],
  ["objects", /^objects/, (value) => createEnvironment({ libraries: [], objects: [value] as never })],
  ["constants", /^constants/, (value) => createEnvironment({ libraries: [], constants: [value] as never })],
  ["hints", /^hints must be a map of texts/, (value) => createEnvironment({ libraries: [], hints: value as never })],
  [
    "overload",
    /^libraries\[0\]\.functions\[0\]\.overloads\[0\]\.id/,
    (id) => withFunction(overload(id as never, [], dynType)),
  ],
  ["params", /overloads\[0\]\.params/, (params) => withFunction(overload("f", params as never, dynType))],
  ["result", /overloads\[0\]\.result/, (result) => withFunction(overload("f", [], result as never))],
  ["call", /overloads\[0\]\.call/, (call) => withFunction({ ...overload("f", [], dynType), call: call as never })],
  [
    "macros",
    /macros/,
    (value) => createEnvironment({ libraries: [{ name: "a", functions: [], macros: [value as never] }] }),
  ],
  ["featureGates", /^featureGates must be an object/, (value) => createVetter({ featureGates: value as never })],
  ["vetter", /^options must be an object|^there is no option/, (value) => createVetter(value as never)],
  ["environment", /^environment must be one of/, (environment) => evaluate("1", { environment: environment as never })],
];
/** Whether a function accepts the value: an empty list of files, any text, a provider without patterns. */
const isSound = (name: string, value: unknown): boolean =>
  (name === "vetFiles" && value instanceof Map) ||
  (["vetText", "imageCredentials", "librariesOf"].includes(name) && typeof value === "string") ||
  (name === "providers" && isPlainObject(value)) ||
  (["input", "costLimit", "hints", "featureGates", "vetter", "call", "provider"].includes(name) &&
    value === undefined) ||
  (["input", "featureGates", "vetter"].includes(name) && isPlainObject(value) && !(value instanceof Map)) ||
  (name === "costLimit" && value === 0) ||
  (name === "hints" && value instanceof Map) ||
  (name === "call" && typeof value === "function") ||
  (name === "overload" && typeof value === "string") ||
  (name === "run" && typeof value === "function") ||
  (name === "environment" && value === undefined);

test.each(calls)("%s rejects a value of a wrong type: %s", (name, message, call) => {
  for (const value of wrongValues.filter((each) => !isSound(name, each))) {
    const attempt = () => call(value);
    expect(attempt, String(value)).toThrow(OptionError);
    expect(attempt, String(value)).toThrow(message);
  }
});

test("times of a rollout must be finite numbers from 0 on", () => {
  for (const readyAfterMs of [Number.NaN, -1, Number.POSITIVE_INFINITY, "1" as never]) {
    expect(() => simulateRollout({ daemonSet: {}, nodes: [], readyAfterMs })).toThrow(
      /^readyAfterMs must be milliseconds/,
    );
  }
});

test("functions for rules accept sound arguments and reject wrong ones", () => {
  expect(formatPath(["spec", "ports", 0, "a/b"])).toBe('spec.ports[0]["a/b"]');
  expect(formatPointer(["spec", 0, "a/b"])).toBe("/spec/0/a~1b");
  const info = { id: "a/b", severity: "info", summary: "c" } as const;
  expect(rule(info, () => {})).toMatchObject({ ...info, cause: "invalid" });
  expect(ruleAcross({ ...info, kinds: ["Pod"] }, () => {})).toMatchObject({ ...info, kinds: ["Pod"] });
  expect(() => ruleAcross({ ...info, kinds: "Pod" as never }, () => {})).toThrow("kinds must be a list");
  expect(() => rule({ ...info, severity: "fatal" as never }, () => {})).toThrow("severity must be one of error");
});

test.each([
  ["reads all of", "object == object ? object : {}"],
  ["gives back", "object.a"],
])("an input that contains itself is an error for an expression that %s it", (_what, expression) => {
  const object: Record<string, unknown> = { a: {} };
  object["a"] = { b: [object] };
  const attempt = () => evaluate(expression, { input: { object } });
  expect(attempt).toThrow(OptionError);
  expect(attempt).toThrow("input must be JSON: input.object.a.b.0 holds itself");
});

test("a function that returns no value of the language is an error that says so", () => {
  for (const [returned, noun] of [
    [undefined, "undefined"],
    [{ a: 1 }, "an object"],
    [Promise.resolve(1), "a Promise"],
    [Symbol("s"), "a symbol"],
  ] as const) {
    const environment = withFunction(overload("f", [], dynType, () => returned as never));
    const attempt = () => evaluate("[f()]", { environment });
    expect(attempt).toThrow(OptionError);
    expect(attempt).toThrow(`a function returned ${noun}, which is not a CEL value`);
  }
});

test("options in a Map or a Promise are refused: none of them would be read", () => {
  expect(() => createVetter(Promise.resolve({ target: "1.34" }) as never)).toThrow(
    "options must be an object; got a Promise",
  );
  expect(() => createVetter({ rules: new Map([["*", "off"]]) as never })).toThrow(/^rules must be .*; got a Map$/);
  expect(() => evaluate("a", { input: new Map([["a", 1]]) as never })).toThrow(/^input must be .*; got a Map$/);
  class Options {
    readonly target = "1.34";
  }
  expect(createVetter(new Options()).vetText("")).toHaveLength(1);
});
