import { expect, test } from "vitest";
import { parseJsonPath } from "../../../src/kinds/apiextensions/json-path.ts";

const object = {
  metadata: { labels: { "app.example.com/name": "web" } },
  spec: { list: [{ name: "a", size: 1 }, { name: "b", size: 2 }, { size: 3 }] },
  status: {
    conditions: [
      { type: "Ready", status: "True" },
      { type: "Other", status: "False" },
    ],
  },
};

test.each([
  { path: ".spec.list[0].name", found: ["a"] },
  { path: ".spec.list[-1].size", found: [3] },
  { path: ".spec.list[5].size", found: [] },
  { path: ".spec.list[*].size", found: [1, 2, 3] },
  { path: ".spec.list[1:].size", found: [2, 3] },
  { path: ".spec.list[::2].size", found: [1, 3] },
  { path: ".spec.list[0,2].size", found: [1, 3] },
  { path: '.status.conditions[?(@.type=="Ready")].status', found: ["True"] },
  { path: ".status.conditions[?(@.type!='Ready')].status", found: ["False"] },
  { path: ".spec.list[?(@.size>=2)].size", found: [2, 3] },
  { path: ".spec.list[?(@.name)].name", found: ["a", "b"] },
  { path: ".metadata.labels.app\\.example\\.com/name", found: ["web"] },
  { path: ".metadata.labels['app.example.com/name']", found: ["web"] },
  { path: ".spec..name", found: ["a", "b"] },
  { path: ".status.constructor", found: [] },
  { path: ".spec.missing.name", found: [] },
])("$path", ({ path, found }) => {
  const parsed = parseJsonPath(path);
  expect(parsed.ok && parsed.value(object)).toEqual(found);
});

test.each([".spec.list[", ".spec[?(@.a ~ 1)]", "spec", `.${"a".repeat(5000)}`])("%.20s is not a valid path", (path) => {
  expect(parseJsonPath(path).ok).toBe(false);
});

test("the number of values that a recursive path visits is limited", () => {
  const nested = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: inner, b: 1 }), 1);
  const parsed = parseJsonPath(`.spec${"..a".repeat(6)}`);
  const looks = { left: 20_000 };
  expect(parsed.ok && parsed.value({ spec: nested }, looks)).toEqual([]);
  expect(looks.left).toBeGreaterThan(-200);
});

test("the number of values that a path returns is limited", () => {
  const wide = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => 1));
  const parsed = parseJsonPath(".a[*][*]");
  expect(parsed.ok && parsed.value({ a: wide }).length).toBe(10_000);
});
