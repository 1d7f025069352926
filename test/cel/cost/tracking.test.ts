import { describe, expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { unbounded } from "../../../src/cel/cost/range.ts";
import { sizeOf } from "../../../src/cel/cost/size.ts";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { plan, planCounting } from "../../../src/cel/eval/plan.ts";
import type { FunctionCost } from "../../../src/cel/types/costs.ts";
import { type CelType, stringType } from "../../../src/cel/types/types.ts";
import { CelError, type Value } from "../../../src/cel/types/values.ts";
import { CostBudget } from "../../../src/cel-kubernetes/cost/budget.ts";
import { costProfile, documentedCostProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { checkedTree, environment, measure, newestProfile } from "./measure.ts";

describe("parts that are folded during planning, which cost nothing", () => {
  test.each([
    ["[1, 2, 3]", 0],
    ["{'a': [1]}", 0],
    ["[1, i]", 11],
    ["int('1')", 0],
    ["[timestamp('2025-01-01T00:00:00Z')]", 0],
    ["i in [1, 2]", 1],
    ["i in []", 0],
    ["[i in []]", 0],
    ["'%s'.format([i in []])", 1],
    ["s in ['a', s]", 1 + 11 + 2],
    ["[1] in [[1], [2]]", 2],
    ["dyn(i) in [1, 2.0, 'a']", 2],
    ["[].map(x, x)", 1],
    ["list.map(x, 1)", 1 + 3 * 2 + 1],
  ])("%s", (text, cost) => {
    expect(measure(text).cost).toBe(cost);
  });
});

describe("costs of paths, for their start and for each step", () => {
  test.each([
    ["d.a", 2],
    ["d['a']", 2],
    ["map[d.a]", 3],
    ["map[s]", 2],
    ["has(d.a)", 1],
    ["has(d.a) && has(d.b)", 2],
    ["true ? s : ''", 0],
    ["true ? d.a : ''", 1],
    ["(true ? d : d).a", 1],
    ["has((true ? d : d).a)", 0],
    ["{'a': {'b': s}}.a.b", 1 + 30 + 30 + 1 + 2],
    ["d.?a", 2],
    ["d.?b", 1],
    ["d.?b.c.d", 1],
    ["d.?a.orValue(s)", 2],
    ["optional.of(s).or(optional.of(s)).value()", 3],
  ])("%s", (text, cost) => {
    expect(measure(text).cost).toBe(cost);
  });
});

describe("the cost of an error, which is that of the steps up to it", () => {
  test.each([
    ["an access with a missing key", "d.x.y", 2],
    ["both operands of an operator", "d.x == s", 2 + 1 + 1],
    ["the first operand of a function with overloads", "dyn(d.x).indexOf(d.y)", 2 + 1],
    ["the last operand of a function with overloads", "dyn('aaaaaaaaaa').indexOf(d.y)", 2 + 1],
    ["the text before a constant pattern", "string(d.x).matches('a')", 2 + 1],
    ["the text before another pattern", "string(d.x).matches(s)", 2 + 1 + 1 + 1 * 2],
    ["an argument before others", "s.substring(d.x, d.y)", 1 + 2],
  ])("%s: %s", (_, text, cost) => {
    const { result, cost: actual } = measure(text);
    expect(result).toBeInstanceOf(CelError);
    expect(actual).toBe(cost);
  });

  test("an evaluation fails where the API server's own cost tracker fails", () => {
    const { result, cost } = measure("true || d.x.distinct() == []");
    expect([result, cost]).toEqual([true, 0]);
    const broken = measure("d.x.distinct() == [] || true");
    expect(broken).toEqual({ result: new CelError("internal error: the cost of a call is unknown"), cost: 2 });
  });
});

describe("costs of strings, counted in code points", () => {
  test.each([
    ["'👑👑👑👑👑👑👑👑👑👑' == '👑👑👑👑👑👑👑👑👑👑'", 1],
    ["s + '👑'", 1 + 1],
    ["['👑👑👑👑👑'].isSorted()", 2],
    ["['👑👑'].isSorted()", 0],
  ])("%s", (text, cost) => {
    expect(measure(text).cost).toBe(cost);
  });
});

const costLimitError = new CelError("operation cancelled: actual cost limit exceeded");

describe("the limit", () => {
  const text = "list.all(x, list.all(y, x > 0))";

  test("may be reached but not exceeded", () => {
    const { cost } = measure(text);
    expect(measure(text, { costLimit: cost })).toEqual({ result: true, cost });
    expect(measure(text, { costLimit: cost - 1 }).result).toEqual(costLimitError);
  });

  test.each(["true || false", "1 == 1 || i == i", "[i].exists(x, x == i) || i == i"])(
    "cancels even an operator that would absorb an error: %s",
    (absorbing) => {
      const { result } = measure(`(s + s + s == '' || ${absorbing})`, { costLimit: 2 });
      expect(result).toEqual(costLimitError);
    },
  );

  test("ends long loops immediately", () => {
    const input = { list: Array.from({ length: 3000 }, (_, index) => index), s: "" };
    const { result, cost } = measure("list.all(x, list.all(y, list.all(z, z >= 0)))", { input, costLimit: 1_000_000 });
    expect(result).toEqual(costLimitError);
    expect(cost).toBeLessThan(1_000_010);
  });

  test("does not apply to a program without cost tracking", () => {
    const program = plan(checkedTree("s + s + s"), environment);
    expect(program.evaluate(new Map([["s", "a"]]), { costLimit: 1 })).toBe("aaa");
  });
});

const anyCost = { min: 0n, max: unbounded };

/** The cost of a call is the size of its first operand. */
const costOfSize: FunctionCost = { track: (first) => sizeOf(first), estimate: () => ({ cost: anyCost }) };

describe("a call that would exceed the limit, which is charged but not executed", () => {
  const calls: string[] = [];
  const call = (...args: Value[]) => {
    calls.push(args.join(" "));
    return "made";
  };
  const costs = { byOverload: { one: costOfSize, two: costOfSize, three: costOfSize } };
  const functions = ["one", "two", "three"].map((name, index) => ({
    name,
    overloads: [
      { id: name, params: Array<CelType>(index + 1).fill(stringType), result: stringType, member: false, call },
    ],
  }));
  const environment = createEnvironment({
    libraries: [{ name: "test", functions, costs }],
    variables: [{ name: "s", type: stringType }],
  });

  test.each(["one(s)", "two(s, s)", "two(s, 'a')", "three(s, s, s)"])("%s", (text) => {
    const { checked } = compile(environment, text);
    if (!checked) throw new Error(text);
    const program = planCounting(checked, environment, costRules(environment, newestProfile));
    const measureWithin = (costLimit: number) => {
      calls.length = 0;
      const { result, cost } = program.measure(new Map([["s", "abcd"]]), { costLimit });
      return { result, cost, calls: calls.length };
    };
    const { cost } = measureWithin(1000);
    expect(measureWithin(cost)).toEqual({ result: "made", cost, calls: 1 });
    expect(measureWithin(cost - 1)).toEqual({ result: costLimitError, cost, calls: 0 });
  });
});

test("all expressions share one budget", () => {
  const budget = new CostBudget(10);
  expect([budget.spend(4), budget.spend(6), budget.spend(1), budget.remaining]).toEqual([true, true, false, -1]);
});

describe("releases", () => {
  const long = "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'";

  test.each([
    [`${long}.startsWith('a')`, "1.36", 3],
    [`${long}.startsWith('a')`, "1.37", 1],
    [`matches(${long}, 'aaaaa')`, "1.36", 1],
    [`matches(${long}, 'aaaaa')`, "1.37", 8],
    [`optional.of(${long}) == optional.of(${long})`, "1.32", 3],
    [`optional.of(${long}) == optional.of(${long})`, "1.33", 5],
    ["cidr('::/0') == cidr('::/0')", "1.31", 2],
    ["cidr('::/0') == cidr('::/0')", "1.32", 3],
    ["cidr('::/0') != cidr('::/0')", "1.37", 2],
  ])("%s in %s", (text, target, cost) => {
    expect(measure(text, { profile: costProfile(target) }).cost).toBe(cost);
  });

  test("list literals cost 40 by the documentation", () => {
    expect(measure("[s]", { profile: documentedCostProfile("1.37") }).cost).toBe(41);
    expect(documentedCostProfile("1.37").name).toBe("documentation");
  });
});
