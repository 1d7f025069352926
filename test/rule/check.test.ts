import { describe, expect, test } from "vitest";
import {
  all,
  type Check,
  each,
  fields,
  inRange,
  notNegative,
  positive,
  required,
  setFields,
  text,
  unique,
  unlessEmpty,
  whenSet,
} from "../../src/rule/check.ts";
import type { Finding } from "../../src/rule/finding.ts";
import { Place } from "../../src/rule/place.ts";
import { rule } from "../../src/rule/rule.ts";
import { runRules } from "../../src/rule/run.ts";
import { ruleContext } from "./rule-ids.ts";

function found<T>(check: Check<T>, value: T): string[] {
  const findings: Finding[] = [];
  check(
    value,
    Place.root((finding) => findings.push(finding)),
    undefined,
  );
  return findings.map(({ path, see }) => [path.join("."), ...(see ? [see.path.join(".")] : [])].join(" see "));
}

const wrong = text(() => ["is wrong"]);
const names = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
type Wide = { readonly [K in (typeof names)[number]]?: string };

describe("fields", () => {
  const few = fields<Wide>({ b: whenSet(wrong), a: whenSet(wrong) });
  const many = fields<Wide>(Object.fromEntries(names.map((name) => [name, whenSet(wrong)])));

  test.each([
    { name: "none", value: {}, ofFew: [], ofMany: [] },
    { name: "one", value: { c: "" }, ofFew: [], ofMany: ["c"] },
    {
      name: "several, in the table's order",
      value: { h: "", a: "", b: "" },
      ofFew: ["b", "a"],
      ofMany: ["a", "b", "h"],
    },
  ])("$name", ({ value, ofFew, ofMany }) => {
    expect(found(few, value)).toEqual(ofFew);
    expect(found(many, value)).toEqual(ofMany);
  });

  test("a check that wants to know of absent fields is asked in a wide table, too", () => {
    const required: Check<string | undefined> = (value, place) => {
      if (value === undefined) place.required();
    };
    const table = Object.fromEntries(names.map((name) => [name, name === "e" ? required : whenSet(wrong)]));
    expect(found(fields<Wide>(table), { h: "" })).toEqual(["e", "h"]);
  });
});

test("each item has its place", () => {
  expect(found(each(wrong), ["x", "y"])).toEqual(["0", "1"]);
  expect(found(each(wrong), undefined)).toEqual([]);
});

test("tables may hold tables, also of objects that are absent", () => {
  const table = fields<{ readonly a?: { readonly b?: string } }>({ a: { b: required() } });
  expect(found(table, {})).toEqual([]);
  expect(found(table, { a: {} })).toEqual(["a.b"]);
  expect(found(fields<Wide>({ a: required() }), undefined as unknown as Wide)).toEqual([]);
});

test("fields that are set to nothing are absent, in a wide table, too", () => {
  const many = fields<Wide>(Object.fromEntries(names.map((name) => [name, whenSet(wrong)])));
  expect(found(many, { a: undefined, b: "", constructor: "" } as object as Wide)).toEqual(["b"]);
  expect(setFields({ a: undefined, b: "", d: 1 }, ["d", "a", "b", "toString" as "a"])).toEqual(["d", "b"]);
});

describe("absent and empty values", () => {
  const says: Check<unknown> = (_value, place) => place.say("no");

  test.each([
    { value: undefined, isSet: false, isEmpty: true },
    { value: "", isSet: true, isEmpty: true },
    { value: 0, isSet: true, isEmpty: true },
    { value: [], isSet: true, isEmpty: true },
    { value: {}, isSet: true, isEmpty: false },
    { value: false, isSet: true, isEmpty: false },
    { value: [""], isSet: true, isEmpty: false },
    { value: "a", isSet: true, isEmpty: false },
  ])("$value", ({ value, isSet, isEmpty }) => {
    expect(found(whenSet(says), value)).toHaveLength(isSet ? 1 : 0);
    expect(found(unlessEmpty(says), value)).toHaveLength(isEmpty ? 0 : 1);
    expect(found(required(), value)).toHaveLength(isEmpty ? 1 : 0);
    expect(found(required(says), value)).toHaveLength(1);
  });

  test("all are asked; of absent fields only where one wants to know", () => {
    const both = fields<Wide>({ a: all(whenSet(says), whenSet(says)) });
    expect(found(both, { a: "" })).toEqual(["a", "a"]);
    expect(found(both, {})).toEqual([]);
    expect(found(fields<Wide>({ a: all(whenSet(says), says) }), {})).toEqual(["a"]);
    expect([all(whenSet(says)).needsValue, all(whenSet(says), says).needsValue]).toEqual([true, undefined]);
  });
});

test.each<[string, Check<number | bigint>, readonly (number | bigint)[], readonly (number | bigint)[]]>([
  ["from 1 to 3", inRange(1, 3), [1, 2n, 3], [0, 4n]],
  ["not negative", notNegative, [0, 1n], [-1, -1n]],
  ["positive", positive, [1, 1n], [0, 0n, -1]],
])("numbers %s", (_, check, good, bad) => {
  expect(good.flatMap((value) => found(check, value))).toEqual([]);
  expect(bad.flatMap((value) => found(check, value))).toEqual(bad.map(() => ""));
  expect(found(notNegative, undefined)).toEqual([]);
});

test("a check of whole objects is a rule", () => {
  const info = { id: "a/b", severity: "error", summary: "s" } as const;
  const own = rule<Wide>(info, ({ a }, place, { target }) => place.at("a").say(`${a} ${target}`));
  expect(own).toMatchObject(info);
  expect(runRules([own], { a: "x" }, ruleContext)).toMatchObject([{ path: ["a"], message: "x 1.37" }]);
});

test("a repeat is reported where it stands, with the first", () => {
  const check: Check<readonly { readonly name?: string }[]> = (items, place) =>
    unique(items, place, { textOf: ({ name }) => name, placeOf: (at) => at.at("name"), message: (name) => name });
  expect(found(check, [{ name: "x" }, {}, { name: "y" }, {}, { name: "x" }])).toEqual(["4.name see 0.name"]);
  expect(found(check, [{ name: "" }, { name: "" }])).toEqual([]);
  expect(found(check, [{ name: "x" }, { name: "x" }])).toEqual(["1.name see 0.name"]);
});

test("findings from elsewhere are passed on below the place", () => {
  const check: Check<unknown> = (_value, place) =>
    place.along(["spec", 0]).pass([{ path: ["name"], message: "", see: { path: [], message: "" } }]);
  expect(found(check, {})).toEqual(["spec.0.name see spec.0"]);
});
