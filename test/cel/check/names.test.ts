import { describe, expect, test } from "vitest";
import type { EnvironmentOptions } from "../../../src/cel/environment.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import type { Expr } from "../../../src/cel/syntax/ast.ts";
import { children } from "../../../src/cel/syntax/walk.ts";
import { declareFunction, type Library, overload } from "../../../src/cel/types/declarations.ts";
import {
  boolType,
  intType,
  listType,
  mapType,
  objectType,
  opaqueType,
  stringType,
  typeType,
} from "../../../src/cel/types/types.ts";
import { checkedText, faultsOfText, parsedAndChecked, typeOfText } from "./check-text.ts";
import { printChecked } from "./print-checked.ts";

const library: Library = {
  name: "test",
  functions: [
    declareFunction("ns.inner.f", overload("ns_inner_f", [intType], intType)),
    declareFunction("ns.f", overload("ns_f", [intType], stringType)),
  ],
  types: [{ name: "net.IP", type: typeType(opaqueType("net.IP")) }],
};
const options: Partial<EnvironmentOptions> = {
  libraries: [standardLibrary, library],
  variables: [
    { name: "x", type: intType },
    { name: "ns.x", type: stringType },
    { name: "ns.inner.x", type: boolType },
    { name: "a", type: mapType(stringType, objectType("ns.Thing")) },
    { name: "a.b", type: intType },
    { name: "authorizer.requestResource", type: stringType },
    { name: "items", type: listType(mapType(stringType, intType)) },
  ],
  constants: [{ name: "ns.Color.RED", type: intType, value: 1n }],
  objects: [{ name: "ns.Thing", fields: { name: stringType } }],
};

function nodesOf(expr: Expr): readonly Expr[] {
  return [expr, ...[...children(expr)].flatMap(nodesOf)];
}

describe("full names of declarations in a checked tree", () => {
  test.each([
    ["", "x", "x~int^x"],
    ["ns", "x", "ns.x~string^ns.x"],
    ["ns.inner", "x", "ns.inner.x~bool^ns.inner.x"],
    ["ns.inner", ".x", "x~int^x"],
    ["ns.other", "x", "ns.x~string^ns.x"],
    ["ns", "inner.x", "ns.inner.x~bool^ns.inner.x"],
    ["", "a.b", "a.b~int^a.b"],
    ["", "a.c", "a~map(string,ns.Thing)^a.c~ns.Thing"],
    ["", "a.c.name", "a~map(string,ns.Thing)^a.c~ns.Thing.name~string"],
    ["", "authorizer.requestResource", "authorizer.requestResource~string^authorizer.requestResource"],
    ["", "ns.f(1)", "ns.f(1~int)~string^ns_f"],
    ["ns", "f(1)", "ns.f(1~int)~string^ns_f"],
    ["ns.inner", "f(1)", "ns.inner.f(1~int)~int^ns_inner_f"],
    ["ns", "inner.f(1)", "ns.inner.f(1~int)~int^ns_inner_f"],
    ["ns.inner", ".ns.f(1)", "ns.f(1~int)~string^ns_f"],
    ["ns", "Thing{name: 'a'}", 'ns.Thing{name:""~string}~ns.Thing^ns.Thing'],
    ["", "ns.Color.RED", "ns.Color.RED~int^ns.Color.RED"],
    ["ns.Color", "RED", "ns.Color.RED~int^ns.Color.RED"],
    ["", "net.IP", "net.IP~type(net.IP)^net.IP"],
    ["", "ns.Thing", "ns.Thing~type(ns.Thing)^ns.Thing"],
  ])("in container '%s', %s is %s", (container, text, expected) => {
    expect(printChecked(checkedText(text, { ...options, container }))).toBe(expected);
  });

  test.each([
    ["a loop variable hides a variable", "[true].exists(x, x)", "bool"],
    ["fields of a loop variable are not qualified names", "items.map(a, a.b)", "list(int)"],
    ["fields of a loop variable have its own type", "[{'b': true}].map(a, a.b)", "list(bool)"],
    ["a leading dot skips the loop variable", "[true].map(x, .x)", "list(int)"],
    ["the inner of two loop variables is used", "[1].map(n, ['a'].map(n, n))", "list(list(string))"],
    ["a loop variable is not visible in its own range", "[x].map(x, [x].map(x, x))", "list(list(int))"],
  ])("%s", (_name, text, type) => {
    expect(typeOfText(text, options)).toBe(type);
  });

  test("a global name that a loop variable hides keeps its leading dot", () => {
    const { references } = checkedText("[true].map(x, .x)", options);
    expect([...references.values()].map((reference) => reference.kind === "ident" && reference.name)).toContain(".x");
  });

  test("constants carry their value", () => {
    const { ast, references } = checkedText("ns.Color.RED", options);
    expect(references.get(ast.expr.id)).toEqual({ kind: "ident", name: "ns.Color.RED", value: 1n });
  });

  test("an optional select refers to its overload", () => {
    const { ast, references } = checkedText("{'a': 1}.?a");
    expect(references.get(ast.expr.id)).toEqual({ kind: "function", overloads: ["select_optional_field"] });
  });

  test("an ident that replaces a select has its position", () => {
    const { ast } = checkedText("1 + a.b", options);
    expect(ast.expr).toMatchObject({ args: [{}, { kind: "ident", name: "a.b", start: 4, end: 7, at: 5 }] });
  });

  test.each<[string, ...string[]]>([
    ["items.map(i, i.a + 1)"],
    ["has(a.c.name) && [.a.c] == [a.c]", "has(a.c.name) && [.a.c] == [a.c]", "[.a.c] == [a.c]", "[.a.c]", ".a.c", ".a"],
    [
      "items[0].a > 0 && items.all(i, i.a > 0) && x == ''",
      "items[0].a > 0 && items.all(i, i.a > 0) && x == ''",
      "x == ''",
      "x",
    ],
    ["[x].all(i, true)", "[x].all(i, true)", "[x]", "x"],
    ["[1].all(i, x == '')", "[1].all(i, x == '')", "x == ''", "x"],
    ["[1 + 2, [inner.x]]", "[1 + 2, [inner.x]]", "[inner.x]", "inner.x"],
    ["{1: [2], 3: inner.x}", "{1: [2], 3: inner.x}", "inner.x"],
    ["{inner.x: 1}.size()", "{inner.x: 1}.size()", "{inner.x: 1}", "inner.x"],
    ["'a' + f(1 + 2) + f(3)", "'a' + f(1 + 2) + f(3)", "'a' + f(1 + 2)", "f(1 + 2)", "f(3)"],
    ["[Thing{name: 'a' + 'b'}]", "[Thing{name: 'a' + 'b'}]", "Thing{name: 'a' + 'b'}"],
    ["ns.Thing{name: 'b'} == ns.Thing{name: x}", "ns.Thing{name: 'b'} == ns.Thing{name: x}", "ns.Thing{name: x}", "x"],
  ])("the checker replaces only nodes whose names it completes, and their parents: %s", (text, ...expected) => {
    const { parsed, checked } = parsedAndChecked(text, { ...options, container: "ns" });
    const before = new Set(nodesOf(parsed.expr));
    const changed = nodesOf(checked.ast.expr).filter((node) => !before.has(node));
    expect([...new Set(changed.map(({ start, end }) => text.slice(start, end)))]).toEqual(expected);
  });
});

test.each([
  ["ns.q", "ns -> undeclared name 'ns'"],
  ["ns.g(1)", "ns -> undeclared name 'ns'"],
  [".y", "y -> undeclared name '.y'"],
  ["has(a.b.c)", "(a.b.c) -> type 'int' has no fields"],
])("%s: %s", (text, fault) => {
  const [first = ""] = faultsOfText(text, options);
  expect(first.replace(/ \(variables: .*/, "")).toBe(fault);
});
