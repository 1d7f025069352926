import { expect, test } from "vitest";
import { formatValue } from "../../../src/cel/eval/format-value.ts";
import { CelError, type Value } from "../../../src/cel/types/values.ts";
import { type EvaluateOptions, evaluate } from "./evaluate.ts";

const resultText = (result: Value | CelError) =>
  result instanceof CelError ? `error: ${result.message}` : formatValue(result);

test.each([
  ["[1, 2, 3].filter(x, x > 1).map(x, x * 2)", "[4, 6]"],
  ["[1, 2, 3].map(x, x > 1, x * 2)", "[4, 6]"],
  ["[[1], [2, 3]].map(l, l.map(x, [x, x]))", "[[[1, 1]], [[2, 2], [3, 3]]]"],
  ["{'a': 1, 'b': 2}.map(k, k)", "[a, b]"],
  ["{'a': 1, 'b': 2}.exists(k, k == 'b')", "true"],
  ["[1, 2, 2].exists_one(x, x == 2)", "false"],
  ["[].all(x, false)", "true"],
  ["[1, 2].exists(x, [3, 4].exists(y, x + y == 6))", "true"],
  ["['a', 'b'].transformList(i, v, string(i) + v)", "[0a, 1b]"],
  ["['a', 'b'].transformList(i, v, i > 0, v)", "[b]"],
  ["['a', 'b'].transformMap(i, v, v + v)", "{0: aa, 1: bb}"],
  ["{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v * 10)", "{b: 20}"],
  ["{'a': 'x', 'b': 'y'}.transformMapEntry(k, v, {v: k})", "{x: a, y: b}"],
  ["{'a': 'x', 'b': 'x'}.transformMapEntry(k, v, {v: k})", "error: insert failed: key x already exists"],
  ["{'a': 1}.all(k, v, k == 'a' && v == 1)", "true"],
  ["[5, 6].existsOne(i, v, i == 1)", "true"],
  ["cel.bind(x, 1 / 0, true || x == 1)", "true"],
  ["cel.bind(x, 1 / 0, x == 1 || true)", "true"],
  ["cel.bind(x, 1 / 0, x == 1)", "error: division by zero"],
  ["cel.bind(a, [1], cel.bind(b, a + [2], b.map(x, a + b + [x])))", "[[1, 1, 2, 1], [1, 1, 2, 2]]"],
  ["cel.bind(x, [1].map(a, [a].map(b, b)), [5].map(y, [y].exists(z, x[0][0] + z == 6 && y == 5)))", "[true]"],
  ["[1, 2].map(x, cel.bind(y, x * 10, y + x))", "[11, 22]"],
  ["[1, 2].map(x, optional.of(x).optMap(x, x + 1).value())", "[2, 3]"],
  ["dyn('abc').all(c, true)", "error: got 'string', expected iterable type"],
  ["dyn(5).exists(i, v, true)", "error: got 'int', expected iterable type"],
  ["[1, 0, 2].map(x, 4 / x)", "error: division by zero"],
])("%s is %s", (text, expected) => {
  expect(resultText(evaluate(text))).toBe(expected);
  expect(resultText(evaluate(text, { isChecked: false }))).toBe(expected);
});

test("a program keeps no state between evaluations", () => {
  const options: EvaluateOptions = { variables: { list: [1, 2] } };
  expect(resultText(evaluate("list.map(x, x)", options))).toBe("[1, 2]");
  expect(resultText(evaluate("list.map(x, x)", options))).toBe("[1, 2]");
});

test("loops end at the step limit, and no operator absorbs that error", () => {
  const list = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
  const text = `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c > 0))) || true`;
  expect(evaluate(text)).toBe(true);
  expect(evaluate(text, { frame: { maxSteps: 1000 } })).toMatchObject({
    message: "evaluation limit exceeded: too many loop steps",
  });
});

test.each(["list.exists_one(x, false)", "list.filter(x, false).size() > 0"])(
  "steps without a cost run on longer lists than an API server would finish: %s",
  (text) => {
    const list = new Array<number>(500_000).fill(1);
    expect(evaluate(text, { variables: { list } })).toBe(false);
  },
);

test("an error ends an expression that concatenates values beyond the size limit", () => {
  const doubled = "cel.bind(x, x + x, ".repeat(60);
  const text = `cel.bind(x, 'abc', ${doubled}size(x)${")".repeat(60)})`;
  expect(evaluate(text)).toMatchObject({ message: "evaluation limit exceeded: joined values are too large" });
});

test("an error ends an expression that concatenates lists beyond the limit of elements", () => {
  const doubled = "cel.bind(x, x + x, ".repeat(40);
  const text = `cel.bind(x, [1], ${doubled}size(x)${")".repeat(40)})`;
  const fault = { message: "evaluation limit exceeded: joined values are too large" };
  expect(evaluate(text)).toMatchObject(fault);
  expect(evaluate("size([1, 2] + [3, 4])", { frame: { elements: { remainingElements: 3 } } })).toMatchObject(fault);
  expect(evaluate("size([1, 2] + [3, 4])", { frame: { elements: { remainingElements: 4 } } })).toBe(4n);
});

test("an instrument observes every node with its value", () => {
  const seen: string[] = [];
  evaluate("[1, 2].exists(x, x == 2)", {
    plan: {
      instrument: (expr, run) => (frame) => {
        const value = run(frame);
        seen.push(`${expr.kind} ${resultText(value)}`);
        return value;
      },
    },
  });
  expect(seen.filter((line) => line.startsWith("call _==_") || line.startsWith("comprehension"))).toEqual([
    "comprehension true",
  ]);
  expect(seen.filter((line) => line === "ident 2")).toHaveLength(1);
});
