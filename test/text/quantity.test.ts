import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
  quantityOfInteger,
  quantitySign,
  quantityToDouble,
  quantityToInteger,
  quantityValue,
  subtractQuantities,
} from "../../src/text/quantity.ts";

function quantity(text: string): Quantity {
  const result = parseQuantity(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

test.each([
  { text: "0", canonical: "0", format: "DecimalSI", value: 0n },
  { text: "1.5", canonical: "1500m", format: "DecimalSI", value: 2n },
  { text: "1000M", canonical: "1G", format: "DecimalSI", value: 1_000_000_000n },
  { text: "100.0350k", canonical: "100035", format: "DecimalSI", value: 100_035n },
  { text: "1e3", canonical: "1e3", format: "DecimalExponent", value: 1000n },
  { text: "1E3", canonical: "1E3", format: "DecimalExponent", value: 1000n },
  { text: "12e1", canonical: "120", format: "DecimalExponent", value: 120n },
  { text: "1E", canonical: "1E", format: "DecimalSI", value: 10n ** 18n },
  { text: "1536Mi", canonical: "1536Mi", format: "BinarySI", value: 1536n << 20n },
  { text: "1024Mi", canonical: "1Gi", format: "BinarySI", value: 1n << 30n },
  { text: "1.5Gi", canonical: "1536Mi", format: "BinarySI", value: 1536n << 20n },
  { text: "0.5Ki", canonical: "512", format: "BinarySI", value: 512n },
  { text: "0.0001Ki", canonical: "102400u", format: "DecimalSI", value: 1n },
  { text: "732Ei", canonical: "9223372036854775807", format: "BinarySI", value: (1n << 63n) - 1n },
  { text: "0.1n", canonical: "1n", format: "DecimalSI", value: 1n },
  { text: "3.001n", canonical: "4n", format: "DecimalSI", value: 1n },
  { text: "-1.5", canonical: "-1500m", format: "DecimalSI", value: -2n },
  { text: ".", canonical: "0", format: "DecimalSI", value: 0n },
  { text: "-", canonical: "0", format: "DecimalSI", value: 0n },
  { text: "Ki", canonical: "0", format: "BinarySI", value: 0n },
])("$text has the canonical form $canonical", ({ text, canonical, format, value }) => {
  const parsed = quantity(text);
  expect(formatQuantity(parsed)).toBe(canonical);
  expect(parsed.format).toBe(format);
  expect(quantityValue(parsed)).toBe(value);
});

const formatFault = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

test.each([
  ["", formatFault],
  [" 1", formatFault],
  ["1 ", formatFault],
  ["1.1.M", formatFault],
  ["1+1.0M", formatFault],
  ["abc", formatFault],
  ["1K", "unable to parse quantity's suffix"],
  ["1ki", "unable to parse quantity's suffix"],
  ["1i", "unable to parse quantity's suffix"],
  ["0.1mi", "unable to parse quantity's suffix"],
  ["1e", "unable to parse quantity's suffix"],
  ["-3.01e-", "unable to parse quantity's suffix"],
  ["1e9223372036854775808", "unable to parse quantity's suffix"],
  ["Ei", "unable to parse numeric part of quantity"],
])("%j is rejected", (text, error) => {
  expect(parseQuantity(text)).toEqual({ ok: false, error });
});

test.each([
  ["1", "1", 0],
  ["1000m", "1", 0],
  ["1Ki", "1024", 0],
  ["1Ki", "1k", 1],
  ["-1", "1", -1],
  ["-2", "-1", -1],
  ["1n", "0", 1],
  ["1e30", "9e29", 1],
  ["1e1000000", "1e999999", 1],
  ["-1e1000000", "1", -1],
])("%s compared with %s is %i", (a, b, order) => {
  expect(compareQuantities(quantity(a), quantity(b))).toBe(order);
  expect(compareQuantities(quantity(b), quantity(a))).toBe(order === 0 ? 0 : -order);
});

test.each([
  ["1Gi", "1Gi", "2Gi", "0"],
  ["1", "500m", "1500m", "500m"],
  ["0", "1Gi", "1Gi", "-1Gi"],
  ["1Gi", "1", "1073741825", "1073741823"],
  ["9223372036854775807", "1", "9223372036854775808", "9223372036854775806"],
  ["1e1000000", "1", "10e999999", "10e999999"],
])("%s and %s: sum %s, difference %s", (a, b, sum, difference) => {
  expect(formatQuantity(addQuantities(quantity(a), quantity(b)))).toBe(sum);
  expect(formatQuantity(subtractQuantities(quantity(a), quantity(b)))).toBe(difference);
});

test.each([
  ["1Gi", 1n << 30n],
  ["1k", 1000n],
  ["1.0", undefined],
  ["1500m", undefined],
  ["9223372036854775807", undefined],
  ["0e99", 0n],
  ["99E", undefined],
])("%s as an integer", (text, expected) => {
  expect(quantityToInteger(quantity(text))).toBe(expected);
});

test("sign, thousandths, double and construction from an integer", () => {
  expect(["-1m", "0", "1Gi"].map((text) => quantitySign(quantity(text)))).toEqual([-1, 0, 1]);
  expect(quantityMilliValue(quantity("1.0001"))).toBe(1001n);
  expect(quantityToDouble(quantity("50m"))).toBe(0.05);
  expect(quantityToDouble(quantity("1e400"))).toBe(Number.POSITIVE_INFINITY);
  expect(formatQuantity(quantityOfInteger(2000n, "DecimalExponent"))).toBe("2e3");
});

test.each(["0n", "-0k", "0.000", "0Ki", "0e3"])("%s is zero", (text) => {
  expect(compareQuantities(quantity(text), quantity("0"))).toBe(0);
});

test("the canonical text is parsed to the same number", () => {
  const digits = fc.stringMatching(/^[0-9]{1,25}(\.[0-9]{0,12})?$/);
  const suffix = fc.constantFrom("", "n", "u", "m", "k", "M", "G", "Ki", "Mi", "Gi", "e3", "E-2");
  fc.assert(
    fc.property(fc.constantFrom("", "-", "+"), digits, suffix, (sign, number, unit) => {
      const original = quantity(sign + number + unit);
      expect(compareQuantities(quantity(formatQuantity(original)), original)).toBe(0);
    }),
  );
});

test.each([
  { text: "1".repeat(100_000), value: "1".repeat(100_000) },
  { text: `1${"0".repeat(99_999)}1`, value: `1${"0".repeat(99_999)}1` },
  { text: `0.${"9".repeat(100_000)}`, value: "1" },
  { text: `-1.${"0".repeat(100_000)}1`, value: "-1000000001n" },
  { text: `${"7".repeat(100_000)}Ki`, value: "9223372036854775807" },
  { text: `1.${"3".repeat(100_000)}Mi`, value: "1398101333333334n" },
])("a long quantity is handled without converting all of its digits to a bigint: $value", ({ text, value }) => {
  const made = vi.spyOn(globalThis, "BigInt");
  const { calls } = made.mock;
  const read = quantity(text);
  formatQuantity(read);
  compareQuantities(read, read);
  quantityValue(read);
  quantityMilliValue(read);
  const longest = Math.max(0, ...calls.map(([from]) => String(from).length));
  made.mockRestore();
  expect(formatQuantity(read)).toBe(value);
  expect(longest).toBeLessThan(200);
});
