import { expect, test } from "vitest";
import { parseInt64 } from "../../src/text/int64.ts";

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
