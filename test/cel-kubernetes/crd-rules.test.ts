import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "../../src/cel/compile.ts";
import { estimate } from "../../src/cel/cost/estimate.ts";
import { planCounting } from "../../src/cel/eval/plan.ts";
import { CelError, type Value } from "../../src/cel/types/values.ts";
import { perCallCostLimit } from "../../src/cel-kubernetes/cost/budget.ts";
import { costProfile } from "../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../src/cel-kubernetes/cost/rules.ts";
import { cardinalityInRequest, schemaBounds } from "../../src/cel-kubernetes/cost/schema-bounds.ts";
import { crdEnvironment } from "../../src/cel-kubernetes/crd-environment.ts";
import type { StructuralSchema } from "../../src/cel-kubernetes/schema-types.ts";
import { schemaValue } from "../../src/cel-kubernetes/schema-values.ts";
import { readSource } from "../../src/source/read-source.ts";

/**
 * Validation rules of custom resources with the verdicts of the real validator. Recorded from apiextensions-apiserver
 * 0.37, which was run on the inputs of its table `TestValidationExpressions`. Rows for which it does not evaluate the
 * rule are left out.
 */
interface RuleGroup {
  readonly name: string;
  readonly isResource: boolean;
  readonly schema: StructuralSchema;
  readonly self: unknown;
  readonly oldSelf?: unknown;
  /** The number of values of this type that a request may hold. */
  readonly cardinality: number | null;
  readonly rules: readonly RecordedRule[];
}

interface RecordedRule {
  readonly rule: string;
  /** False if the rule does not compile; the other fields are absent then. */
  readonly compiles?: boolean;
  readonly cost: number;
  /** The estimated maximum of the cost. */
  readonly max: string;
  /** Absent if the value satisfies the rule. */
  readonly error?: string;
}

/** Reads JSON exactly, including numbers beyond 2^53. */
function readJson(text: string): unknown {
  return readSource("line.json", Buffer.from(text)).documents[0]?.root?.value;
}

const text = readFileSync(new URL("data/crd-rules.jsonl", import.meta.url), "utf8");
const groups = text.trimEnd().split("\n").map(readJson) as readonly RuleGroup[];
const rows = groups.flatMap(({ rules, ...group }) => rules.map((rule) => ({ ...group, ...rule })));

test("all rows are here", () => {
  expect(rows.length).toBe(778);
});

function environmentOf({ schema, isResource }: RuleGroup | (typeof rows)[number]) {
  const environment = crdEnvironment("1.37", schema, { isResource, reach: "known" });
  if (environment === undefined) throw new Error("expressions cannot see the value");
  return environment;
}

test.each(rows)("$name: $rule", (row) => {
  const environment = environmentOf(row);
  const { checked } = compile(environment, row.rule);
  expect(checked !== undefined).toBe(row.compiles ?? true);
  if (checked === undefined) return;
  const rules = costRules(environment, costProfile("1.37"));
  const { max } = estimate(checked, rules, { sizes: schemaBounds(row.schema, { isResource: row.isResource }) });
  expect(String(max)).toBe(row.max);

  const value = (json: unknown): Value => schemaValue(json, row.schema, row.isResource);
  const variables = new Map([["self", value(row.self)]]);
  if (row.oldSelf !== undefined) variables.set("oldSelf", value(row.oldSelf));
  const program = planCounting(checked, environment, rules, { dialect: "cel-go", foldConstants: true });
  const { result, cost } = program.measure(variables, { costLimit: perCallCostLimit });
  expect(cost).toBe(row.cost);
  if (row.error === undefined) expect(result).toBe(true);
  else if (result instanceof CelError) expect(row.error).toContain(result.message);
  else expect(result).toBe(false);
});

test.each(groups)("the number of values that fit into a request: $name", ({ schema, isResource, cardinality }) => {
  if (cardinality !== null) expect(cardinalityInRequest(schema, isResource)).toBe(BigInt(cardinality));
});
