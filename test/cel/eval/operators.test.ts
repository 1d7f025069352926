import { expect, test } from "vitest";
import { equalValues, equate } from "../../../src/cel/eval/equality.ts";
import { noSuchOverload } from "../../../src/cel/eval/faults.ts";
import { opaqueType } from "../../../src/cel/types/types.ts";
import { CelError, Duration, type OpaqueValue, Optional, Uint, type Value } from "../../../src/cel/types/values.ts";
import { evaluate } from "./evaluate.ts";

test.each<[string, Value]>([
  ["1 + 2 * 3", 7n],
  ["7 / -2", -3n],
  ["-7 % 4", -3n],
  ["-(-5)", 5n],
  ["9223372036854775807 - 1", 9223372036854775806n],
  ["18446744073709551615u - 1u", new Uint(18446744073709551614n)],
  ["1.5 * 2.0", 3],
  ["1.0 / 0.0", Number.POSITIVE_INFINITY],
  ["'a' + 'b'", "ab"],
  ["b'a' + b'\\xff'", new Uint8Array([0x61, 0xff])],
  ["[1] + [2, 3]", [1n, 2n, 3n]],
  ["duration('1h') - duration('30m')", new Duration(1_800_000_000_000n)],
  ["timestamp('2020-01-02T00:00:00Z') - timestamp('2020-01-01T00:00:00Z')", new Duration(86_400_000_000_000n)],
  ["string(timestamp('1969-12-31T23:59:59.5Z') + duration('1s'))", "1970-01-01T00:00:00.5Z"],
  ["string(timestamp('2020-01-01T00:00:00+02:00') - duration('1ns'))", "2019-12-31T23:59:59.999999999+02:00"],
])("%s", (text, expected) => {
  expect(evaluate(text)).toEqual(expected);
});

test.each([
  ["9223372036854775807 + 1", "integer overflow"],
  ["-9223372036854775808 - 1", "integer overflow"],
  ["9223372036854775807 * 2", "integer overflow"],
  ["-9223372036854775808 / -1", "integer overflow"],
  ["-9223372036854775808 % -1", "integer overflow"],
  ["-(-9223372036854775808)", "integer overflow"],
  ["0u - 1u", "unsigned integer overflow"],
  ["18446744073709551615u + 1u", "unsigned integer overflow"],
  ["1 / 0", "division by zero"],
  ["1u % 0u", "modulus by zero"],
  ["duration('9223372036854775807ns') + duration('1ns')", "integer overflow"],
  ["timestamp('9999-12-31T23:59:59Z') + duration('1s')", "timestamp overflow"],
  ["timestamp('0001-01-01T00:00:00Z') - duration('1ns')", "timestamp overflow"],
  ["dyn(1) + dyn('a')", "no such overload"],
  ["dyn(1) < dyn('a')", "no such overload"],
  ["double('NaN') < 1.0", "NaN values cannot be ordered"],
  ["1 in dyn(5)", "no such overload"],
])("%s is an error: %s", (text, message) => {
  expect(evaluate(text)).toMatchObject({ message });
});

test.each<[string, boolean]>([
  ["dyn(1) == dyn(1.0)", true],
  ["dyn(1u) == dyn(1)", true],
  ["dyn(1) == dyn('1')", false],
  ["dyn(9007199254740993) == dyn(9007199254740992.0)", true],
  ["dyn(18446744073709551615u) == dyn(-1)", false],
  ["double('NaN') == double('NaN')", false],
  ["double('NaN') != double('NaN')", true],
  ["cel.bind(x, [double('NaN')], x == x)", false],
  ["0.0 == -0.0", true],
  ["null == null", true],
  ["dyn(null) == dyn(0)", false],
  ["[1, 2.0] == dyn([1u, 2])", true],
  ["{'a': 1, 'b': [2]} == dyn({'b': [2u], 'a': 1.0})", true],
  ["{'a': null} == {'b': null}", false],
  ["{1: 'x'} == dyn({1u: 'x'})", true],
  ["b'a' == b'a'", true],
  ["optional.of(1) == optional.of(1)", true],
  ["optional.none() == optional.of(1)", false],
  ["type(1) == int && type(type(1)) == type && type([]) == list", true],
  ["timestamp('2020-01-01T01:00:00+01:00') == timestamp('2020-01-01T00:00:00Z')", true],
  ["1 < 1.5 && 2u > 1 && 1.5 <= 2u", true],
  ["'a' < 'b' && 'a' < 'aa'", true],
  ["'\\uffee' < '\\U0001F431'", true],
  ["b'\\x00' < b'\\x01' && false < true", true],
  ["duration('1s') < duration('1m')", true],
  ["dyn(2.0) in [1, 2]", true],
  ["dyn(1u) in {1: 'a'}", true],
  ["3 in [1, 2]", false],
  ["null in [null]", true],
])("%s is %s", (text, expected) => {
  expect(evaluate(text)).toBe(expected);
});

test.each<[string, Value | "error"]>([
  ["false && 1 / 0 == 0", false],
  ["1 / 0 == 0 && false", false],
  ["true && 1 / 0 == 0", "error"],
  ["1 / 0 == 0 || true", true],
  ["1 / 0 == 0 || false", "error"],
  ["dyn(1) && false", false],
  ["dyn(1) && true", "error"],
  ["true ? 1 : 1 / 0", 1n],
  ["1 / 0 == 0 ? 1 : 2", "error"],
  ["dyn('x') ? 1 : 2", "error"],
  ["[1, 0].exists(x, 1 / x == 1)", true],
  ["[0, 1].exists(x, 1 / x == 1)", true],
  ["[0, 2].exists(x, 1 / x == 1)", "error"],
  ["[0, 1].all(x, 1 / x == 2)", false],
  ["[0, 1].all(x, 1 / x == 1)", "error"],
  ["[0, 1].exists_one(x, 1 / x == 1)", "error"],
])("an error is absorbed if another operand decides the result: %s", (text, expected) => {
  const result = evaluate(text);
  if (expected === "error") expect(result).toBeInstanceOf(CelError);
  else expect(result).toEqual(expected);
});

class Colour implements OpaqueValue {
  readonly celType = opaqueType("test.Colour");
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  equals(other: OpaqueValue): boolean {
    return other instanceof Colour && other.name === this.name;
  }
}

test.each<[Value, Value, boolean | "error"]>([
  [new Colour("red"), new Colour("red"), true],
  [new Colour("red"), new Colour("blue"), false],
  [new Colour("red"), "red", "error"],
  ["red", new Colour("red"), false],
  [new Colour("red"), null, false],
  [[new Colour("red")], ["red"], true],
  [new Optional(new Colour("red")), new Optional(1n), "error"],
])("a value of a library type can only be compared with values of the same type: %o, %o", (left, right, expected) => {
  expect(equate(left, right)).toEqual(expected === "error" ? noSuchOverload : expected);
  expect(equalValues(left, right)).toBe(expected === true);
});
