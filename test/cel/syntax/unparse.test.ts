import { expect, test } from "vitest";
import { type ParseOptions, parse } from "../../../src/cel/syntax/parser.ts";
import { unparse } from "./unparse.ts";

const options: ParseOptions = { macros: ["standard", "exists-one", "optional", "two-variable", "lists", "bindings"] };

/** Parses an expression and unparses its tree. */
function unparseParsed(text: string): string {
  const { result, issues } = parse(text, options);
  expect(issues).toEqual([]);
  if (result === undefined) throw new Error("neither a tree nor an issue");
  return unparse(result);
}

test.each([
  "a",
  ".a.b",
  "-1",
  "-(1)",
  "-(-1)",
  "-a",
  "-(1.f)",
  "!a",
  "!-1",
  "a - -1",
  "a - -b",
  "(a + b) * c",
  "a + b * c",
  "a - (b - c)",
  "a - b - c",
  "a == b == c ? d : e",
  "a == (b == c)",
  "a in [b, c]",
  "(a ? b : c) ? d : e",
  "a ? (b ? c : d) : e ? f : g",
  "a && b && c && d",
  "a && (b && c)",
  "(a && b || c) && d",
  "a || b && c",
  "!(a && b)",
  "(a + b).c",
  "(-a).b",
  "a.`b-c`.`in`.as",
  "a.?b.?`c d`[?e][f]",
  "[?a, b, []]",
  '{?"a": b, 1: {}}',
  "a.b.T{c: 1, ?`d e`: T{}}",
  "f(a).g(b, c)[0].h",
  "1.f",
  "1.5.f",
  "0.5 + 1e+21 - 5e-324",
  "7u",
  "null == true",
  'b"a\\x00\\xff\\""',
  '"a\\n\\"\\\\\\x01\u00e9\u{1F600}"',
  "has(a.b) && c.all(x, has(x.y))",
  "a.filter(x, x > 1).map(x, x > 2, x * 2)",
  "a.transformMap(k, v, v + 1).exists(k, v, k == v)",
  "a.?b.optMap(x, x + 1).orValue(0)",
  "cel.bind(x, 1, x + x)",
  "a.sortBy(x, -x)",
])("%s is unparsed unchanged", (text) => {
  expect(unparseParsed(text)).toBe(text);
});

test.each([
  ["  a  ", "a"],
  ["((a))", "a"],
  ["(a * b) + c", "a * b + c"],
  ["!!a", "a"],
  ["- 1", "-1"],
  ["0x1F", "31"],
  ["1e3", "1000.0"],
  ["-0.0", "-0.0"],
  ["'a'", '"a"'],
  [String.raw`r'\d'`, String.raw`"\\d"`],
  ["b'\u00e9'", String.raw`b"\xc3\xa9"`],
  ["[1, 2,]", "[1, 2]"],
  ["(a && b) && c", "a && b && c"],
  ["((a && b) && c) && d", "(a && b && c) && d"],
  ["a // why\n + b", "a + b"],
])("%s becomes %s", (text, expected) => {
  expect(unparseParsed(text)).toBe(expected);
});

test("a part of a tree can be unparsed", () => {
  const { result } = parse("a + [1].all(x, x > 0)", options);
  if (result?.expr.kind !== "call") throw new Error("no call");
  const [, second = result.expr] = result.expr.args;
  expect(unparse({ expr: second, macroCalls: result.macroCalls })).toBe("[1].all(x, x > 0)");
});
