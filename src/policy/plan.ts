/**
 * The expressions of a policy, planned once for any number of requests, a step for each.
 *
 * @module
 */

import type { ValidatingAdmissionPolicySpec } from "../api/types/admissionregistration-v1.ts";
import { formatType } from "../cel/types/format-type.ts";
import { type AdmissionOptions, admissionEnvironment } from "../cel-kubernetes/admission-environment.ts";
import { type ExpressionScope, PlannedExpression, planExpression } from "../cel-kubernetes/planned-expression.ts";
import { type PolicyVariables, policyVariables } from "../cel-kubernetes/policy-variables.ts";
import type { Steps } from "./steps.ts";

/** An expression that does not compile: a policy that was stored by a server with another target can have one. */
export interface FaultyExpression {
  readonly text: string;
  /** In the API server's words. */
  readonly fault: string;
}

/** Undefined where nothing is written. */
export type Planned = PlannedExpression | FaultyExpression | undefined;

/** A variable of a policy. */
export type NamedExpression = readonly [name: string, expression: Planned];

export const isPlanned = (expression: Planned): expression is PlannedExpression =>
  expression instanceof PlannedExpression;

/** The parts that policies of all kinds have. */
type PolicySpec = Pick<ValidatingAdmissionPolicySpec, "paramKind" | "variables" | "matchConditions">;

export interface SharedPlan {
  readonly conditions: readonly Planned[];
  readonly variables: readonly NamedExpression[];
  /** The variables of the policy's expressions. */
  readonly options: AdmissionOptions;
}

/** Plans expressions, and notes whether all could be. */
export class Planner {
  isSound = true;
  private readonly target: string;

  constructor(target: string) {
    this.target = target;
  }

  *shared({ paramKind, variables: declared = [], matchConditions = [] }: PolicySpec): Steps<SharedPlan> {
    const params = paramKind !== undefined;
    const texts = matchConditions.map(({ expression }) => expression);
    const conditions = yield* this.each(texts, { params }, ["bool"]);
    const types = policyVariables();
    const variables: NamedExpression[] = [];
    for (const { name = "", expression } of declared) {
      variables.push([name, this.variable(name, expression, { params, variables: types })]);
      yield;
    }
    return { conditions, variables, options: declared.length > 0 ? { params, variables: types } : { params } };
  }

  /** @param results - the accepted types, as they are written */
  *each(
    texts: readonly (string | undefined)[],
    options: AdmissionOptions,
    results: readonly string[],
  ): Steps<readonly Planned[]> {
    const planned: Planned[] = [];
    for (const text of texts) {
      planned.push(this.plan(text, options, results));
      yield;
    }
    return planned;
  }

  private variable(
    name: string,
    text: string | undefined,
    options: AdmissionOptions & { readonly variables: PolicyVariables },
  ): Planned {
    const planned = this.plan(text, options);
    options.variables.declare(name, isPlanned(planned) ? planned.checked.outputType : { kind: "dyn" });
    return planned;
  }

  private plan(text: string | undefined, options: AdmissionOptions, results?: readonly string[]): Planned {
    if (text === undefined || text.trim() === "") return undefined;
    const environment = admissionEnvironment(this.target, { ...options, reach: "known" });
    const scope: ExpressionScope = { environment, target: this.target };
    const planned = planExpression(text, scope);
    if (!planned.ok) {
      return this.faulty(text, `compilation failed: ${planned.error.map(({ message }) => message).join("\n")}`);
    }
    const found = formatType(planned.value.checked.outputType);
    if (!results || results.includes(found)) return planned.value;
    const wanted = results.length === 1 ? (results[0] ?? "") : `one of [${results.join(" ")}]`;
    return this.faulty(text, `must evaluate to ${wanted} but got ${found}`);
  }

  private faulty(text: string, fault: string): FaultyExpression {
    this.isSound = false;
    return { text, fault };
  }
}
