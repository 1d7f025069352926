import { expect, test } from "vitest";
import { check } from "../../../src/cel/check/checker.ts";
import { estimate } from "../../../src/cel/cost/estimate.ts";
import { fixedCost } from "../../../src/cel/cost/model.ts";
import type { Environment } from "../../../src/cel/environment.ts";
import { fromJson } from "../../../src/cel/eval/json.ts";
import { type Evaluation, planCounting } from "../../../src/cel/eval/plan.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import type { TrackingRules } from "../../../src/cel/types/costs.ts";
import type { Library } from "../../../src/cel/types/declarations.ts";
import { CelError } from "../../../src/cel/types/values.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { environmentWith, readType, readVectors } from "./vectors.ts";

interface Vector {
  readonly expr: string;
  readonly types?: Readonly<Record<string, string>>;
  /** The cost of `has()`; cel-go's own default is 1. */
  readonly presenceTest?: number;
}

interface TrackedVector extends Vector {
  readonly input?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  readonly exceeds?: boolean;
  readonly cost?: number;
}

interface EstimatedVector extends Vector {
  readonly sizes?: Readonly<Record<string, number>>;
  readonly min: string;
  readonly max: string;
}

/** A cost that cel-go's tests override: the year of a timestamp costs 7. */
const yearLibrary: Library = {
  name: "test",
  functions: [],
  costs: { byOverload: { timestamp_to_year: fixedCost(7) } },
};

function prepare(vector: Vector, libraries: readonly Library[] = [yearLibrary]) {
  const variables = Object.fromEntries(
    Object.entries(vector.types ?? {}).map(([name, type]) => [name, readType(type)] as const),
  );
  const environment = environmentWith(variables, undefined, libraries);
  const rules = { ...costRules(environment, costProfile("1.37")), presenceTest: vector.presenceTest ?? 1 };
  return { environment, rules, checked: checkedTree(vector.expr, environment) };
}

function checkedTree(text: string, environment: Environment): CheckedAst {
  const parsed = parse(text, environment);
  const checked = parsed.result && check(parsed.result, environment);
  if (checked?.result === undefined) throw new Error(`${text}: ${JSON.stringify([parsed.issues, checked?.issues])}`);
  return checked.result;
}

interface Prepared {
  readonly environment: Environment;
  readonly rules: TrackingRules;
  readonly checked: CheckedAst;
}

/** Evaluates without constant folding: cel-go folds constants only on request, and its tests do not request it. */
function measure({ environment, rules, checked }: Prepared, input: TrackedVector["input"], limit?: number): Evaluation {
  const variables = new Map(
    Object.entries(input ?? {}).map(([name, json]) => [
      name,
      fromJson(json, environment.variables.get(name), { objects: environment.objects }),
    ]),
  );
  const program = planCounting(checked, environment, rules, { dialect: "cel-go" });
  return program.measure(variables, limit === undefined ? {} : { costLimit: limit });
}

const tracked = readVectors<TrackedVector>("cel-go-tracked");
const estimated = readVectors<EstimatedVector>("cel-go-estimated");

test("all vectors are here", () => {
  expect([tracked.length, estimated.length]).toEqual([76, 95]);
});

test.each(tracked)("cel-go charges $expr", (vector) => {
  const prepared = prepare(vector);
  const { result, cost } = measure(prepared, vector.input, vector.limit);
  if (vector.exceeds) {
    expect(result).toEqual(new CelError("operation cancelled: actual cost limit exceeded"));
    return;
  }
  expect(result).not.toBeInstanceOf(CelError);
  expect(cost).toBe(vector.cost);
  const { min, max } = estimate(prepared.checked, prepared.rules);
  expect(cost).toBeGreaterThanOrEqual(min);
  expect(cost).toBeLessThanOrEqual(max);
});

test.each(estimated)("cel-go estimates $expr", (vector) => {
  const { checked, rules } = prepare(vector);
  // The estimator of the upstream tests assumes that bytes have a size of at most 12.
  const sizes = (path: readonly string[], type: { kind: string }) =>
    vector.sizes?.[path.join(".")] ?? (type.kind === "bytes" ? 12 : undefined);
  const { min, max } = estimate(checked, rules, { sizes });
  expect([`${min}`, `${max}`]).toEqual([vector.min, vector.max]);
});

test("a library may replace the cost of an overload", () => {
  const library: Library = {
    name: "test",
    functions: [],
    costs: { byOverload: { contains_string: { track: () => 8, estimate: () => ({ cost: { min: 0n, max: 8n } }) } } },
  };
  const vector = { expr: "'abcdefg'.contains(a + b)", types: { a: "string", b: "string" } };
  const prepared = prepare(vector, [library]);
  expect(measure(prepared, { a: "val1", b: "val2222222" }).cost).toBe(4 - 0 + 8);
  const { min, max, leftOut } = estimate(prepared.checked, prepared.rules, { sizes: () => 10 });
  expect({ min, max, leftOut }).toEqual({ min: 2n, max: 12n, leftOut: [] });
});
