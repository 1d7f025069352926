import { describe, expect, test } from "vitest";
import {
  atMostBytes,
  type Demand,
  each,
  inRange,
  notNegative,
  positive,
  required,
  setFields,
  text,
  unlessEmpty,
  whenSet,
} from "../../src/rule/demand.ts";
import type { Finding } from "../../src/rule/finding.ts";
import { Place } from "../../src/rule/place.ts";
import { unique } from "../../src/rule/repeated.ts";
import { rule } from "../../src/rule/rule.ts";
import { runRules } from "../../src/rule/run.ts";
import { ruleContext } from "./rule-ids.ts";

/** Returns the paths of the findings that a function reports about the root of an object. */
function findingPaths<T>(report: (place: Place<T>) => void): string[] {
  const findings: Finding[] = [];
  report(Place.root((finding) => findings.push(finding)));
  return findings.map(({ path, see }) => [path.join("."), ...(see ? [see.path.join(".")] : [])].join(" see "));
}

const wrongDemand = text(() => ["is wrong"]);

test("each reports at the index of the item", () => {
  expect(findingPaths<string[]>((place) => each(["x", "y"], place, wrongDemand))).toEqual(["0", "1"]);
  expect(findingPaths<string[]>((place) => each(undefined, place, wrongDemand))).toEqual([]);
});

test("an undefined or inherited field does not count as set", () => {
  expect(setFields({ a: undefined, b: "", d: 1 }, ["d", "a", "b", "toString" as "a"])).toEqual(["d", "b"]);
});

describe("absent and empty values", () => {
  const refusingDemand: Demand<unknown> = (_value, place) => place.say("no");

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
    expect(findingPaths<object>((place) => whenSet<unknown>(value, place, refusingDemand))).toHaveLength(isSet ? 1 : 0);
    expect(findingPaths<object>((place) => unlessEmpty<unknown>(value, place, refusingDemand))).toHaveLength(
      isEmpty ? 0 : 1,
    );
    expect(findingPaths<object>((place) => required<unknown>(value, place))).toHaveLength(isEmpty ? 1 : 0);
    expect(findingPaths<object>((place) => required<unknown>(value, place, refusingDemand))).toHaveLength(1);
  });
});

test.each<[string, Demand<number | bigint>, readonly (number | bigint)[], readonly (number | bigint)[]]>([
  ["from 1 to 3", inRange(1, 3), [1, 2n, 3], [0, 4n]],
  ["not negative", notNegative, [0, 1n], [-1, -1n]],
  ["positive", positive, [1, 1n], [0, 0n, -1]],
])("numbers %s", (_, demand, good, bad) => {
  const places = (value: number | bigint) => findingPaths<number | bigint>((place) => demand(value, place));
  expect(good.flatMap(places)).toEqual([]);
  expect(bad.flatMap(places)).toEqual(bad.map(() => ""));
  expect(findingPaths((place) => notNegative(undefined, place))).toEqual([]);
});

test("a rule has its metadata and reports at paths of its object", () => {
  const info = { id: "a/b", severity: "error", summary: "s" } as const;
  const own = rule<{ readonly a?: string }>(info, ({ a }, place, { target }) => place.at("a").say(`${a} ${target}`));
  expect(own).toMatchObject(info);
  expect(runRules([own], { a: "x" }, ruleContext)).toMatchObject([{ path: ["a"], message: "x 1.37" }]);
});

test("the limit of a text's length counts bytes of UTF-8", () => {
  expect(findingPaths((place) => atMostBytes(4)("éé", place))).toEqual([]);
  expect(findingPaths((place) => atMostBytes(4)("ééa", place))).toEqual([""]);
});

test("a duplicate is reported at its path, with a reference to the first occurrence", () => {
  const repeats = (items: readonly { readonly name?: string }[]) =>
    findingPaths((place) =>
      unique(items, place, { textOf: ({ name }) => name, placeOf: (at) => at.at("name"), message: (name) => name }),
    );
  expect(repeats([{ name: "x" }, {}, { name: "y" }, {}, { name: "x" }])).toEqual(["4.name see 0.name"]);
  expect(repeats([{ name: "" }, { name: "" }])).toEqual([]);
  expect(repeats([{ name: "x" }, { name: "x" }])).toEqual(["1.name see 0.name"]);
});

test("findings about a part are passed on with the path of the part in front", () => {
  const findings = [{ path: ["name"], message: "", see: { path: [], message: "" } }];
  expect(findingPaths((place) => place.along(["spec", 0]).pass(findings))).toEqual(["spec.0.name see spec.0"]);
});
