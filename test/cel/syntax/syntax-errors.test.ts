import { describe, expect, test } from "vitest";
import { type ParseOptions, parse } from "../../../src/cel/syntax/parser.ts";

const options: ParseOptions = {
  macros: ["standard", "exists-one", "optional", "two-variable", "lists", "bindings", "math", "block"],
};

/** Returns each issue as `start-end code`. */
function places(text: string): string[] {
  return parse(text, options).issues.map(({ code, start, end }) => `${start}-${end} ${code}`);
}

test.each([
  // empty texts, and texts with extra tokens
  ["", ["0-0 syntax"]],
  ["  \n ", ["4-4 syntax"]],
  ["// only this", ["12-12 syntax"]],
  ["a b", ["2-3 syntax"]],
  ["a)", ["1-2 syntax"]],
  ["tr]ue", ["2-3 syntax"]],
  ["1true", ["1-5 syntax"]],
  ["a.5", ["1-3 syntax"]],
  // operands
  ["a +", ["3-3 syntax"]],
  ["a == ", ["5-5 syntax"]],
  ["* a", ["0-1 syntax"]],
  ["a && && b", ["5-7 syntax"]],
  ["in", ["0-2 syntax", "2-2 syntax"]],
  ["!-a", ["2-3 syntax"]],
  ["-!a", ["1-2 syntax"]],
  ["--", ["2-2 syntax"]],
  ["`a`", ["0-3 syntax"]],
  // selects and calls
  ["a.", ["2-2 syntax"]],
  ["a.]", ["2-3 syntax"]],
  ["a.'b'", ["2-5 syntax"]],
  ["a.in", ["2-4 syntax"]],
  ["a.?", ["3-3 syntax"]],
  [".true", ["1-5 syntax"]],
  ["a.`b`()", ["5-6 syntax"]],
  ["f(a", ["3-3 syntax"]],
  ["f(a,)", ["4-5 syntax"]],
  ["f(,a)", ["2-3 syntax"]],
  ["f(a b)", ["4-5 syntax"]],
  ["f(a]", ["3-4 syntax"]],
  ["f(){}", ["3-4 syntax"]],
  // indexes, lists, maps, structs
  ["a[", ["2-2 syntax"]],
  ["a[]", ["2-3 syntax"]],
  ["[1,,2]", ["3-4 syntax"]],
  ["[,1]", ["2-3 syntax"]],
  ["{,a: 1}", ["2-3 syntax"]],
  ["T{,,}", ["3-4 syntax"]],
  ["[1 2]", ["3-4 syntax"]],
  ["{a}", ["2-3 syntax"]],
  ["{:a}", ["1-2 syntax"]],
  ["{a: }", ["4-5 syntax"]],
  ["{a 1, b: 2}", ["3-4 syntax"]],
  ["T{a}", ["3-4 syntax"]],
  ["T{1: 2}", ["2-3 syntax"]],
  ["T{?}", ["3-4 syntax"]],
  // conditionals
  ["a ? b", ["5-5 syntax"]],
  ["a ? : b", ["4-5 syntax"]],
  ["a ? b : ", ["8-8 syntax"]],
  // several errors in one text
  ["(a b) && (c d)", ["3-4 syntax", "12-13 syntax"]],
  ["[a b, c d]", ["3-4 syntax", "8-9 syntax"]],
  ["f(a b).g(c d)", ["4-5 syntax", "11-12 syntax"]],
  ["x[1 2] + y[", ["4-5 syntax", "11-11 syntax"]],
  ["a = 1 && b = 2", ["2-3 syntax", "11-12 syntax"]],
])("syntax: %j", (text, expected) => {
  expect(places(text)).toEqual(expected);
});

test.each([
  // characters outside of the grammar
  ["a @ b", ["2-3 syntax"]],
  ["\u00e9", ["0-1 syntax"]],
  ["\u{1F600} + 1", ["0-2 syntax"]],
  ["a\u00a0+ b", ["1-2 syntax"]],
  ["a = b", ["2-3 syntax"]],
  ["a & b", ["2-3 syntax"]],
  ["a | b", ["2-3 syntax"]],
  ["a === b", ["4-5 syntax"]],
  // strings
  ["'a", ["0-2 syntax"]],
  ["'a\nb'", ["0-2 syntax", "4-5 syntax"]],
  ["b'a", ["1-3 syntax"]],
  ["r'\\d", ["1-4 syntax"]],
  ["'''a", ["2-4 syntax"]],
  ["'''a'", ["2-5 syntax"]],
  ["a'''b", ["1-3 syntax", "3-5 syntax"]],
  ["b'''a", ["3-5 syntax"]],
  ["r'''a", ["3-5 syntax"]],
  [String.raw`'\q' + 'b'`, ["0-3 syntax"]],
  [String.raw`"\xFh"`, ["0-5 syntax"]],
  [String.raw`'\u12'`, ["0-6 syntax"]],
  [String.raw`'\400'`, ["0-3 syntax"]],
  [String.raw`'''\q'''`, ["2-5 syntax"]],
  ["f('x.y)", ["2-7 syntax"]],
  // quoted names
  ["a.`b", ["2-4 syntax"]],
  ["a.``", ["2-3 syntax"]],
  ["a.`b$c`", ["2-4 syntax"]],
])("tokens: %j", (text, expected) => {
  expect(places(text)).toEqual(expected);
});

test.each([
  ["9223372036854775808", ["0-19 literal"]],
  ["-9223372036854775809", ["0-20 literal"]],
  ["a + 0xFFFFFFFFFFFFFFFFF", ["4-23 literal"]],
  ["18446744073709551616u", ["0-21 literal"]],
  ["1.99e90000009", ["0-13 literal"]],
  [String.raw`'\ud800'`, ["0-8 literal"]],
  [String.raw`"\U00110000"`, ["0-12 literal"]],
  [String.raw`b'\u0041'`, ["0-9 literal"]],
  ["as", ["0-2 syntax"]],
  [".as", ["0-3 syntax"]],
  ["for(a)", ["0-3 syntax"]],
  ["[1].map(var, var)", ["8-11 syntax", "13-16 syntax"]],
])("values and reserved words: %j", (text, expected) => {
  expect(places(text)).toEqual(expected);
});

test.each([
  ["has(a)", ["4-5 macro"]],
  ["has(a.f())", ["7-9 macro"]],
  ["has(a[0])", ["5-8 macro"]],
  ["has(a.?b)", ["5-8 macro"]],
  ["a.all(b.c, d)", ["7-9 macro"]],
  ["a.all(1, 2)", ["6-7 macro"]],
  ["a.exists_one(__result__, b)", ["13-23 macro"]],
  ["a.map(f(), b, c)", ["7-9 macro"]],
  ["a.filter(b.c, d)", ["10-12 macro"]],
  ["a.all(b, b, c)", ["9-10 macro"]],
  ["a.all(b, 1, c)", ["9-10 macro"]],
  ["a.transformMap(1, b, c)", ["15-16 macro"]],
  ["a.transformList(b, __result__, c)", ["19-29 macro"]],
  ["a.optMap(1, b)", ["9-10 macro"]],
  ["a.optFlatMap(b.c, b)", ["14-16 macro"]],
  ["cel.bind(1, 2, 3)", ["9-10 macro"]],
  ["math.least()", ["0-4 macro"]],
  ["math.least('hello')", ["11-18 macro"]],
  ["math.least({})", ["11-13 macro"]],
  ["math.greatest([])", ["14-16 macro"]],
  ["math.greatest([1, true])", ["14-23 macro"]],
  ["math.greatest(1, true)", ["17-21 macro"]],
  ["math.greatest(1, 2, [a])", ["20-23 macro"]],
  ["cel.block(a, 1)", ["10-11 macro"]],
  ["cel.index(-1)", ["10-12 macro"]],
  ["cel.index(1u)", ["10-12 macro"]],
  ["cel.iterVar(0, a)", ["15-16 macro"]],
  ["1.sortBy(a, a)", ["0-1 macro"]],
  ["a.sortBy(1, a)", ["9-10 macro"]],
  // macros in text after a syntax error are not checked, those before it are
  ["a.all(b,1c, d)", ["9-10 syntax"]],
  ["has(c d.e)", ["4-5 macro", "6-7 syntax"]],
  ["has(a..b)", ["4-5 macro", "6-7 syntax"]],
  ["has(a.`b$`)", ["6-8 syntax"]],
])("macros: %j", (text, expected) => {
  expect(places(text)).toEqual(expected);
});

describe("help", () => {
  test.each([
    ["a = b", "'=='"],
    ["a === b", "'=='"],
    ["a & b", "'&&'"],
    ["a | b", "'||'"],
    ["a and b", "'&&'"],
    ["a OR b", "'||'"],
    ["not a", "'!'"],
    ["a not in b", "!(value in list)"],
    ["a <> b", "'!='"],
    ["a == == b", "remove one '=='"],
    ["f(a,)", "remove the last comma"],
    ["f(a", "the '(' after f is not closed"],
    ["[a", "the '[' is not closed"],
    ["a)", "no bracket is open"],
    ["'a' 'b'", "'+'"],
    ["a.'b'", "['b']"],
    ["a.in", "['in']"],
    ["'a", "end it with '"],
    ["'a\nb'", "on the same line"],
    ["'''a", "'''"],
    [String.raw`'\d'`, "raw string"],
    ["\u2018a\u2019", "straight quotes"],
    ["a;", "remove it"],
    ["# a", "//"],
    ["$a", "without a sign"],
    ["if(a)", "condition ? value : otherwise"],
    ["9223372036854775808", "9223372036854775808u"],
    ["!-a", "!(-x)"],
    ["has(a['b'])", "'key' in object"],
    ["has(a.?b)", "hasValue"],
  ])("%j", (text, expected) => {
    expect(parse(text, options).issues[0]?.help).toContain(expected);
  });
});

test("messages name the unexpected token and the tokens that are possible there", () => {
  const message = (text: string) => parse(text, options).issues[0]?.message;
  expect(message("tr]ue")).toBe("unexpected ']'; expected an operator or the end of the expression");
  expect(message("f(a")).toBe("unexpected end of the expression; expected an operator, ',' or ')'");
  expect(message(`a '${"b".repeat(100)}'`)).toBe(
    `unexpected string '${"b".repeat(39)}...; expected an operator or the end of the expression`,
  );
});

test("issues are ordered by position", () => {
  const starts = parse("f(a b) @ [1 2] = 'c", options).issues.map(({ start }) => start);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});
