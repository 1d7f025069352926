/**
 * Measures and estimates the costs of expressions over JSON inputs.
 *
 * @module
 */
import { compile } from "../../../src/cel/compile.ts";
import { type CostEstimate, type EstimateOptions, estimate } from "../../../src/cel/cost/estimate.ts";
import type { Environment } from "../../../src/cel/environment.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { type Evaluation, planCounting } from "../../../src/cel/eval/plan.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import type { CostProfile } from "../../../src/cel/types/costs.ts";
import { dynType, intType, listType, mapType, stringType } from "../../../src/cel/types/types.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { environmentWith } from "./vectors.ts";

/** The environment of the tests, with the variables that they share. */
export const environment: Environment = environmentWith({
  s: stringType,
  i: intType,
  list: listType(intType),
  strings: listType(stringType),
  map: mapType(stringType, stringType),
  d: dynType,
});

const sharedInput = { s: "héllo", i: 2, list: [1, 2, 3], strings: ["a", "bb"], map: { k: "v" }, d: { a: "b" } };

interface MeasureOptions {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly profile?: CostProfile;
  readonly costLimit?: number;
}

export function checkedTree(text: string): CheckedAst {
  const { checked, issues } = compile(environment, text);
  if (checked === undefined) throw new Error(`${text}: ${issues[0]?.message}`);
  return checked;
}

const treeOf = (expression: string | CheckedAst): CheckedAst =>
  typeof expression === "string" ? checkedTree(expression) : expression;

export const newestProfile: CostProfile = costProfile("1.37");

/** Evaluates with cel-go's semantics, as Kubernetes does. */
export function measure(
  expression: string | CheckedAst,
  { input = sharedInput, profile = newestProfile, costLimit }: MeasureOptions = {},
): Evaluation {
  const program = planCounting(treeOf(expression), environment, costRules(environment, profile), {
    dialect: "cel-go",
    foldConstants: true,
  });
  const variables = new Map(
    Object.entries(input).map(([name, json]) => [
      name,
      fromJson(json, environment.variables.get(name), { wholeNumbers: "int" }),
    ]),
  );
  return program.measure(variables, costLimit === undefined ? {} : { costLimit });
}

export function estimateOf(expression: string | CheckedAst, options: EstimateOptions = {}): CostEstimate {
  return estimate(treeOf(expression), costRules(environment, newestProfile), options);
}
