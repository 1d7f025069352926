import { describe, expect, test } from "vitest";
import type { LabelSelector } from "../../../src/api/types/meta-v1.ts";
import {
  formatLabelSelector,
  isOpenSelector,
  labelSelectorFindings,
  matchesLabels,
  selects,
} from "../../../src/kinds/meta/label-selector.ts";
import type { Finding } from "../../../src/rule/finding.ts";

describe("labels and selectors", () => {
  const labels = { app: "web", tier: "front" };
  test.each<{ name: string; selector: LabelSelector; matches: boolean }>([
    { name: "an empty selector", selector: {}, matches: true },
    { name: "equal labels", selector: { matchLabels: { app: "web" } }, matches: true },
    { name: "a label with another value", selector: { matchLabels: { app: "db" } }, matches: false },
    { name: "an absent label", selector: { matchLabels: { zone: "a" } }, matches: false },
    {
      name: "a label named like an inherited property",
      selector: { matchLabels: { constructor: "a" } },
      matches: false,
    },
    { name: "In", selector: { matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] }, matches: true },
    {
      name: "NotIn",
      selector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["web"] }] },
      matches: false,
    },
    {
      name: "In with other values",
      selector: { matchExpressions: [{ key: "app", operator: "In", values: ["a"] }] },
      matches: false,
    },
    {
      name: "In with an absent label",
      selector: { matchExpressions: [{ key: "zone", operator: "In", values: ["a"] }] },
      matches: false,
    },
    {
      name: "NotIn with other values",
      selector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["a"] }] },
      matches: true,
    },
    {
      name: "NotIn with an absent label",
      selector: { matchExpressions: [{ key: "zone", operator: "NotIn", values: ["a"] }] },
      matches: true,
    },
    {
      name: "several requirements, one of which fails",
      selector: { matchLabels: { app: "web" }, matchExpressions: [{ key: "zone", operator: "Exists" }] },
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

  test("an invalid selector selects nothing", () => {
    expect(selects({ matchExpressions: [{ key: "a b", operator: "DoesNotExist" }] }, labels)).toBe(false);
  });
});

test.each<{ selector: LabelSelector; isOpen: boolean }>([
  { selector: {}, isOpen: true },
  { selector: { matchLabels: {}, matchExpressions: [] }, isOpen: true },
  { selector: { matchLabels: { app: "web" } }, isOpen: false },
  { selector: { matchExpressions: [{ key: "app", operator: "Exists" }] }, isOpen: false },
])("$selector has no requirements: $isOpen", ({ selector, isOpen }) => {
  expect(isOpenSelector(selector)).toBe(isOpen);
});

const operators = 'must be one of "In", "NotIn", "Exists", "DoesNotExist"';

test.each<{ selector: LabelSelector; faults: readonly Finding[] }>([
  {
    selector: { matchLabels: { "a b": "", c: "d e" } },
    faults: [
      { path: ["matchLabels", "a b"], atKey: true, message: expect.stringMatching(/; got "a b"$/), value: "a b" },
      { path: ["matchLabels", "c"], message: expect.stringMatching(/; got "d e"$/), value: "d e" },
    ],
  },
  {
    selector: { matchExpressions: [{ key: "a" }, { key: "a", operator: "exists", values: ["a"] }] },
    faults: [
      {
        path: ["matchExpressions", 0, "operator"],
        message: `${operators}; got ""`,
        serverText: '"": not a valid selector operator',
      },
      {
        path: ["matchExpressions", 1, "operator"],
        message: `${operators}; got "exists"`,
        help: 'did you mean "Exists"?',
        serverText: '"exists": not a valid selector operator',
      },
    ],
  },
  {
    selector: { matchExpressions: [{ operator: "In" }, { key: "a", operator: "Exists", values: ["b", "c d"] }] },
    faults: [
      {
        path: ["matchExpressions", 0, "values"],
        cause: "required",
        message: 'must have at least one value with operator "In"',
        serverText: "must be specified when `operator` is 'In' or 'NotIn'",
        after: ["matchExpressions", 0, "operator"],
      },
      ...[1, 2].map(() => ({
        path: ["matchExpressions", 0, "key"],
        message: expect.stringMatching(/; got ""$/),
        value: "",
      })),
      {
        path: ["matchExpressions", 1, "values"],
        cause: "forbidden",
        message: 'must be absent with operator "Exists"',
        serverText: "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        after: ["matchExpressions", 1, "operator"],
      },
      { path: ["matchExpressions", 1, "values", 1], message: expect.stringMatching(/; got "c d"$/), value: "c d" },
    ],
  },
])("each fault of $selector has its field path", ({ selector, faults }) => {
  expect(labelSelectorFindings(selector)).toEqual(faults);
  const placed = labelSelectorFindings(selector, ["spec"]).map(({ path }) => path);
  expect(placed).toEqual(faults.map(({ path }) => ["spec", ...path]));
});

test.each<{ selector: LabelSelector | undefined; text: string }>([
  { selector: undefined, text: "<none>" },
  { selector: {}, text: "<none>" },
  { selector: { matchLabels: { tier: "b", app: "a" } }, text: "app=a,tier=b" },
  {
    selector: {
      matchLabels: { m: "" },
      matchExpressions: [
        { key: "z", operator: "In", values: ["c", "b", "c"] },
        { key: "y", operator: "NotIn" },
        { key: "b", operator: "DoesNotExist" },
        { key: "a", operator: "Exists" },
        {},
      ],
    },
    text: " notin (),a,!b,m=,y notin (),z in (b,c)",
  },
])("tables show $text", ({ selector, text }) => {
  expect(formatLabelSelector(selector)).toBe(text);
});
