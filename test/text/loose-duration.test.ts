import { expect, test } from "vitest";
import { parseLooseDuration } from "../../src/text/loose-duration.ts";

const second = 1_000_000_000n;

test.each([
  ["1h2m", 3720n * second],
  ["-1.5s", -1_500_000_000n],
  ["2 weeks", 14n * 86_400n * second],
  ["1 hour 30 min", 5400n * second],
  ["3d", 3n * 86_400n * second],
  ["1 Day and 1 SECOND", 86_401n * second],
  ["5 µs", 5_000n],
  ["1hr", 3600n * second],
  ["12 fortnights", undefined],
  ["soon", undefined],
  ["0009 d", 9n * 86_400n * second],
  ["9223372036854775807 ns of 292 years", 2n ** 63n - 1n],
  ["9223372036854775808 ns", undefined],
  [`1 day ${"9".repeat(100)} days`, undefined],
  ["", undefined],
])("%s", (text, nanos) => {
  expect(parseLooseDuration(text)).toBe(nanos);
});
