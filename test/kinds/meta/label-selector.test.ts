import { describe, expect, test } from "vitest";
import {
  isOpenSelector,
  type LabelSelector,
  labelSelectorFindings,
  matchesLabels,
  selects,
} from "../../../src/kinds/meta/label-selector.ts";

describe("labels and selectors", () => {
  const labels = { app: "web", tier: "front" };
  test.each<{ name: string; selector: LabelSelector; matches: boolean }>([
    { name: "nothing asked", selector: {}, matches: true },
    { name: "equal labels", selector: { matchLabels: { app: "web" } }, matches: true },
    { name: "another value", selector: { matchLabels: { app: "db" } }, matches: false },
    { name: "an absent label", selector: { matchLabels: { zone: "a" } }, matches: false },
    { name: "a name of objects' own", selector: { matchLabels: { constructor: "a" } }, matches: false },
    { name: "In", selector: { matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] }, matches: true },
    {
      name: "NotIn",
      selector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["web"] }] },
      matches: false,
    },
    { name: "Exists", selector: { matchExpressions: [{ key: "zone", operator: "Exists" }] }, matches: false },
    {
      name: "DoesNotExist",
      selector: { matchExpressions: [{ key: "zone", operator: "DoesNotExist" }] },
      matches: true,
    },
  ])("$name", ({ selector, matches }) => {
    expect(labelSelectorFindings(selector)).toEqual([]);
    expect(matchesLabels(selector, labels)).toBe(matches);
    expect(selects(selector, labels)).toBe(matches);
  });

  test("a selector that is not well-formed selects nothing", () => {
    expect(selects({ matchExpressions: [{ key: "a b", operator: "DoesNotExist" }] }, labels)).toBe(false);
  });
});

test.each<{ selector: LabelSelector; isOpen: boolean }>([
  { selector: {}, isOpen: true },
  { selector: { matchLabels: {}, matchExpressions: [] }, isOpen: true },
  { selector: { matchLabels: { app: "web" } }, isOpen: false },
  { selector: { matchExpressions: [{ key: "app", operator: "Exists" }] }, isOpen: false },
])("$selector asks for nothing: $isOpen", ({ selector, isOpen }) => {
  expect(isOpenSelector(selector)).toBe(isOpen);
});
