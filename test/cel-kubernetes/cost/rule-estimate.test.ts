import { describe, expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { formatSizePath } from "../../../src/cel/cost/estimate.ts";
import { ruleEstimateLimit } from "../../../src/cel-kubernetes/cost/budget.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { adviseBound, estimateRule, type RulePlace } from "../../../src/cel-kubernetes/cost/rule-estimate.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { cardinalityInside } from "../../../src/cel-kubernetes/cost/schema-bounds.ts";
import { crdEnvironment } from "../../../src/cel-kubernetes/crd-environment.ts";
import type { StructuralSchema } from "../../../src/cel-kubernetes/schema-types.ts";

const textSchema: StructuralSchema = { type: "string" };
const listOf = (items: StructuralSchema, maxItems?: number): StructuralSchema => ({
  type: "array",
  items,
  ...(maxItems === undefined ? {} : { maxItems }),
});
const withFields = (properties: Record<string, StructuralSchema>): StructuralSchema => ({ type: "object", properties });

function ruleOf(rule: string, schema: StructuralSchema) {
  const environment = crdEnvironment("1.37", schema, { isResource: false });
  const checked = environment && compile(environment, rule).checked;
  if (!checked) throw new Error(`does not compile: ${rule}`);
  return { checked, rules: costRules(environment, costProfile("1.37")) };
}

function estimateOf(rule: string, schema: StructuralSchema, place: Partial<RulePlace> = {}): bigint {
  const { checked, rules } = ruleOf(rule, schema);
  return estimateRule(checked, rules, { schema, isResource: false, ...place }).cost;
}

function adviceOf(rule: string, schema: StructuralSchema, place: Partial<RulePlace> = {}) {
  const { checked, rules } = ruleOf(rule, schema);
  const advice = adviseBound(checked, rules, { schema, isResource: false, ...place }, ruleEstimateLimit);
  if (advice === undefined) return undefined;
  const { keyword, path, alone, together, others } = advice;
  return `${keyword} at ${formatSizePath(path)}: alone ${alone}, together ${together}, others ${others}`;
}

describe("the number of values in a request that a rule is charged for", () => {
  test("is one for the root", () => {
    expect(estimateOf("self > 1", { type: "integer" })).toBe(2n);
  });

  test("is the product of the bounds of the lists and maps around the rule", () => {
    const inList = cardinalityInside(1n, listOf(textSchema, 10));
    const inMap = cardinalityInside(inList, { type: "object", additionalProperties: textSchema, maxProperties: 3 });
    expect(inMap).toBe(30n);
    expect(cardinalityInside(inMap, withFields({}))).toBe(30n);
    expect(estimateOf("self > 1", { type: "integer" }, { cardinality: inMap })).toBe(60n);
  });

  test("is as many as fit into a request if a list around the rule has no bound", () => {
    const cardinality = cardinalityInside(1n, listOf(textSchema));
    expect(cardinality).toBeUndefined();
    expect(cardinalityInside(cardinality, listOf(textSchema, 2))).toBeUndefined();
    expect(estimateOf("self > 1", { type: "integer" }, { cardinality })).toBe(2n * 1_572_864n);
  });
});

/** Expects that a bound is the largest with which the rule stays within the limit. */
function expectLargest(bound: number, cost: (bound: number) => bigint): void {
  expect(cost(bound)).toBeLessThanOrEqual(BigInt(ruleEstimateLimit));
  expect(cost(bound + 1)).toBeGreaterThan(BigInt(ruleEstimateLimit));
}

describe("the advice on a bound that brings a rule under the limit", () => {
  test("names the list that drives the cost, with a bound for it alone and one for all values together", () => {
    const rule = "self.names.all(a, self.names.exists(b, a == b)) && self.other != ''";
    const advice = adviceOf(rule, withFields({ names: listOf(textSchema), other: textSchema })) ?? "";
    const [, alone, together] =
      /^maxItems at self\.names: alone (\d+), together (\d+), others 2$/.exec(advice)?.map(Number) ?? [];
    expectLargest(alone ?? 0, (size) =>
      estimateOf(rule, withFields({ names: listOf(textSchema, size), other: textSchema })),
    );
    const textOfLength = (maxLength: number) => ({ type: "string", maxLength });
    expectLargest(together ?? 0, (size) =>
      estimateOf(rule, withFields({ names: listOf(textOfLength(size), size), other: textOfLength(size) })),
    );
  });

  test("gives the bound of a string in code points", () => {
    const rule = "self.matches('^[a-z]+$')";
    const place = { cardinality: 100n };
    const [, alone] =
      /^maxLength at self: alone (\d+)/.exec(adviceOf(rule, textSchema, place) ?? "")?.map(Number) ?? [];
    expectLargest(alone ?? 0, (maxLength) => estimateOf(rule, { type: "string", maxLength }, place));
  });

  test("bounds several values together if no single bound suffices", () => {
    const schema = withFields({ a: listOf(textSchema), b: listOf(textSchema), c: listOf(textSchema) });
    const rule = "self.a.all(x, self.b.all(y, self.c.all(z, x != y && y != z)))";
    expect(adviceOf(rule, schema)).toMatch(/^maxItems at self\.[abc]: alone undefined, together \d+, others 5$/);
  });

  test("is absent if all values are bounded", () => {
    const schema = listOf({ type: "string", maxLength: 100 }, 1000);
    expect(adviceOf("self.all(a, self.all(b, a == b))", schema)).toBeUndefined();
  });

  test("is absent for values that formats and enums bound", () => {
    expect(adviceOf("self == 'a'", { type: "string", enum: ["a"] })).toBeUndefined();
    expect(adviceOf("self == self", { type: "string", format: "date" })).toBeUndefined();
  });
});
