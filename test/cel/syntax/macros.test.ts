import { expect, test } from "vitest";
import type { CallExpr } from "../../../src/cel/syntax/ast.ts";
import type { MacroSetName } from "../../../src/cel/syntax/macros.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import { find, visit } from "../../../src/cel/syntax/walk.ts";
import { outline } from "./outline.ts";

const allMacroSets: readonly MacroSetName[] = [
  "standard",
  "exists-one",
  "optional",
  "two-variable",
  "lists",
  "bindings",
  "math",
  "block",
];

function tree(text: string, macros = allMacroSets) {
  const { result, issues } = parse(text, { macros });
  expect(issues).toEqual([]);
  if (result === undefined) throw new Error("neither a tree nor an issue");
  return result;
}

const filterMap =
  (step: string, init = "[]") =>
  (variables: string, range = "a") =>
    `fold(${variables} of ${range}; @result = ${init}; true; ${step}; @result)`;
const bindExpansion = (name: string, init: string, result: string) =>
  `fold(#unused of []; ${name} = ${init}; false; ${name}; ${result})`;

const allOf = (v: string) => `fold(${v} of a; @result = true; @not_strictly_false(@result); _&&_(@result, p); @result)`;
const someOf = (v: string) =>
  `fold(${v} of a; @result = false; @not_strictly_false(!_(@result)); _||_(@result, p); @result)`;
const oneOf = (v: string) => `fold(${v} of a; @result = 0; true; _?_:_(p, _+_(@result, 1), @result); _==_(@result, 1))`;

test.each([
  ["has(a.b)", "a.b!"],
  ["has(a.b.c)", "a.b.c!"],
  ["a.all(x, p)", allOf("x")],
  ["a.exists(x, p)", someOf("x")],
  ["a.exists_one(x, p)", oneOf("x")],
  ["a.existsOne(x, p)", oneOf("x")],
  ["a.map(x, t)", filterMap("_+_(@result, [t])")("x")],
  ["a.map(x, p, t)", filterMap("_?_:_(p, _+_(@result, [t]), @result)")("x")],
  ["a.filter(x, p)", filterMap("_?_:_(p, _+_(@result, [x]), @result)")("x")],
  ["a.all(i, x, p)", allOf("i, x")],
  ["a.exists(i, x, p)", someOf("i, x")],
  ["a.exists_one(i, x, p)", oneOf("i, x")],
  ["a.existsOne(i, x, p)", oneOf("i, x")],
  ["a.transformList(i, x, t)", filterMap("_+_(@result, [t])")("i, x")],
  ["a.transformList(i, x, p, t)", filterMap("_?_:_(p, _+_(@result, [t]), @result)")("i, x")],
  ["a.transformMap(k, x, t)", filterMap("cel.@mapInsert(@result, k, t)", "{}")("k, x")],
  ["a.transformMap(k, x, p, t)", filterMap("_?_:_(p, cel.@mapInsert(@result, k, t), @result)", "{}")("k, x")],
  ["a.transformMapEntry(k, x, t)", filterMap("cel.@mapInsert(@result, t)", "{}")("k, x")],
  ["a.transformMapEntry(k, x, p, t)", filterMap("_?_:_(p, cel.@mapInsert(@result, t), @result)", "{}")("k, x")],
  ["a.optMap(x, t)", `_?_:_(a->hasValue(), optional.of(${bindExpansion("x", "a->value()", "t")}), optional.none())`],
  ["a.optFlatMap(x, t)", `_?_:_(a->hasValue(), ${bindExpansion("x", "a->value()", "t")}, optional.none())`],
  ["cel.bind(x, a, t)", bindExpansion("x", "a", "t")],
  ["math.least(a)", "math.@min(a)"],
  ["math.least([1, a])", "math.@min([1, a])"],
  ["math.greatest(1, a)", "math.@max(1, a)"],
  ["math.greatest(1, 2.0, a)", "math.@max([1, double 2, a])"],
  ["cel.block([a, cel.index(0)], cel.index(12))", "cel.@block([a, @index0], @index12)"],
  ["a.all(cel.iterVar(0, 0), p)", allOf("@it:0:0")],
  ["cel.bind(cel.accuVar(1, 0), a, t)", bindExpansion("@ac:1:0", "a", "t")],
  [
    "a.sortBy(x, t)",
    bindExpansion(
      "@__sortBy_input__",
      "a",
      `@__sortBy_input__->@sortByAssociatedKeys(${filterMap("_+_(@result, [t])")("x", "@__sortBy_input__")})`,
    ),
  ],
])("%s", (text, expected) => {
  expect(outline(tree(text).expr)).toBe(expected);
});

test.each([
  ["has()", "has()"],
  ["has(a.b, c)", "has(a.b, c)"],
  ["a.has(b.c)", "a->has(b.c)"],
  ["all(x, p)", "all(x, p)"],
  ["a.all(x)", "a->all(x)"],
  ["a.map(x)", "a->map(x)"],
  ["a.bind(x, b, c)", "a->bind(x, b, c)"],
  ["a.greatest(1)", "a->greatest(1)"],
  ["a.index(0)", "a->index(0)"],
  ["math.greatest", "math.greatest"],
])("not a macro: %s", (text, expected) => {
  expect(outline(tree(text).expr)).toBe(expected);
});

test.each([
  ["a.all(i, x, p)", ["standard"]],
  ["a.existsOne(x, p)", ["standard", "two-variable"]],
  ["a.optMap(x, t)", ["standard", "two-variable"]],
  ["a.sortBy(x, t)", ["standard"]],
  ["cel.bind(x, a, t)", ["standard", "optional", "two-variable", "lists"]],
  ["has(a.b)", ["lists"]],
] as const)("%s is an ordinary call with the macro sets %j", (text, sets) => {
  expect(tree(text, sets).macroCalls.size).toBe(0);
});

/** Returns ids, kinds and offsets of the nodes in the order of the ids. */
function ids(text: string): string[] {
  const found: [number, string][] = [];
  visit(tree(text).expr, ({ id, kind, at }) => {
    found.push([id, `${id} ${kind} ${at}`]);
    return undefined;
  });
  return found.sort(([a], [b]) => a - b).map(([, line]) => line);
}

test("the expansion of a macro has the position of the call's parenthesis and the next ids", () => {
  expect(ids("has(a.b)")).toEqual(["2 ident 4", "4 select 3"]);
  expect(ids("a.all(x, p)")).toEqual([
    "1 ident 0",
    "4 ident 9",
    "5 const 5",
    "6 ident 5",
    "7 call 5",
    "8 ident 5",
    "9 call 5",
    "10 ident 5",
    "11 comprehension 5",
  ]);
});

test("copied nodes keep the position of the original", () => {
  expect(ids("a.optMap(x, x)")).toEqual([
    "1 ident 0",
    "4 ident 12",
    "5 call 8",
    "6 list 8",
    "7 ident 0",
    "8 call 8",
    "9 const 8",
    "10 ident 8",
    "11 comprehension 8",
    "12 call 8",
    "13 call 8",
    "14 call 8",
  ]);
});

test("the range of a macro's expansion is that of the call", () => {
  expect(tree("1 in a.map(x, x)").expr).toMatchObject({ args: [{ end: 1 }, { start: 5, at: 10, end: 16 }] });
});

test("macro calls are kept as written, by the id of the node that replaces them", () => {
  const { expr, macroCalls } = tree("a.filter(x, has(x.b)).all(y, y)");
  const macroCallOf = (id: number): CallExpr | undefined => macroCalls.get(id);
  expect([...macroCalls.values()].map((call) => call.function).sort()).toEqual(["all", "filter", "has"]);
  expect(macroCallOf(expr.id)).toMatchObject({
    function: "all",
    target: { kind: "comprehension" },
    args: [{ name: "y" }, {}],
  });
  const test = find(expr, (node) => node.kind === "select" && node.testOnly);
  expect(macroCallOf(test?.id ?? 0)).toMatchObject({ function: "has", args: [{ kind: "select", testOnly: false }] });
});
