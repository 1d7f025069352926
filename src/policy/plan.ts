/**
 * Plans the expressions of a policy once for any number of requests, one per step.
 *
 * @module
 */

import type { ValidatingAdmissionPolicySpec } from "../api/types/admissionregistration-v1.ts";
import { formatType } from "../cel/types/format-type.ts";
import { type AdmissionOptions, admissionEnvironment } from "../cel-kubernetes/admission-environment.ts";
import { type ExpressionScope, PlannedExpression, planExpression } from "../cel-kubernetes/planned-expression.ts";
import { type PolicyVariables, policyVariables } from "../cel-kubernetes/policy-variables.ts";
import type { Steps } from "./steps.ts";

/** An expression that does not compile. A policy can contain one if a server with another target stored it. */
export interface FaultyExpression {
  readonly text: string;
  /** The error message of kube-apiserver. */
  readonly fault: string;
}

/** A planned expression; undefined if the field is empty. */
export type MaybePlanned = PlannedExpression | FaultyExpression | undefined;

/** A variable of a policy. */
export type NamedExpression = readonly [name: string, expression: MaybePlanned];

export const isPlanned = (expression: MaybePlanned): expression is PlannedExpression =>
  expression instanceof PlannedExpression;

/** The fields that policies of all kinds have. */
type PolicySpec = Pick<ValidatingAdmissionPolicySpec, "paramKind" | "variables" | "matchConditions">;

export interface SharedPlan {
  readonly conditions: readonly MaybePlanned[];
  readonly variables: readonly NamedExpression[];
  /** The variables that the policy's expressions can read. */
  readonly options: AdmissionOptions;
}

/** Plans expressions, and records whether all of them compile. */
export class Planner {
  isSound = true;
  private readonly target: string;

  constructor(target: string) {
    this.target = target;
  }

  *planShared({ paramKind, variables: declared = [], matchConditions = [] }: PolicySpec): Steps<SharedPlan> {
    const params = paramKind !== undefined;
    const texts = matchConditions.map(({ expression }) => expression);
    const conditions = yield* this.planEach(texts, { params }, ["bool"]);
    const types = policyVariables();
    const variables: NamedExpression[] = [];
    for (const { name = "", expression } of declared) {
      variables.push([name, this.planVariable(name, expression, { params, variables: types })]);
      yield;
    }
    return { conditions, variables, options: declared.length > 0 ? { params, variables: types } : { params } };
  }

  /** @param results - the accepted result types, as CEL writes them */
  *planEach(
    texts: readonly (string | undefined)[],
    options: AdmissionOptions,
    results: readonly string[],
  ): Steps<readonly MaybePlanned[]> {
    const planned: MaybePlanned[] = [];
    for (const text of texts) {
      planned.push(this.plan(text, options, results));
      yield;
    }
    return planned;
  }

  private planVariable(
    name: string,
    text: string | undefined,
    options: AdmissionOptions & { readonly variables: PolicyVariables },
  ): MaybePlanned {
    const planned = this.plan(text, options);
    options.variables.declare(name, isPlanned(planned) ? planned.checked.outputType : { kind: "dyn" });
    return planned;
  }

  private plan(text: string | undefined, options: AdmissionOptions, results?: readonly string[]): MaybePlanned {
    if (text === undefined || text.trim() === "") return undefined;
    const environment = admissionEnvironment(this.target, { ...options, reach: "known" });
    const scope: ExpressionScope = { environment, target: this.target };
    const planned = planExpression(text, scope);
    if (!planned.ok) {
      return this.recordFault(text, `compilation failed: ${planned.error.map(({ message }) => message).join("\n")}`);
    }
    const outputType = formatType(planned.value.checked.outputType);
    if (!results || results.includes(outputType)) return planned.value;
    const acceptedTypes = results.length === 1 ? (results[0] ?? "") : `one of [${results.join(" ")}]`;
    return this.recordFault(text, `must evaluate to ${acceptedTypes} but got ${outputType}`);
  }

  private recordFault(text: string, fault: string): FaultyExpression {
    this.isSound = false;
    return { text, fault };
  }
}
