import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { estimate } from "../../../src/cel/cost/estimate.ts";
import type { Environment } from "../../../src/cel/environment.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { type PlanOptions, planCounting } from "../../../src/cel/eval/plan.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import { CelError, type Value } from "../../../src/cel/types/values.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { schemaBounds } from "../../../src/cel-kubernetes/cost/schema-bounds.ts";
import { AuthorizerValue, authorizerType } from "../../../src/cel-kubernetes/library/authorizer.ts";
import { jsonPatchLibrary } from "../../../src/cel-kubernetes/library/json-patch.ts";
import { declareSchema, type SchemaTypes, type StructuralSchema } from "../../../src/cel-kubernetes/schema-types.ts";
import { environmentWith, readVectors } from "../../cel/cost/vectors.ts";
import { inputOf } from "./structural-schema.ts";

interface LibraryVector {
  readonly expr: string;
  readonly min: string;
  readonly max: string;
  readonly cost: number;
}

interface StabilityVector {
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly input?: unknown;
  /** Costs by expression. */
  readonly tracked?: Readonly<Record<string, number>>;
  readonly estimated?: Readonly<Record<string, string>>;
}

const libraryVectors = readVectors<LibraryVector>("kubernetes-libraries");
const stabilityVectors = readVectors<StabilityVector>("kubernetes-stability");
const trackedVectors = stabilityVectors.flatMap(({ tracked: costs = {}, ...vector }) =>
  Object.entries(costs).map(([expr, cost]) => ({ ...vector, expr, cost })),
);
const estimated = stabilityVectors.flatMap(({ estimated: costs = {}, ...vector }) =>
  Object.entries(costs).map(([expr, max]) => ({ ...vector, expr, max })),
);

test("all vectors are here", () => {
  expect([libraryVectors.length, trackedVectors.length, estimated.length]).toEqual([225, 329, 301]);
});

function compiled(environment: Environment, expr: string): CheckedAst {
  const { checked, issues } = compile(environment, expr);
  if (checked === undefined) throw new Error(`${expr}: ${JSON.stringify(issues)}`);
  return checked;
}

const rulesOf = (environment: Environment) => costRules(environment, costProfile("1.37"));

function costOf(environment: Environment, checked: CheckedAst, variables: Map<string, Value>, options: PlanOptions) {
  const program = planCounting(checked, environment, rulesOf(environment), { dialect: "cel-go", ...options });
  const { result, cost } = program.measure(variables);
  expect(result).not.toBeInstanceOf(CelError);
  return cost;
}

/** The largest size of strings and bytes that the estimator of the upstream tests assumes. */
const testSizes: Readonly<Record<string, number>> = { string: 12, bytes: 12 };

test.each(libraryVectors)("Kubernetes charges and estimates $expr", ({ expr, min, max, cost }) => {
  const environment = environmentWith({ authorizer: authorizerType }, [], [jsonPatchLibrary]);
  const checked = compiled(environment, expr);
  const authorizer = new AuthorizerValue({ name: "", groups: [] } as never, () => ({ decision: "allow", reason: "" }));
  expect(costOf(environment, checked, new Map([["authorizer", authorizer]]), {})).toBe(cost);
  const bounds = estimate(checked, rulesOf(environment), { sizes: (_, { kind }) => testSizes[kind] });
  expect([`${bounds.min}`, `${bounds.max}`]).toEqual([min, max]);
});

function typesOf(schema: StructuralSchema): SchemaTypes {
  const types = declareSchema(schema, { name: "Resource", isResource: true, allowsReservedWords: false });
  if (types === undefined) throw new Error("the schema has no type");
  return types;
}

test.each(trackedVectors)(
  "the actual cost of a custom resource rule is upstream's, $name: $expr",
  ({ schema, input, expr, cost }) => {
    const { type, objects } = typesOf(schema);
    const environment = environmentWith({ self: type }, objects);
    const self = fromJson(inputOf(schema, input), type, { objects: environment.objects, wholeNumbers: "int" });
    const options = { foldConstants: true };
    expect(costOf(environment, compiled(environment, expr), new Map([["self", self]]), options)).toBe(cost);
  },
);

test.each(estimated)(
  "the estimated maximum of a custom resource rule is upstream's, $name: $expr",
  ({ schema, expr, max }) => {
    const { type, objects } = typesOf(schema);
    const environment = environmentWith({ self: type }, objects);
    const { max: actual } = estimate(compiled(environment, expr), rulesOf(environment), {
      sizes: schemaBounds(schema),
    });
    expect(`${actual}`).toBe(max);
  },
);
