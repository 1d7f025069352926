import { expect, test } from "vitest";
import { int64Of, parseInt64, uint64Of } from "../../src/text/int64.ts";

test.each([
  ["0", 0n],
  ["007", 7n],
  ["+5", 5n],
  ["-9223372036854775808", -(2n ** 63n)],
  ["9223372036854775808", 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ["", 'strconv.ParseInt: parsing "": invalid syntax'],
  ["1_0", 'strconv.ParseInt: parsing "1_0": invalid syntax'],
  ["1a", 'strconv.ParseInt: parsing "1a": invalid syntax'],
])("%j", (text, number) => {
  expect(parseInt64(text)).toBe(number);
});

test.each([
  ["-0", 0n, 0n],
  ["9223372036854775808", undefined, 2n ** 63n],
  ["18446744073709551615", undefined, 2n ** 64n - 1n],
  ["18446744073709551616", undefined, undefined],
  ["-1", -1n, undefined],
  [`+${"0".repeat(100)}9`, 9n, 9n],
  ["7".repeat(3_000_000), undefined, undefined],
])("%j as a signed and as an unsigned 64-bit integer", (text, signed, unsigned) => {
  expect([int64Of(text), uint64Of(text)]).toEqual([signed, unsigned]);
});
