import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonDepth } from "../../src/lexical/json-depth.ts";

test.each([
  { text: "1", depth: 0 },
  { text: "[]", depth: 1 },
  { text: '{"a":[{}],"b":[]}', depth: 3 },
  { text: '"[[["', depth: 0 },
  { text: '["\\"[[", []]', depth: 2 },
  { text: "]][", depth: 0 },
])("the depth of $text", ({ text, depth }) => {
  expect(jsonDepth(text)).toBe(depth);
});

test("the depth is that of the value", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonDepth(JSON.stringify(value)) === depthOf(value)));
});
