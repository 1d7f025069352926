import { expect, test } from "vitest";
import { formatGoJson, goTypeOf, maxShownLength, plainGoText, showGoValue } from "../../src/json/go-value.ts";

/** Formatted by `fmt` and `encoding/json` of Go 1.26. */
test.each<[value: unknown, shown: string, plain: string, type: string]>([
  ["a\tb", '"a\\tb"', "a\tb", "string"],
  [true, "true", "true", "bool"],
  [1_000_000, "1000000", "1000000", "int64"],
  [9_007_199_254_740_993n, "9007199254740993", "9007199254740993", "int64"],
  [2n ** 63n, "9.223372036854776e+18", "9.223372036854776e+18", "float64"],
  [123_456.5, "123456.5", "123456.5", "float64"],
  [12_345_678.9, "1.23456789e+07", "1.23456789e+07", "float64"],
  [null, "null", "<nil>", "<nil>"],
  [["a", 1, null], '["a",1,null]', "[a 1 <nil>]", "[]interface {}"],
  [{ b: { d: 1 }, a: [] }, '{"a":[],"b":{"d":1}}', "map[a:[] b:map[d:1]]", "map[string]interface {}"],
])("%o is formatted as in Go", (value, shown, plain, type) => {
  expect(showGoValue(value)).toBe(shown);
  expect(plainGoText(value)).toBe(plain);
  expect(goTypeOf(value)).toBe(type);
});

test("JSON is formatted as in Go: sorted keys, escaped markup, JSON numbers", () => {
  const value = { b: "<a>&\u2028\u0001\b\u00e9", a: [1e21, 1, null, 5n, 2n ** 63n, 12_345_678.9] };
  expect(formatGoJson(value)).toBe(
    '{"a":[1e+21,1,null,5,9223372036854776000,12345678.9],"b":"\\u003ca\\u003e\\u0026\\u2028\\u0001\\b\u00e9"}',
  );
});

test("a large value is truncated to its first characters", () => {
  const text = "a".repeat(maxShownLength * 3);
  expect(showGoValue(text)).toHaveLength(maxShownLength + 2);
  expect(showGoValue({ text })).toHaveLength(maxShownLength);
});
