import fc from "fast-check";
import { expect, test } from "vitest";
import { scanJson } from "../../src/json/json-scan.ts";

test.each([
  { text: "1", depth: 0 },
  { text: "[]", depth: 1 },
  { text: '{"a":[{}],"b":[]}', depth: 3 },
  { text: '"[[["', depth: 0 },
  { text: '["\\"[[", []]', depth: 2 },
  { text: '["\\\\", [[]]]', depth: 3 },
  { text: '["\\\\\\"[[", []]', depth: 2 },
  { text: '["[[[', depth: 1 },
  { text: "]][", depth: 0 },
])("the depth of $text", ({ text, depth }) => {
  expect(scanJson(text).depth).toBe(depth);
});

test.each([
  { text: "[]", digits: 0 },
  { text: '{"a123":[12,-345.6],"b":"1234"}', digits: 3 },
  { text: "1234", digits: 4 },
])("the digits of $text", ({ text, digits }) => {
  expect(scanJson(text).digits).toBe(digits);
});

test("the depth is exact, and the number of values is at most twice too high", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  const countOf = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, item) => sum + countOf(item), 1)
      : 1;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { depth, values } = scanJson(JSON.stringify(value));
      expect(depth).toBe(depthOf(value));
      expect(values).toBeGreaterThanOrEqual(countOf(value));
      expect(values).toBeLessThanOrEqual(2 * countOf(value));
    }),
  );
});
