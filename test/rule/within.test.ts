import { expect, test } from "vitest";
import type { RuleContext } from "../../src/rule/context.ts";
import { rule } from "../../src/rule/rule.ts";
import { runRules } from "../../src/rule/run.ts";
import { type Parts, within } from "../../src/rule/within.ts";

interface Basket {
  readonly items?: readonly string[];
}

let calls = 0;
const eachItem: Parts<Basket, string> = ({ items }, place, visit) => {
  calls++;
  return visit.each(items, place.at("items"));
};
const reportingRule = (id: string) =>
  rule<string>({ id, severity: "error", summary: "" }, (text, place) => place.say(text));
const rules = [
  ...within([reportingRule("a/one"), reportingRule("a/two")], eachItem),
  ...within([reportingRule("a/three")], eachItem),
];
const findingsIn = (basket: Basket) =>
  runRules(rules, basket, {} as RuleContext).map(({ rule: id, path, message }) => `${id} ${path.join(".")} ${message}`);

test("each rule runs for each part, and the parts of an object are determined once for all rules", () => {
  calls = 0;
  expect(findingsIn({ items: ["x", "y"] })).toEqual([
    "a/one items.0 x",
    "a/one items.1 y",
    "a/two items.0 x",
    "a/two items.1 y",
    "a/three items.0 x",
    "a/three items.1 y",
  ]);
  expect(calls).toBe(1);
  expect(rules[0]).toMatchObject({ id: "a/one", severity: "error" });
  expect(findingsIn({})).toEqual([]);
});

test("the parts are determined again in the next run, as the object may have changed", () => {
  const basket = { items: ["x"] };
  findingsIn(basket);
  basket.items.push("y");
  expect(findingsIn(basket)).toContain("a/three items.1 y");
});
