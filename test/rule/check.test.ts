import { describe, expect, test } from "vitest";
import { type Check, each, fields, text, unique, whenSet } from "../../src/rule/check.ts";
import { Place } from "../../src/rule/place.ts";
import type { Finding } from "../../src/rule/rule.ts";

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
});

test("a repeat is reported where it stands, with the first", () => {
  const check: Check<readonly { readonly name?: string }[]> = (items, place) =>
    unique(items, place, { textOf: ({ name }) => name, placeOf: (at) => at.at("name"), message: (name) => name });
  expect(found(check, [{ name: "x" }, {}, { name: "y" }, {}, { name: "x" }])).toEqual(["4.name see 0.name"]);
});

test("findings from elsewhere are passed on below the place", () => {
  const check: Check<unknown> = (_value, place) =>
    place.along(["spec", 0]).pass([{ path: ["name"], message: "", see: { path: [], message: "" } }]);
  expect(found(check, {})).toEqual(["spec.0.name see spec.0"]);
});
