import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "../../src/text/duration.ts";

const second = 1_000_000_000n;

test.each<[string, bigint, string]>([
  ["0", 0n, "0s"],
  ["+0", 0n, "0s"],
  ["1h30m", 5400n * second, "1h30m0s"],
  ["-1.5h", -5400n * second, "-1h30m0s"],
  [".5s", second / 2n, "500ms"],
  ["1.s", second, "1s"],
  ["1us", 1_000n, "1\u00b5s"],
  ["1\u00b5s", 1_000n, "1\u00b5s"],
  ["1\u03bcs", 1_000n, "1\u00b5s"],
  ["999ns", 999n, "999ns"],
  ["1.0000000009s", second, "1s"],
  ["9223372036854775807ns", (1n << 63n) - 1n, "2562047h47m16.854775807s"],
  ["-9223372036854775808ns", -(1n << 63n), "-2562047h47m16.854775808s"],
  ["00000000000000000000000001s", second, "1s"],
])("%s is %d ns and prints as %s", (text, nanos, printed) => {
  expect(parseDuration(text)).toEqual({ ok: true, value: nanos });
  expect(formatDuration(nanos)).toBe(printed);
});

test.each([
  ["", "invalid", 'time: invalid duration ""'],
  ["-", "invalid", 'time: invalid duration "-"'],
  ["ms", "invalid", 'time: invalid duration "ms"'],
  [".s", "invalid", 'time: invalid duration ".s"'],
  ["1", "missing-unit", 'time: missing unit in duration "1"'],
  ["1h2", "missing-unit", 'time: missing unit in duration "1h2"'],
  ["1d", "unknown-unit", 'time: unknown unit "d" in duration "1d"'],
  ["1S", "unknown-unit", 'time: unknown unit "S" in duration "1S"'],
  ["1h 2m", "unknown-unit", 'time: unknown unit "h " in duration "1h 2m"'],
  ['1"\u00e9', "unknown-unit", 'time: unknown unit "\\"\\xc3\\xa9" in duration "1\\"\\xc3\\xa9"'],
  ["9223372036854775808ns", "invalid", 'time: invalid duration "9223372036854775808ns"'],
  ["99999999999999999999s", "invalid", 'time: invalid duration "99999999999999999999s"'],
  ["3000000h", "invalid", 'time: invalid duration "3000000h"'],
])("%j is rejected as %s", (text, kind, error) => {
  expect(parseDuration(text)).toEqual({ ok: false, kind, error });
});

test("a formatted duration is parsed to the same value", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), (nanos) => {
      expect(parseDuration(formatDuration(nanos))).toEqual({ ok: true, value: nanos });
    }),
  );
});

test("every text is parsed or rejected with an error of Go's time package", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.-+hmsnuµ ") }), (text) => {
      const parsed = parseDuration(text);
      expect(parsed.ok || parsed.error.startsWith("time: ")).toBe(true);
    }),
  );
});
