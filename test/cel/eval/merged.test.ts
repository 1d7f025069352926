import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import type { Activation } from "../../../src/cel/eval/frame.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { type CountingProgram, planCounting } from "../../../src/cel/eval/plan.ts";
import { dynType, intType, listType, mapType, stringType } from "../../../src/cel/types/types.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { environmentWith } from "../cost/vectors.ts";

const environment = environmentWith({
  s: stringType,
  i: intType,
  ints: listType(intType),
  texts: listType(stringType),
  map: mapType(stringType, intType),
  d: dynType,
});

/** Inputs for the variables above: some with the types that the checker knows, others with unexpected values. */
const inputs: readonly Readonly<Record<string, unknown>>[] = [
  {
    s: "héllo wörld",
    i: 2,
    ints: [1, 2, 3],
    texts: ["a", "bb", "a long text 👑"],
    map: { k: 1 },
    d: { a: { b: "x" }, n: 3 },
  },
  { s: "", i: 2n ** 53n, ints: [], texts: [], map: {}, d: { a: "x", n: 2.5 } },
  { s: "a", i: -(2n ** 63n), ints: [2n ** 62n, 0], texts: ["a"], map: { a: 5, k: 0 }, d: ["a", "k"] },
  { s: 7, i: "two", ints: "none", texts: { a: 1 }, map: [1], d: null },
  { i: 0, ints: ["a", 1], d: { a: { b: true }, n: "3" } },
];

/** Random expressions as texts, grouped by their type. */
const { bool } = fc.letrec<{ bool: string; string: string; int: string; ints: string; texts: string; dyn: string }>(
  (tie) => {
    const [bools, strings, whole, ints, texts, dyn] = [
      tie("bool"),
      tie("string"),
      tie("int"),
      tie("ints"),
      tie("texts"),
      tie("dyn"),
    ];
    const call = (template: string, ...parts: fc.Arbitrary<string>[]) =>
      fc.tuple(...parts).map((values) => values.reduce((text, part) => text.replace("_", () => `(${part})`), template));
    const oneOf = (...operators: string[]) => fc.constantFrom(...operators);
    const binary = (operators: fc.Arbitrary<string>, left: fc.Arbitrary<string>, right: fc.Arbitrary<string>) =>
      fc.tuple(left, operators, right).map(([a, operator, b]) => `(${a}) ${operator} (${b})`);
    const order = oneOf("<", "<=", ">", ">=", "==", "!=");
    const options = { depthSize: "small", withCrossShrink: true } as const;
    return {
      bool: fc.oneof(
        options,
        fc.constantFrom(
          "true",
          "d.a.b",
          "has(d.a)",
          "has(d.a.b)",
          "has(map.k)",
          "i > 3",
          "3 >= i",
          "d.n == 3",
          "d.n < 3",
        ),
        fc.constantFrom(
          "s == 'a'",
          "'a' != s",
          "d.a == 'x'",
          "'a' in texts",
          "'k' in map",
          "s in ['a', 'b']",
          "'a' in d",
        ),
        fc.constantFrom(
          "s.matches('^h')",
          "s.startsWith('a')",
          "d.a.startsWith('x')",
          "size(s) <= 5",
          "texts.size() > 1",
        ),
        binary(oneOf("&&", "||"), bools, bools),
        binary(order, whole, whole),
        binary(order, strings, strings),
        binary(oneOf("==", "!="), dyn, dyn),
        call("!_", bools),
        call("_ ? _ : _", bools, bools, bools),
        call("_.all(x, _ || x == s)", texts, bools),
        call("_.exists(x, x > _ && _)", ints, whole, bools),
        call("_.exists_one(x, x % 2 == _)", ints, whole),
        call("_.all(x, _)", dyn, bools),
        call("_.exists(x, has(x.a) || _)", dyn, bools),
        call("_.contains(_)", strings, strings),
        call("_ in _", strings, texts),
      ),
      string: fc.oneof(
        options,
        fc.constantFrom("s", "'abc'", "'é👑'", "texts[1]", "d.a.b"),
        binary(oneOf("+"), strings, strings),
        call("_ ? _ : _", bools, strings, strings),
        call("_.replace('a', _)", strings, strings),
        call("string(_)", whole),
      ),
      int: fc.oneof(
        options,
        fc.constantFrom(
          "i",
          "1",
          "0",
          "9007199254740991",
          "-1",
          "ints[0]",
          "map.k",
          "map['k']",
          "size(s)",
          "texts.size()",
        ),
        binary(oneOf("+", "-", "*", "/", "%"), whole, whole),
        call("-_", whole),
        call("size(_)", texts),
      ),
      ints: fc.oneof(
        options,
        fc.constantFrom("ints", "[1, i]"),
        call("_.map(x, x * 3 + _)", ints, whole),
        call("_.filter(x, x % 2 == 0 || _)", ints, bools),
        call("_.map(x, x > 1, x - _)", ints, whole),
      ),
      texts: fc.oneof(
        options,
        fc.constantFrom("texts", "['a', 'b']", "[s]", "'a,b'.split(',')"),
        call("_.map(x, x + _)", texts, strings),
        call("_.filter(x, _)", texts, bools),
        call("_.map(x, 'const')", texts),
      ),
      dyn: fc.oneof(
        options,
        fc.constantFrom("d", "d.a", "d.n", "d['a']", "d.?a"),
        call("dyn(_)", whole),
        call("dyn(_)", texts),
      ),
    };
  },
);

const rules = costRules(environment, costProfile("1.37"));

/** Returns the result of a program without a limit and the results under each of the lowest limits. */
function outcomesWithLimits(program: CountingProgram, variables: Activation): unknown {
  const whole = program.measure(variables);
  const limits = Array.from({ length: Math.min(whole.cost, 40) }, (_, limit) => limit);
  return [whole, ...limits.map((costLimit) => program.measure(variables, { costLimit }))];
}

test("nodes that are evaluated together give the same result and cost as single nodes, at any limit", () => {
  let compared = 0;
  fc.assert(
    fc.property(bool, fc.constantFrom(...inputs), fc.boolean(), (text, input, isCelGo) => {
      const { checked } = compile(environment, text);
      fc.pre(checked !== undefined);
      const variables = new Map(
        Object.entries(input).map(([name, json]) => [
          name,
          fromJson(json, environment.variables.get(name), { wholeNumbers: "int" }),
        ]),
      );
      const options = isCelGo ? ({ dialect: "cel-go", foldConstants: true } as const) : {};
      const merged = planCounting(checked, environment, rules, options);
      const single = planCounting(checked, environment, rules, { ...options, instrument: (_, evaluate) => evaluate });
      const [found, expected] = [outcomesWithLimits(merged, variables), outcomesWithLimits(single, variables)];
      // Vitest's comparison takes longer than everything else, so it runs only to show a difference.
      if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
      compared++;
    }),
    { numRuns: 1000 },
  );
  expect(compared).toBeGreaterThan(600);
});
