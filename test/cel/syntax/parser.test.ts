import { describe, expect, test } from "vitest";
import type { Ast, Expr } from "../../../src/cel/syntax/ast.ts";
import { type ParseOptions, parse } from "../../../src/cel/syntax/parser.ts";
import { children } from "../../../src/cel/syntax/walk.ts";
import { quickly } from "../../quickly.ts";
import { outline } from "./outline.ts";

const options: ParseOptions = { macros: ["standard", "optional"] };

function tree(text: string, parseOptions = options): Ast {
  const { result, issues } = parse(text, parseOptions);
  expect(issues).toEqual([]);
  if (result === undefined) throw new Error("neither a tree nor an issue");
  return result;
}

const bytes = (...values: number[]) => `bytes [${values.join(" ")}]`;

test.each([
  // numbers
  ["0", "0"],
  ["0x1F", "31"],
  ["9223372036854775807", "9223372036854775807"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["-0x8000000000000000", "-9223372036854775808"],
  ["18446744073709551615u", "18446744073709551615u"],
  ["0xFFu", "255u"],
  ["7U", "7u"],
  ["1.5", "double 1.5"],
  [".5e1", "double 5"],
  ["1e3", "double 1000"],
  ["1E-3", "double 0.001"],
  ["-0.0", "double -0"],
  ["1e-9999", "double 0"],
  // keywords
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
  ["truely", "truely"],
  ["inn", "inn"],
  // strings
  [`'a"b'`, JSON.stringify('a"b')],
  [`"it's"`, JSON.stringify("it's")],
  [`''`, `""`],
  [`"""a "quoted" word"""`, JSON.stringify('a "quoted" word')],
  [`'''a\nb'''`, JSON.stringify("a\nb")],
  [`'''a\r\nb\rc'''`, JSON.stringify("a\nb\nc")],
  [`''''''`, `""`],
  [String.raw`r'\d+\n'`, JSON.stringify(String.raw`\d+\n`)],
  [String.raw`R"""\"""`, JSON.stringify("\\")],
  [`${String.raw`"\a\b\f\n\r\t\v\\\'\"\?`}\\\`"`, JSON.stringify("\x07\b\f\n\r\t\v\\'\"?`")],
  [String.raw`"\x41\X42\u0043\U0001F600\101"`, JSON.stringify("ABC\u{1F600}A")],
  [`"\u{1F600}"`, JSON.stringify("\u{1F600}")],
  // bytes
  [`b'abc'`, bytes(97, 98, 99)],
  [`B"\u00ff"`, bytes(0xc3, 0xbf)],
  [String.raw`b'\xff\377\n'`, bytes(255, 255, 10)],
  [String.raw`br'\xff'`, bytes(0x5c, 0x78, 0x66, 0x66)],
  [`bR"""a\nb"""`, bytes(97, 10, 98)],
])("literal %s", (text, expected) => {
  expect(outline(tree(text).expr)).toBe(expected);
});

test.each([
  // names, selects, calls, indexes
  [".a", ".a"],
  [".a.b", ".a.b"],
  ["a . b", "a.b"],
  ["a.as", "a.as"],
  ["a.`b-c d/e.f`", "a.b-c d/e.f"],
  ["f()", "f()"],
  [".f(a)", ".f(a)"],
  ["a.f(b).g()", "a->f(b)->g()"],
  ["a[0][1]", "_[_](_[_](a, 0), 1)"],
  ["1.foo", "1.foo"],
  ["'a'.size()", '"a"->size()'],
  ["[1][0]", "_[_]([1], 0)"],
  // optional syntax
  ["a.?b", '_?._(a, "b")'],
  ["a.?`b-c`", '_?._(a, "b-c")'],
  ["a.?b.c[?d]", '_[?_](_?._(a, "b").c, d)'],
  ["[?a, b]", "[?a, b]"],
  ["{?'a': b, c: d}", '{?"a": b, c: d}'],
  ["T{?f: a, g: b}", "T{?f: a, g: b}"],
  // lists, maps, structs
  ["[]", "[]"],
  ["[,]", "[]"],
  ["[1, 2,]", "[1, 2]"],
  ["{}", "{}"],
  ["{,}", "{}"],
  ["{'a': 1,}", '{"a": 1}'],
  ["a.b.C{}", "a.b.C{}"],
  [".a.C{x: 1, `y-z`: 2,}", ".a.C{x: 1, y-z: 2}"],
  ["if{as: 1}.b", "if{as: 1}.b"],
  // operators
  ["a + b * c - d", "_-_(_+_(a, _*_(b, c)), d)"],
  ["a * b / c % d", "_%_(_/_(_*_(a, b), c), d)"],
  ["(a + b) * c", "_*_(_+_(a, b), c)"],
  ["a < b == c", "_==_(_<_(a, b), c)"],
  ["a in b in c", "@in(@in(a, b), c)"],
  ["a == b && c != d || e >= f", "_||_(_&&_(_==_(a, b), _!=_(c, d)), _>=_(e, f))"],
  ["a ? b : c ? d : e", "_?_:_(a, b, _?_:_(c, d, e))"],
  ["a || b ? c : d", "_?_:_(_||_(a, b), c, d)"],
  // chains are balanced
  ["a && b && c", "_&&_(_&&_(a, b), c)"],
  ["a && b && c && d", "_&&_(_&&_(a, b), _&&_(c, d))"],
  ["a || b || c || d || e", "_||_(_||_(_||_(a, b), c), _||_(d, e))"],
  ["a && (b && c)", "_&&_(a, _&&_(b, c))"],
  // signs
  ["!a", "!_(a)"],
  ["!!a", "a"],
  ["!!!a", "!_(a)"],
  ["-a", "-_(a)"],
  ["--a", "a"],
  ["- 1", "-1"],
  ["--1", "1"],
  ["---1", "-_(1)"],
  ["-(1)", "-_(1)"],
  ["-1u", "-_(1u)"],
  ["-1.foo", "-1.foo"],
  ["!-1", "!_(-1)"],
  ["4--4", "_-_(4, -4)"],
  ["a - -b", "_-_(a, -_(b))"],
  // white space and comments
  ["\t\r\n\fa // the rest\n + b", "_+_(a, b)"],
  ["a // to the end", "a"],
])("%s", (text, expected) => {
  expect(outline(tree(text).expr)).toBe(expected);
});

/** Lists all nodes as `id kind start-end@at`, parents first. */
function nodes(expr: Expr): string[] {
  const { id, kind, start, end, at } = expr;
  return [`${id} ${kind} ${start}-${end}@${at}`, ...children(expr).flatMap(nodes)];
}

test.each([
  [".abc", ["1 ident 0-4@1"]],
  [" -1", ["1 const 1-3@1"]],
  ["(a + b) * c", ["4 call 0-11@8", "2 call 1-6@3", "1 ident 1-2@1", "3 ident 5-6@5", "5 ident 10-11@10"]],
  ["a && b", ["3 call 0-6@2", "1 ident 0-1@0", "2 ident 5-6@5"]],
  ["a ? b : c", ["2 call 0-9@2", "1 ident 0-1@0", "3 ident 4-5@4", "4 ident 8-9@8"]],
  ["!!!a", ["1 call 0-4@0", "2 ident 3-4@3"]],
  ["a.b.c", ["3 select 0-5@3", "2 select 0-3@1", "1 ident 0-1@0"]],
  ["a.?b", ["3 call 0-4@1", "1 ident 0-1@0", "2 const 3-4@3"]],
  ["f(a, b)", ["1 call 0-7@1", "2 ident 2-3@2", "3 ident 5-6@5"]],
  ["a.f(b)", ["2 call 0-6@3", "1 ident 0-1@0", "3 ident 4-5@4"]],
  ["a[b]", ["2 call 0-4@1", "1 ident 0-1@0", "3 ident 2-3@2"]],
  ["[a, b]", ["1 list 0-6@0", "2 ident 1-2@1", "3 ident 4-5@4"]],
  ["{a: b}", ["1 map 0-6@0", "3 ident 1-2@1", "4 ident 4-5@4"]],
  ["a.T{f: b}", ["1 struct 0-9@3", "3 ident 7-8@7"]],
  ["'\u{1F600}' + b", ["2 call 0-8@5", "1 const 0-4@0", "3 ident 7-8@7"]],
])("ids and positions of %s", (text, expected) => {
  expect(nodes(tree(text).expr)).toEqual(expected);
});

test("entries and fields have the position of their colon, and a field name has its own range", () => {
  const { expr: map } = tree("{?a : b}");
  expect(map).toMatchObject({ entries: [{ id: 2, at: 4, optional: true }] });
  const { expr: struct } = tree("T{ ?`a-b` : c}");
  expect(struct).toMatchObject({ fields: [{ id: 2, at: 10, name: "a-b", optional: true }] });
  const { expr: select } = tree("a . `b-c`");
  expect(select).toMatchObject({ field: "b-c", fieldStart: 4, fieldEnd: 9, end: 9 });
});

test("nextId is greater than all ids", () => {
  const { expr, nextId } = tree("[1, 2].exists(x, x > 1)");
  expect(nodes(expr).some((node) => node.startsWith(`${nextId - 1} `))).toBe(true);
  expect(nodes(expr).some((node) => node.startsWith(`${nextId} `))).toBe(false);
});

describe("limits", () => {
  const limited = (text: string) => parse(text, options).issues.filter(({ code }) => code === "limit");

  test.each([
    ["parentheses", (n: number) => `${"(".repeat(n - 1)}a${")".repeat(n - 1)}`],
    ["lists", (n: number) => `${"[".repeat(n - 1)}a${"]".repeat(n - 1)}`],
    ["calls", (n: number) => `${"f(".repeat(n - 1)}a${")".repeat(n - 1)}`],
    ["selects", (n: number) => `a${".b".repeat(n)}`],
    ["indexes", (n: number) => `a${"[0]".repeat(n)}`],
    ["member calls", (n: number) => `a${".f()".repeat(n)}`],
    ["sums", (n: number) => `a${" + a".repeat(n)}`],
    ["relations", (n: number) => `a${" < a".repeat(n)}`],
    ["conditionals", (n: number) => `${"a ? b : ".repeat(n - 1)}c`],
  ])("nesting of %s is limited to 250 levels", (_name, nested) => {
    expect(limited(nested(250))).toEqual([]);
    expect(limited(nested(251))).toHaveLength(1);
  });

  test("nesting in right operands counts twice, as in cel-go", () => {
    const nestedSum = (n: number) => `${"1 + (".repeat(n)}a${")".repeat(n)}`;
    expect(limited(nestedSum(124))).toEqual([]);
    expect(limited(nestedSum(125))).toHaveLength(1);
  });

  test("chains of && and || do not count as nesting", () => {
    expect(tree(`a${" && a".repeat(10_000)}`).nextId).toBe(20_002);
  });

  test("the limit of the size counts code points", () => {
    const textOfLength = (length: number) => `'${"\u{1F600}".repeat(length - 2)}'`;
    expect(limited(textOfLength(100_000))).toEqual([]);
    expect(limited(textOfLength(100_001))).toHaveLength(1);
  });

  test("repeated optMap reaches a limit, since it copies its target", () => {
    expect(limited(`a${".optMap(x, x)".repeat(100)}`)).toHaveLength(1);
  });

  test("the parser stops after 30 syntax errors and reports the limit", () => {
    const { issues } = parse(`[${"a b, ".repeat(1000)}`, options);
    expect(issues).toHaveLength(31);
    expect(issues.at(-1)).toMatchObject({ code: "limit" });
  });

  test("at most 100 issues are reported", () => {
    expect(parse("@".repeat(1000), options).issues).toHaveLength(100);
  });

  test.each([
    ["unclosed brackets", "(".repeat(5000)],
    ["an expression of 10 MB", "a+".repeat(5_000_000)],
    ["many quotes", "'".repeat(99_999)],
    ["unterminated triple quotes", "'''a\\q".repeat(16_000)],
    ["many names before braces", "a.b.c.d.e.f.g.h{".repeat(6_000)],
    ["nested maps", "{a:".repeat(30_000)],
    ["many question marks", "?".repeat(99_999)],
  ])("%s: parsed in well under a second", (_name, text) => {
    expect(quickly(1_000, () => parse(text, options)).issues.length).toBeGreaterThan(0);
  });
});

describe("options", () => {
  test.each([
    ["a.?b", 1],
    ["a[?b]", 1],
    ["[a, ?b]", 4],
    ["{?a: b}", 1],
    ["T{?a: b}", 2],
  ])("%s needs the optional macro set", (text, start) => {
    expect(parse(text, { macros: ["standard"] }).issues).toMatchObject([{ code: "syntax", start }]);
  });

  test.each([
    ["a.`b`", 2],
    ["T{a: 1, `b`: 2}", 2],
  ])("%s needs the quoted-names option", (text, start) => {
    expect(parse(text, { macros: [], quotedNames: false }).issues).toMatchObject([{ code: "syntax", start }]);
  });

  test("without macro sets, macro names are ordinary calls", () => {
    expect(outline(tree("has(a.b) && c.all(d, e)", { macros: [] }).expr)).toBe("_&&_(has(a.b), c->all(d, e))");
  });
});
