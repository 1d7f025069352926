/**
 * The public API for CEL expressions: {@link evaluate} evaluates an expression once, {@link compileExpression} compiles
 * one for many evaluations. Input and results are plain JSON.
 *
 * @module
 */
import { estimate } from "../cel/cost/estimate.ts";
import { type Environment, extendEnvironment } from "../cel/environment.ts";
import { fromJson, toJson } from "../cel/eval/json.ts";
import { formatType } from "../cel/types/format-type.ts";
import { dynType } from "../cel/types/types.ts";
import { CelError, type Value } from "../cel/types/values.ts";
import { endlessFault } from "../json/endless-value.ts";
import { OptionError } from "../json/option-error.ts";
import {
  anything,
  assertOptions,
  assertOptionType,
  instance,
  instanceWithLists,
  mapOf,
  type OptionType,
  text,
} from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { newestTarget } from "../release/release.ts";
import { failure, type Result, success } from "../text/result.ts";
import { admissionEnvironment } from "./admission-environment.ts";
import { baseEnvironment } from "./base-environment.ts";
import { claimsValue, userValue } from "./claim-values.ts";
import { type EnvironmentUse, kubernetesEnvironment } from "./configuration-environment.ts";
import { perCallCostLimit } from "./cost/budget.ts";
import { crdEnvironment } from "./crd-environment.ts";
import { type EvaluationFault, type PlannedExpression, planExpression } from "./planned-expression.ts";
import type { StructuralSchema } from "./schema-types.ts";
import { errorIfUnfit, schemaValue } from "./schema-values.ts";
import { readStructuralSchema } from "./structural-schema.ts";

/**
 * Where Kubernetes uses expressions: `admission` (policies and match conditions of webhooks: `object`, `oldObject`,
 * `request`, `params`, `namespaceObject`), `claims` and `user` (an AuthenticationConfiguration), `request` (match
 * conditions of an AuthorizationConfiguration), `crd` (validation rules in the schema of a CustomResourceDefinition:
 * `self`, `oldSelf`).
 */
export type EnvironmentName = "admission" | "crd" | EnvironmentUse;

/** The names that an expression may use, and the Kubernetes release that it is for. */
export interface ExpressionOptions {
  /**
   * The name of a Kubernetes environment, or an environment made by `createEnvironment`. Default: the libraries of the
   * release, and each member of `input` as a variable of dynamic type.
   */
  readonly environment?: EnvironmentName | Environment;
  /** For `crd`: the structural schema of the value that the rule validates; default an object without known fields. */
  readonly schema?: StructuralSchema;
  /** The release whose libraries and costs apply; default the newest known release. */
  readonly target?: string;
}

/** Options of {@link evaluate}. */
export interface EvaluateOptions extends ExpressionOptions {
  /** The variables as JSON, by name; default none. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** An evaluation that costs more fails; default 1,000,000, the limit of kube-apiserver for one expression. */
  readonly costLimit?: number;
}

/** An error of an expression, from compiling or evaluating it. */
export interface ExpressionFault {
  readonly message: string;
  /** `start` and `end` are UTF-16 offsets into the expression. */
  readonly start: number;
  readonly end: number;
  /** A correction, if one is certain. */
  readonly help?: string;
}

/** The value as JSON, or the fault; and the cost in units of kube-apiserver. */
export type Evaluated = Result<unknown, ExpressionFault> & { readonly cost: number };

/**
 * Evaluates an expression once.
 *
 * @throws {OptionError} for invalid options; faults of the expression and of its input are in the result
 * @example
 * import { evaluate } from "clustervet/cel";
 * evaluate("replicas * 2 <= limit", { input: { replicas: 3, limit: 6 } }); // { ok: true, value: true, cost: 4 }
 *
 * const input = { object: { spec: { replicas: 7 } } };
 * const result = evaluate("object.spec.replicas <= 5", { environment: "admission", input });
 * result.ok && result.value; // false
 *
 * const fault = evaluate("[1, 2, 3].map(n, n * n)", { costLimit: 5 });
 * fault.ok; // false
 * fault.cost > 5; // true
 */
export function evaluate(expression: string, options: EvaluateOptions = {}): Evaluated {
  assertOptions(options, evaluateShapes);
  const { environment, input = {}, costLimit, ...rest } = options;
  const variables = environment === undefined ? Object.keys(input) : [];
  const compiled = compileIn(expression, { ...rest, ...(environment && { environment }) }, variables);
  if (compiled.ok) return compiled.value.evaluate(input, costLimit);
  const [fault = { message: "does not compile", start: 0, end: expression.length }] = compiled.error;
  return { ...failure(fault), cost: 0 };
}

/**
 * Compiles an expression for any number of evaluations; on failure, `error` lists every fault.
 *
 * @throws {OptionError} for invalid options
 * @example
 * import { compileExpression } from "clustervet/cel";
 * const compiled = compileExpression("claims.email.endsWith('@example.com')", { environment: "claims" });
 * if (!compiled.ok) throw new Error(compiled.error[0]?.message);
 * compiled.value.type; // "bool"
 * compiled.value.evaluate({ claims: { email: "ann@example.com" } }); // { ok: true, value: true, cost: 4 }
 *
 * const faulty = compileExpression("claim.sub", { environment: "claims" });
 * !faulty.ok && faulty.error[0]?.message; // "undeclared name 'claim'"
 */
export function compileExpression(
  expression: string,
  options: ExpressionOptions = {},
): Result<Expression, readonly ExpressionFault[]> {
  assertOptions(options, expressionShapes);
  return compileIn(expression, options, []);
}

function compileIn(
  expression: string,
  { environment: chosen, target = newestTarget, schema: givenSchema = anyObject }: ExpressionOptions,
  variables: readonly string[],
): Result<Expression, readonly ExpressionFault[]> {
  assertOptionType("expression", expression, text);
  const reading = readStructuralSchema(givenSchema);
  if (!reading.ok) throw new OptionError(`schema: ${reading.error}`);
  const { value: schema } = reading;
  const environment = typeof chosen === "object" ? chosen : environmentNamed(chosen, target, schema, variables);
  const planned = planExpression(expression, { environment, target });
  if (!planned.ok) return planned;
  const readValue = chosen === "crd" ? rootValue(schema) : inputValue(environment);
  return success(new Expression(planned.value, readValue));
}

const anyObject: StructuralSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

function environmentNamed(
  name: EnvironmentName | undefined,
  target: string,
  schema: StructuralSchema,
  variables: readonly string[],
): Environment {
  if (name === "admission") return admissionEnvironment(target, { params: true, reach: "known" });
  if (name === "crd") return crdEnvironment(target, schema, { reach: "known" }) ?? rejectUnreadableSchema();
  if (name !== undefined) return kubernetesEnvironment(name, target);
  return extendEnvironment(baseEnvironment(target, "known"), {
    variables: variables.map((each) => ({ name: each, type: dynType })),
    objects: [],
  });
}

/** A compiled expression; {@link compileExpression} creates it. */
export class Expression {
  readonly text: string;
  /** The type of its values in CEL notation: `list(string)`. */
  readonly type: string;
  private readonly planned: PlannedExpression;
  private readonly readValue: ReadValue;

  constructor(planned: PlannedExpression, readValue: ReadValue) {
    this.text = planned.text;
    this.type = formatType(planned.checked.outputType);
    this.planned = planned;
    this.readValue = readValue;
  }

  /** The highest cost of an evaluation over all inputs, as kube-apiserver estimates it; 2^64 - 1 means unbounded. */
  get maxCost(): bigint {
    return estimate(this.planned.checked, this.planned.costRules).max;
  }

  /**
   * Evaluates the expression.
   *
   * @param input - the variables as JSON, by name; an expression that reads a variable without input fails
   * @throws {OptionError} for arguments of a wrong type, and for an input with a cycle, if the expression reads all of it
   */
  evaluate(input: Readonly<Record<string, unknown>> = {}, costLimit: number = perCallCostLimit): Evaluated {
    assertOptionType("input", input, inputShape);
    assertOptionType("costLimit", costLimit, limit);
    try {
      return this.evaluateOn(input, costLimit);
    } catch (error) {
      // Checks for cycles only after the overflow: a check before each evaluation would cost more than most
      // evaluations.
      const fault = error instanceof RangeError ? endlessFault("input", input) : undefined;
      throw fault === undefined ? error : new OptionError(`input must be JSON: ${fault}`);
    }
  }

  private evaluateOn(input: Readonly<Record<string, unknown>>, costLimit: number): Evaluated {
    const values = errorIfUnfit(() =>
      Object.entries(input).map(([name, json]) => [name, this.readValue(json, name)] as const),
    );
    if (values instanceof CelError) return this.faulty(values, 0);
    const { cost, ...result } = this.planned.evaluate(new Map(values), costLimit);
    if (!result.ok) return this.faulty(result.error, cost);
    const json = errorIfUnfit(() => toJson(result.value));
    return json instanceof CelError ? this.faulty(json, cost) : { ...success(json), cost };
  }

  private faulty({ message, span = { start: 0, end: this.text.length } }: EvaluationFault, cost: number): Evaluated {
    return { ...failure({ message, ...span }), cost };
  }
}

/** Converts the JSON of a variable to its value. */
type ReadValue = (json: unknown, name: string) => Value;

const rootValue =
  (schema: StructuralSchema): ReadValue =>
  (json) =>
    schemaValue(json, schema, true);

/**
 * Reads variables that have no schema. Expressions may write keys in claims and users escaped; in other variables,
 * whole numbers of the JSON become ints.
 */
const inputValue =
  ({ variables, objects }: Environment): ReadValue =>
  (json, name) => {
    const type = variables.get(name);
    if (isPlainObject(json) && name === "claims" && type?.kind === "map") return claimsValue(json);
    if (isPlainObject(json) && name === "user" && type?.kind === "object") {
      return userValue({ username: "", uid: "", groups: [], extra: {}, ...json });
    }
    return fromJson(json, type, { objects, wholeNumbers: "int" });
  };

function rejectUnreadableSchema(): never {
  throw new OptionError("schema must have `type` or `x-kubernetes-int-or-string`: expressions cannot read its values");
}

const names: ReadonlySet<string> = new Set<EnvironmentName>(["admission", "claims", "crd", "request", "user"]);
const environmentObject = instanceWithLists("an environment", "macros");
const environmentShape: OptionType = {
  expected: `one of ${[...names].join(", ")}, or an environment`,
  accepts: (value) => (typeof value === "string" ? names.has(value) : environmentObject.accepts(value)),
};
const expressionShapes: ReadonlyMap<string, OptionType> = new Map([
  ["environment", environmentShape],
  ["target", text],
  ["schema", instance],
]);
const limit: OptionType = {
  expected: "a number from 0 on",
  accepts: (value) => typeof value === "number" && value >= 0,
};
const inputShape = mapOf(anything);
const evaluateShapes: ReadonlyMap<string, OptionType> = new Map([
  ...expressionShapes,
  ["input", inputShape],
  ["costLimit", limit],
]);
