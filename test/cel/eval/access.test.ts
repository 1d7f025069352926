import { expect, test } from "vitest";
import type { Expr } from "../../../src/cel/syntax/ast.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import { CelError, Optional, type Value } from "../../../src/cel/types/values.ts";
import { type EvaluateOptions, evaluate } from "./evaluate.ts";

const variables = {
  claims: { sub: "ann", n: 5, none: null, groups: ["a", "b"], nested: { deep: { x: 1.5 } }, __proto: 1 },
};

test.each<[string, Value]>([
  ["claims.sub", "ann"],
  ["claims['sub']", "ann"],
  ["claims.n", 5],
  ["claims.none", null],
  ["claims.groups[1]", "b"],
  ["claims.groups[dyn(1.0)] + claims.groups[dyn(0u)]", "ba"],
  ["claims.nested.deep.x", 1.5],
  ["has(claims.sub) && !has(claims.missing) && has(claims.none)", true],
  ["has(claims.nested.deep)", true],
  ["'sub' in claims && !('toString' in claims)", true],
  ["claims.groups.map(g, g + '!')", ["a!", "b!"]],
  ["claims.?sub", new Optional("ann")],
  ["claims.?missing", Optional.none],
  ["claims.?missing.deeper", Optional.none],
  ["claims.?nested.deep.x", new Optional(1.5)],
  ["claims.?nested.missing.x", Optional.none],
  ["claims.groups[?5]", Optional.none],
  ["claims.groups[?0].orValue('none')", "a"],
  ["claims.?missing.orValue('none')", "none"],
  ["claims.?none.orValue(1)", null],
  ["claims.?missing[1 / 0]", Optional.none],
  ["claims.?missing.or(claims.?sub).value()", "ann"],
  ["claims.?sub.optMap(s, s + '!')", new Optional("ann!")],
  ["claims.?missing.optMap(s, s + '!')", Optional.none],
  ["claims.?nested.optFlatMap(d, d.?deep).hasValue()", true],
  ["optional.ofNonZeroValue('')", Optional.none],
  ["optional.ofNonZeroValue([0])", new Optional([0n])],
  ["optional.none().hasValue()", false],
  ["has(claims.?nested.deep) && !has(claims.?missing.deep)", true],
  ["[?claims.?sub, ?claims.?missing]", ["ann"]],
  ["{?'s': claims.?sub, ?'m': claims.?missing}.size()", 1n],
  ["[1, 2].first().value() + [1, 2].last().value()", 3n],
  ["[optional.of(1), optional.none()].unwrapOpt()", [1n]],
  ["{1: 'a', 2u: 'b'}[dyn(2)]", "b"],
  ["{true: null}[true]", null],
  ["google.protobuf.Int32Value{value: 5} + 1", 6n],
  ["google.protobuf.Struct{fields: {'a': 1.0}}.a", 1],
])("%s", (text, expected) => {
  expect(evaluate(text, { variables })).toEqual(expected);
  expect(evaluate(text, { variables, isChecked: false })).toEqual(expected);
});

test.each([
  ["claims.missing", "no such key: missing"],
  ["claims.toString", "no such key: toString"],
  ["claims.groups[2]", "index out of bounds: 2"],
  ["claims.groups[-1]", "index out of bounds: -1"],
  ["claims.groups['a']", "unsupported index type 'string' in list"],
  ["claims.sub.first", "no such key: first"],
  ["has(claims.missing.deeper)", "no such key: missing"],
  ["claims[?dyn(null)]", "invalid qualifier type: null_type"],
  ["claims[dyn(optional.of('sub'))]", "invalid qualifier type: optional_type"],
  ["optional.none().value()", "optional.none() dereference"],
  ["dyn(1).or(optional.none())", "no such overload"],
  ["[?dyn(1)]", "cannot initialize optional list element from non-optional value 1"],
  ["{'a': 1, 'a': 2}", "Failed with repeated key: a"],
  ["{1: 1, dyn(1u): 2}", "Failed with repeated key: 1"],
  ["{1.5: 1}", "unsupported key type: double"],
  ["{null: 1}", "unsupported key type: null_type"],
  ["google.protobuf.Int32Value{value: 2147483648}", "integer overflow"],
])("%s is an error: %s", (text, message) => {
  expect(evaluate(text, { variables, isChecked: false })).toMatchObject({ message });
});

const celGo: EvaluateOptions = { variables, plan: { dialect: "cel-go" } };

test.each<[string, unknown]>([
  ["{'a': 1, 'a': 2}['a']", 2n],
  ["{1.5: 1}[1.5]", 1n],
  ["{b'a': 1}", "error"],
  ["{claims: 1}.size()", 1n],
  ["has(claims.sub.first)", false],
  ["claims.?sub.?first", Optional.none],
  ["true ? has(claims.?nested.deep) : false", new Optional(expect.anything())],
  ["true ? has(claims.?nested.missing) : false", Optional.none],
  ["true ? has(claims.nested.deep) : false", true],
  ["claims.missing in []", false],
  ["claims.missing in {}", "error"],
])("as in cel-go: %s", (text, expected) => {
  const result = evaluate(text, celGo);
  if (expected === "error") expect(result).toBeInstanceOf(CelError);
  else expect(result).toEqual(expected);
});

test.each(["1 + (2 / 0)", "[1].map(x, x / 0)", "true && dyn(1 / 0)"])(
  "an error contains the id of the node that failed: %s",
  (text) => {
    const parsed = parse(text, { macros: ["standard"] });
    const division = [...nodesOf(parsed.result?.expr)].find((expr) => expr.kind === "call" && expr.function === "_/_");
    expect(evaluate(text)).toMatchObject({ message: "division by zero", exprId: division?.id });
  },
);

function* nodesOf(node: unknown): Iterable<Expr> {
  if (typeof node !== "object" || node === null) return;
  if ("kind" in node) yield node as Expr;
  for (const child of Object.values(node)) yield* nodesOf(child);
}
