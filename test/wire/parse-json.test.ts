import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson } from "../../src/json/format-json.ts";
import { parseJson } from "../../src/wire/parse-json.ts";
import { asRead, jsonValue } from "./json-values.ts";

const maxDepth = 100;

test("written values are read back unchanged, with and without indentation", () => {
  fc.assert(
    fc.property(jsonValue, fc.constantFrom(0, 2), (value, indent) => {
      deepStrictEqual(parseJson(formatJson(value, indent), maxDepth), asRead(value));
    }),
    { numRuns: 500 },
  );
});

test.each([0, 2])("a bigint does not change the rest of a text with indent %i", (indent) => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = formatJson({ value, number: 2n ** 53n + 1n }, indent);
      expect(text).toBe(formatJson({ value, number: 1 }, indent).replace(/1(?=\n?\}$)/, "9007199254740993"));
    }),
  );
});

test("undefined members are omitted, and undefined list items are written as null", () => {
  const value = { number: 1n, absent: undefined, list: [undefined, Number.NaN] };
  expect(formatJson(value)).toBe('{"number":1,"list":[null,null]}');
  expect(formatJson(undefined)).toBe("null");
});

test.each([
  ["0", `${"[".repeat(101)}${"]".repeat(101)}`],
  ["12345678901234567890", `${"[".repeat(101)}12345678901234567890${"]".repeat(101)}`],
  ["a million", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
])("deep nesting is rejected: %s", (_name, text) => {
  expect(() => parseJson(text, maxDepth)).toThrow("must have at most 100 levels of nesting");
});
