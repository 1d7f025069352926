import { expect, test } from "vitest";
import type { Rule, RuleContext } from "../../src/rule/rule.ts";
import { runRules } from "../../src/rule/run.ts";
import { eachItem, within } from "../../src/rule/within.ts";

interface Basket {
  readonly items?: readonly string[];
}

let calls = 0;
const eachOf = ({ items }: Basket) => {
  calls++;
  return eachItem(["items"], items);
};
const speaking = (id: string): Rule<string> => ({
  id,
  severity: "error",
  summary: "",
  check: (value, _context, report) => report({ path: [value], message: "" }),
});
const rules = [...within([speaking("a/one"), speaking("a/two")], eachOf), ...within([speaking("a/three")], eachOf)];
const pathsIn = (basket: Basket) =>
  runRules(rules, basket, {} as RuleContext).map(({ rule, path }) => `${rule} ${path.join(".")}`);

test("each rule speaks of each part, and the parts of an object are found once for all of them", () => {
  calls = 0;
  expect(pathsIn({ items: ["x", "y"] })).toEqual([
    "a/one items.0.x",
    "a/one items.1.y",
    "a/two items.0.x",
    "a/two items.1.y",
    "a/three items.0.x",
    "a/three items.1.y",
  ]);
  expect(calls).toBe(1);
});

test("an object that changed since the last run is looked at anew", () => {
  const basket = { items: ["x"] };
  pathsIn(basket);
  basket.items.push("y");
  expect(pathsIn(basket)).toContain("a/three items.1.y");
});
