import { expect, test } from "vitest";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { plan } from "../../../src/cel/eval/plan.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import { Duration, Optional, Timestamp, Uint, type Value } from "../../../src/cel/types/values.ts";
import { kubernetesLibraries } from "../../../src/cel-kubernetes/library/catalog.ts";
import { specCases } from "../conformance/case.ts";

const environment = createEnvironment({ libraries: kubernetesLibraries });

const oddValues: readonly Value[] = [
  null,
  true,
  -(2n ** 63n),
  new Uint(2n ** 64n - 1n),
  Number.NaN,
  "a\u{1f431}",
  new Uint8Array([0xff]),
  new Timestamp(-62_135_596_800, 0),
  new Duration(-(2n ** 63n)),
  Optional.none,
  new Optional(null),
  [null, [1n], "x"],
  fromJson({ a: { b: [1, null] }, "": true }),
];

const programs = specCases.flatMap(({ expr }) => {
  const { result } = parse(expr, { macros: ["standard", "optional", "two-variable", "bindings"] });
  return result === undefined ? [] : [plan(result, environment)];
});

test.each(oddValues.map((value, index) => [index, value] as const))(
  "no expression throws if all its variables have odd value %d",
  (_index, value) => {
    for (const program of programs) program.evaluate({ get: () => value });
  },
);

test("no operator or function throws on any pair of odd values", () => {
  const binary = ["+", "-", "*", "/", "%", "==", "<", ">=", "in", "&&", "||"].map((operator) => `x ${operator} y`);
  const others = ["x[y]", "x[?y]", "x.a", "x.?a", "has(x.a)", "-x", "!x", "x ? y : x", "{x: y}", "[?x]", "x.or(y)"];
  const loops = ["x.all(i, i == y)", "x.map(i, y)", "x.exists(i, v, v == y)", "x.transformMapEntry(i, v, {v: y})"];
  const calls = [...environment.functions.values()].flatMap(({ name, overloads }) =>
    overloads.map(({ member, params }) =>
      member
        ? `x.${name}(${["y", "x"].slice(0, params.length - 1)})`
        : `${name}(${["x", "y", "x"].slice(0, params.length)})`,
    ),
  );
  for (const text of [...binary, ...others, ...loops, ...calls.filter((call) => /^[\w.]+\(/.test(call))]) {
    const { result } = parse(text, { macros: ["standard", "optional", "two-variable"] });
    if (result === undefined) throw new Error(text);
    const program = plan(result, environment);
    for (const x of oddValues) {
      for (const y of oddValues)
        expect(
          program.evaluate(
            new Map([
              ["x", x],
              ["y", y],
            ]),
          ),
        ).toBeDefined();
    }
  }
});
