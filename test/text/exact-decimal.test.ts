import { expect, test } from "vitest";
import { formatFixed, splitScientific } from "../../src/text/exact-decimal.ts";

test.each([
  [0, 2, "0.00"],
  [-0, 0, "-0"],
  [0.5, 0, "0"],
  [1.5, 0, "2"],
  [2.5, 0, "2"],
  [0.25, 1, "0.2"],
  [999.9999999, 6, "1000.000000"],
  [0.0049, 2, "0.00"],
  [0.005, 2, "0.01"],
  [-1234.5, 1, "-1234.5"],
  [1e21, 1, "1000000000000000000000.0"],
  [0.1, 30, "0.100000000000000005551115123126"],
  [5e-324, 3, "0.000"],
])("%d with %i places is %s", (value, places, expected) => {
  expect(formatFixed(value, places)).toBe(expected);
});

test.each([
  [0, 2, "0.00", 0],
  [1052.032911275, 6, "1.052033", 3],
  [15, 0, "2", 1],
  [25, 0, "2", 1],
  [999.5, 1, "1.0", 3],
  [-1e-7, 3, "-1.000", -7],
])("%d with %i places is %s * 10^%i", (value, places, mantissa, power) => {
  expect(splitScientific(value, places)).toEqual({ mantissa, power });
});
