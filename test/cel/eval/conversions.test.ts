import { expect, test } from "vitest";
import { CelError, Duration, Timestamp, Uint, type Value } from "../../../src/cel/types/values.ts";
import { evaluate } from "./evaluate.ts";

test.each<[string, Value]>([
  ["int('-42')", -42n],
  ["int('+007')", 7n],
  ["int(2.9)", 2n],
  ["int(-2.9)", -2n],
  ["int(9223372036854775807u)", 9223372036854775807n],
  ["int(timestamp('1970-01-01T00:01:00.9Z'))", 60n],
  ["int(duration('1us'))", 1000n],
  ["uint('18446744073709551615')", new Uint(18446744073709551615n)],
  ["uint(1.9)", new Uint(1n)],
  ["double('1e3')", 1000],
  ["double('0x1p-2')", 0.25],
  ["double('1_000.5')", 1000.5],
  ["double('-Infinity')", Number.NEGATIVE_INFINITY],
  ["double(18446744073709551615u)", 18446744073709552000],
  ["bool('True')", true],
  ["bool('f')", false],
  ["bytes('é')", new Uint8Array([0xc3, 0xa9])],
  ["string(b'\\xc3\\xa9')", "é"],
  ["string(1.0)", "1"],
  ["string(1e6)", "1e+06"],
  ["string(123456.789)", "123456.789"],
  ["string(0.0001)", "0.0001"],
  ["string(0.00001)", "1e-05"],
  ["string(-0.0)", "-0"],
  ["string(double('inf'))", "+Inf"],
  ["string(18446744073709551615u)", "18446744073709551615"],
  ["string(true)", "true"],
  ["string(duration('1m1.5s'))", "61.5s"],
  ["string(duration('1ns'))", "0.000000001s"],
  ["string(timestamp('2020-01-01T00:00:00.100Z'))", "2020-01-01T00:00:00.1Z"],
  ["duration('-1h')", new Duration(-3_600_000_000_000n)],
  ["timestamp(0)", new Timestamp(0, 0)],
  ["size('a\\U0001F431')", 2n],
  ["size(b'\\xf0\\x9f')", 2n],
  ["[1, 2].size() + {'a': 1}.size()", 3n],
  ["timestamp('2009-02-13T23:31:30.123Z').getMilliseconds()", 123n],
  ["timestamp('2009-02-13T23:31:30Z').getDayOfWeek()", 5n],
  ["timestamp('2009-02-13T23:31:30Z').getDayOfYear()", 43n],
  ["timestamp('2009-02-13T23:31:30Z').getDate() - timestamp('2009-02-13T23:31:30Z').getDayOfMonth()", 1n],
  ["timestamp('2009-02-13T23:31:30Z').getHours('Australia/Sydney')", 10n],
  ["timestamp('2009-02-13T02:00:00Z').getDate('-02:30')", 12n],
  ["duration('-3723.9s').getMinutes()", -62n],
  ["duration('1m59.999999999s').getMinutes()", 1n],
  ["duration('26297277m59.999999999s').getMinutes()", 26297278n],
  ["duration('1.999999s').getMilliseconds()", 1999n],
  ["'aXb'.matches('^a.b$') && matches('é', '^.$')", true],
])("%s", (text, expected) => {
  expect(evaluate(text)).toEqual(expected);
});

test.each([
  "int('')",
  "int('1.0')",
  "int('9223372036854775808')",
  `int('${"9".repeat(1000)}')`,
  "int(9223372036854775807.0)",
  "int(-9223372036854775808.0)",
  "int(double('NaN'))",
  "int(18446744073709551615u)",
  "uint(-1)",
  "uint(-0.5)",
  "uint('-1')",
  "uint(18446744073709551616.0)",
  "double('1e999')",
  "double('1__0')",
  "double('0x1')",
  "bool('TrUe')",
  "bool('yes')",
  "string(b'\\xff')",
  "duration('1')",
  "duration('9223372037s')",
  "timestamp('2020-01-01')",
  "timestamp('0000-01-01T00:00:00Z')",
  "timestamp('9999-12-31T23:59:59-01:00')",
  "timestamp(253402300800)",
  "timestamp('2020-01-01T00:00:00Z').getHours('Nowhere')",
  "'a'.matches('(')",
])("%s is an error", (text) => {
  expect(evaluate(text)).toBeInstanceOf(CelError);
});

test("the error for a call without a matching overload names the types of the arguments", () => {
  const result = evaluate("timestamp(claims)", { variables: { claims: {} } });
  expect(result).toMatchObject({ message: "no such overload: timestamp(map)" });
});
