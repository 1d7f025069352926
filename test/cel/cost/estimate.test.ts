import { describe, expect, test } from "vitest";
import { formatSizePath, largestSizeWithin } from "../../../src/cel/cost/estimate.ts";
import { escapePropertyName } from "../../../src/cel/syntax/property-name.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { schemaBounds } from "../../../src/cel-kubernetes/cost/schema-bounds.ts";
import { checkedTree, environment, estimateOf, newestProfile } from "./measure.ts";

const unbounded = 2n ** 64n - 1n;

describe("the driver, which is the input whose size contributes most to the maximum", () => {
  test.each([
    ["s.contains('a')", "s", "s"],
    ["strings.exists(x, x == 'a')", "strings", "strings"],
    ["s == 'abc' || strings.all(x, x.matches('a+'))", "strings", "strings"],
    ["strings.all(x, strings.all(y, x == y))", "strings", "strings"],
    ["list.all(x, s.contains(s))", "s", "s"],
    ["map.all(k, k.startsWith(k))", "map", "map"],
    ["['a'].all(x, strings[0].contains(x))", "strings[*]", "strings[0]"],
    ["size(s) > 2", undefined, undefined],
    ["s == 'abc'", undefined, undefined],
  ])("%s", (text, path, read) => {
    const { driver } = estimateOf(text);
    expect(driver && formatSizePath(driver.path)).toBe(path);
    expect(driver && text.slice(driver.start, driver.end)).toBe(read);
  });

  test("a value with a bound is never the driver", () => {
    const { max, driver } = estimateOf("strings.exists(x, x == s)", {
      sizes: ([name]) => (name === "strings" ? 10 : undefined),
    });
    expect(driver).toBeUndefined();
    expect(max).toBeLessThan(200n);
  });

  test("a maximum beyond 64 bits is reported as unbounded", () => {
    expect(estimateOf("strings.all(x, strings.all(y, x.contains(y)))").max).toBe(unbounded);
  });
});

describe("the largest size that keeps the cost within a limit", () => {
  const rules = costRules(environment, newestProfile);

  test.each([
    ["list.all(x, x > 0)", 1_000_000, 199_999],
    ["s.contains(s)", 1_000_000, 9990],
    ["size(s) > 2", 10, 2 ** 32],
    ["size(s) > 2", 1, undefined],
  ])("%s within %d", (text, limit, size) => {
    expect(largestSizeWithin(checkedTree(text), rules, limit)).toBe(size);
  });

  test("one more exceeds the limit", () => {
    const text = "strings.all(x, x.matches('[a-z]+'))";
    const size = largestSizeWithin(checkedTree(text), rules, 1_000_000) ?? Number.NaN;
    expect(estimateOf(text, { sizes: () => size }).max).toBeLessThanOrEqual(1_000_000n);
    expect(estimateOf(text, { sizes: () => size + 1 }).max).toBeGreaterThan(1_000_000n);
  });
});

test.each([
  [["self", "a", "@items", "b", "@values"], "self.a[*].b[*]"],
  [["user", "extra", "@keys"], "keys of user.extra"],
  [["list", "@indices"], "indexes of list"],
])("the path %j is formatted as %s", (path, text) => {
  expect(formatSizePath(path)).toBe(text);
});

describe("size bounds from a schema", () => {
  const bounds = schemaBounds({
    type: "object",
    properties: {
      name: { type: "string", maxLength: 10 },
      phase: { type: "string", enum: ["On", "Off"] },
      free: { type: "string" },
      data: { type: "string", format: "byte", maxLength: 7 },
      "a.b": { type: "integer" },
      list: { type: "array", maxItems: 5, items: { type: "string", format: "date-time" } },
      open: { type: "array", items: { type: "object", required: ["x"], properties: { x: { type: "string" } } } },
      map: { type: "object", additionalProperties: { type: "boolean" } },
      port: { "x-kubernetes-int-or-string": true },
    },
  });

  test.each([
    ["self.name", 40],
    ["self.phase", 3],
    ["self.free", 3_145_726],
    ["self.data", 7],
    ["self.a__dot__b", 0],
    ["self.list", 5],
    ["self.list.@items", 32],
    ["self.open", Math.floor(3_145_726 / 10)],
    ["self.map", Math.floor(3_145_726 / 10)],
    ["self.map.@keys", 0],
    ["self.port", 3_145_726],
    ["self.metadata.name", 253 * 4],
    ["self.unknown", undefined],
    ["oldSelf.name", 40],
  ])("%s", (path, size) => {
    expect(bounds(path.split("."), { kind: "dyn" })).toBe(size);
  });
});

test.each([
  ["name", "name"],
  ["a.b-c/d", "a__dot__b__dash__c__slash__d"],
  ["a__b", "a__underscores__b"],
  ["namespace", "__namespace__"],
  ["k!", undefined],
  ["1st", undefined],
])("the property %s is escaped as %s", (name, escaped) => {
  expect(escapePropertyName(name)).toBe(escaped);
});
