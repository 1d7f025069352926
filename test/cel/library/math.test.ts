import { describe, expect, test } from "vitest";
import { mathLibrary } from "../../../src/cel/library/math.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { environmentOf, evaluateText } from "./evaluate-text.ts";

const environment = environmentOf([standardLibrary, mathLibrary]);

describe("math", () => {
  test.each([
    ["math.least(-0.5)", -0.5],
    ["math.least(1u, 42u, 0u)", 0n],
    ["math.least(1, 1.0)", 1n],
    ["math.least(1.5, -2)", -2n],
    ["math.least(2u, 2.5)", 2n],
    ["math.least(1u, dyn(42), dyn(0.0))", 0],
    ["math.least([1u, 42u, 0u])", 0n],
    ["math.least(self)", -21],
    ["math.greatest(-1, 0, 1)", 1n],
    ["math.greatest(1.5, 2)", 2n],
    ["math.greatest(1u, dyn(0.0), 0u)", 1n],
    ["math.greatest(self)", 1],
    ["math.ceil(1.2)", 2],
    ["math.floor(-1.2)", -2],
    ["math.round(1.5)", 2],
    ["math.round(-1.5)", -2],
    ["math.round(0.49999999999999994)", 0],
    ["math.round(4503599627370497.0)", 4503599627370497],
    ["math.round(0.0 / 0.0)", Number.NaN],
    ["math.round(1.0 / 0.0)", Number.POSITIVE_INFINITY],
    ["math.trunc(-1.3)", -1],
    ["math.isInf(-1.0 / 0.0)", true],
    ["math.isNaN(0.0 / 0.0)", true],
    ["math.isFinite(1.0 / 0.0)", false],
    ["math.abs(-234.5)", 234.5],
    ["math.abs(-1)", 1n],
    ["math.abs(1u)", 1n],
    ["math.sign(-42)", -1n],
    ["math.sign(0u)", 0n],
    ["math.sign(-0.0)", 0],
    ["math.sign(-0.3)", -1],
    ["math.sign(0.0 / 0.0)", Number.NaN],
    ["math.sqrt(25u)", 5],
    ["math.sqrt(82)", 9.055385138137417],
    ["math.sqrt(-15.34)", Number.NaN],
  ])("%s", (text, expected) => {
    expect(evaluateText(text, { environment, self: [-21, -10.5, 1] })).toEqual(expected);
  });
});

describe("bits", () => {
  test.each([
    ["math.bitAnd(1, -1)", 1n],
    ["math.bitOr(1u, 2u)", 3n],
    ["math.bitXor(3, 5)", 6n],
    ["math.bitNot(-1)", 0n],
    ["math.bitNot(1u)", 18446744073709551614n],
    ["math.bitShiftLeft(1, 63)", -9223372036854775808n],
    ["math.bitShiftLeft(1u, 63)", 9223372036854775808n],
    ["math.bitShiftLeft(-1, 9223372036854775807)", 0n],
    ["math.bitShiftRight(-1024, 3)", 2305843009213693824n],
    ["math.bitShiftRight(-1, 0)", -1n],
    ["math.bitShiftRight(1024u, 64)", 0n],
  ])("%s", (text, expected) => {
    expect(evaluateText(text, { environment })).toBe(expected);
  });
});

describe("errors", () => {
  test.each([
    ["math.least(self, 1)", "no such overload: math.@min(list, int)"],
    ["math.least(self)", "math.@min(list) argument must not be empty"],
    ["math.greatest(dyn([1, true]))", "no such overload: math.@max"],
    ["math.greatest(dyn(['a']))", "no such overload: math.@max(list)"],
    ["math.greatest(1.0, 0.0 / 0.0)", "NaN values cannot be ordered: math.@max"],
    ["math.abs(-9223372036854775808)", "integer overflow"],
    ["math.bitShiftLeft(1, -2)", "math.bitShiftLeft() negative offset: -2"],
    ["math.bitShiftRight(1u, -4)", "math.bitShiftRight() negative offset: -4"],
    ["math.bitXor(dyn(1), dyn(1u))", "no such overload: math.bitXor(int, uint)"],
    ["math.ceil(dyn(1))", "no such overload: math.ceil(int)"],
  ])("%s", (text, message) => {
    expect(evaluateText(text, { environment, self: [] })).toBe(`error: ${message}`);
  });
});
