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

describe("parts that are folded when planning cost nothing", () => {
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

describe("paths are charged at their start and at each step", () => {
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

describe("a fault costs what it took to find it", () => {
  test.each([
    ["a missing key", "d.x.y", 2],
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

  test("where the component's own counter breaks down, so does the evaluation", () => {
    const { result, cost } = measure("true || d.x.distinct() == []");
    expect([result, cost]).toEqual([true, 0]);
    const broken = measure("d.x.distinct() == [] || true");
    expect(broken).toEqual({ result: new CelError("internal error: the cost of a call is unknown"), cost: 2 });
  });
});

describe("strings count in code points", () => {
  test.each([
    ["'👑👑👑👑👑👑👑👑👑👑' == '👑👑👑👑👑👑👑👑👑👑'", 1],
    ["s + '👑'", 1 + 1],
    ["['👑👑👑👑👑'].isSorted()", 2],
    ["['👑👑'].isSorted()", 0],
  ])("%s", (text, cost) => {
    expect(measure(text).cost).toBe(cost);
  });
});

const cancelled = new CelError("operation cancelled: actual cost limit exceeded");

describe("the limit", () => {
  const text = "list.all(x, list.all(y, x > 0))";

  test("may be reached, not passed", () => {
    const { cost } = measure(text);
    expect(measure(text, { costLimit: cost })).toEqual({ result: true, cost });
    expect(measure(text, { costLimit: cost - 1 }).result).toEqual(cancelled);
  });

  test.each(["true || false", "1 == 1 || i == i", "[i].exists(x, x == i) || i == i"])(
    "cancels also what an error would be absorbed by: %s",
    (absorbing) => {
      const { result } = measure(`(s + s + s == '' || ${absorbing})`, { costLimit: 2 });
      expect(result).toEqual(cancelled);
    },
  );

  test("ends long loops at once", () => {
    const input = { list: Array.from({ length: 3000 }, (_, index) => index), s: "" };
    const { result, cost } = measure("list.all(x, list.all(y, list.all(z, z >= 0)))", { input, costLimit: 1_000_000 });
    expect(result).toEqual(cancelled);
    expect(cost).toBeLessThan(1_000_010);
  });

  test("a program that does not count has none", () => {
    const program = plan(checkedTree("s + s + s"), environment);
    expect(program.evaluate(new Map([["s", "a"]]), { costLimit: 1 })).toBe("aaa");
  });
});

const anyCost = { min: 0n, max: unbounded };

/** The size of the first operand. */
const bySize: FunctionCost = { track: (first) => sizeOf(first), estimate: () => ({ cost: anyCost }) };

describe("a call beyond the limit is charged, and not made", () => {
  const calls: string[] = [];
  const call = (...args: Value[]) => {
    calls.push(args.join(" "));
    return "made";
  };
  const costs = { byOverload: { one: bySize, two: bySize, three: bySize } };
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
    const measured = (costLimit: number) => {
      calls.length = 0;
      const { result, cost } = program.measure(new Map([["s", "abcd"]]), { costLimit });
      return { result, cost, calls: calls.length };
    };
    const { cost } = measured(1000);
    expect(measured(cost)).toEqual({ result: "made", cost, calls: 1 });
    expect(measured(cost - 1)).toEqual({ result: cancelled, cost, calls: 0 });
  });
});

test("a budget is spent by all expressions together", () => {
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

  test("list literals by the documentation cost 40", () => {
    expect(measure("[s]", { profile: documentedCostProfile("1.37") }).cost).toBe(41);
    expect(documentedCostProfile("1.37").name).toBe("documentation");
  });
});
