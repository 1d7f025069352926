/**
 * A ValidatingAdmissionPolicy at work: its expressions planned once, evaluated for any number of requests within the
 * budgets of the API server.
 *
 * @module
 */
import { type ExpressionScope, type PlannedExpression, planExpression } from "../access/expression.ts";
import type { ValidatingAdmissionPolicy } from "../api/types/admissionregistration-v1.ts";
import { formatType } from "../cel/types/format-type.ts";
import { type AdmissionOptions, admissionEnvironment } from "../cel-kubernetes/admission-environment.ts";
import { matchConditionsCostBudget, requestCostBudget } from "../cel-kubernetes/cost/budget.ts";
import { policyVariables } from "../cel-kubernetes/policy-variables.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { utf8Length } from "../text/utf8.ts";
import { type ActivationInput, type ExpressionResult, evaluateAll, type NamedExpression } from "./activation.ts";
import { blamedPath } from "./blamed-path.ts";

type PolicySpec = NonNullable<ValidatingAdmissionPolicy["spec"]>;

/** What a policy has against a request. */
export interface Decision {
  readonly message: string;
  /** The field of the object that is to blame. */
  readonly path: FieldPath;
  /** Of the response; absent when an expression failed. */
  readonly reason?: string;
  /** The expression at fault, in the policy; absent when it is all of them. */
  readonly expressionPath?: FieldPath;
}

/** What a policy says to a request. */
export interface PolicyResult {
  /** What is to be acted on as the binding says. */
  readonly decisions: readonly Decision[];
  /** What refuses the request whatever the binding says. */
  readonly refusals: readonly Decision[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
}

const nothing: PolicyResult = { decisions: [], refusals: [], annotations: [] };

/** Longer messages than this are not taken from an expression. */
const maxMessageBytes = 5 * 1024;

/** A policy whose expressions compile. */
export class PlannedPolicy {
  private readonly spec: PolicySpec;
  private readonly variables: readonly NamedExpression[];
  private readonly conditions: readonly (PlannedExpression | undefined)[];
  private readonly validations: readonly (PlannedExpression | undefined)[];
  private readonly messages: readonly (PlannedExpression | undefined)[];
  private readonly annotations: readonly (PlannedExpression | undefined)[];
  /** Whether all expressions compile; the API server takes no other policy. */
  readonly isSound: boolean;

  constructor(spec: PolicySpec, target: string) {
    this.spec = spec;
    const planner = new Planner(target);
    const params = spec.paramKind !== undefined;
    const { variables: declared = [], matchConditions = [], validations = [], auditAnnotations = [] } = spec;
    this.conditions = matchConditions.map(({ expression }) => planner.plan(expression, { params }, ["bool"]));
    const types = policyVariables();
    this.variables = declared.map(({ name = "", expression }) => {
      const planned = planner.plan(expression, { params, variables: types });
      types.declare(name, planned?.checked.outputType ?? { kind: "dyn" });
      return [name, planned];
    });
    const options: AdmissionOptions = declared.length > 0 ? { params, variables: types } : { params };
    this.validations = validations.map(({ expression }) => planner.plan(expression, options, ["bool"]));
    this.messages = validations.map(({ messageExpression }) =>
      planner.plan(messageExpression, { ...options, authorizer: false }, ["string"]),
    );
    this.annotations = auditAnnotations.map(({ valueExpression }) =>
      planner.plan(valueExpression, options, ["string", "null"]),
    );
    this.isSound = planner.isSound;
  }

  judge(input: ActivationInput): PolicyResult {
    const isMet = this.meetsConditions(input);
    if (typeof isMet !== "boolean") return this.onError([{ message: isMet.message, path: [] }]);
    if (!isMet) return nothing;
    const { decisions, isOver } = this.validate(input);
    if (isOver) return { ...nothing, decisions };
    return { ...this.annotate(input), decisions };
  }

  /** Whether the request is one that the policy looks at, or why that can't be said. */
  private meetsConditions(input: ActivationInput): boolean | { readonly message: string } {
    if (this.conditions.length === 0) return true;
    const seen = { ...input, namespace: undefined, matched: { ...input.matched, resource: input.request.resource } };
    const result = evaluateAll(this.conditions, undefined, seen, matchConditionsCostBudget);
    if (!result.ok) return this.spec.failurePolicy === "Ignore" ? false : result;
    if (result.outcomes.some((outcome) => outcome?.ok && outcome.value === false)) return false;
    const faults = result.outcomes.flatMap((outcome) => (outcome && !outcome.ok ? [outcome.message] : []));
    if (faults.length === 0) return true;
    if (this.spec.failurePolicy === "Ignore") return false;
    return { message: faults.length === 1 ? (faults[0] ?? "") : `[${faults.join(", ")}]` };
  }

  private validate(input: ActivationInput): { readonly decisions: readonly Decision[]; readonly isOver: boolean } {
    const result = evaluateAll(this.validations, this.variables, input, requestCostBudget);
    if (!result.ok) return { decisions: this.onError([{ message: result.message, path: [] }]).decisions, isOver: true };
    const { authorize: _, ...silent } = input;
    const messages = evaluateAll(this.messages, this.variables, silent, result.remaining);
    const decisions = result.outcomes.flatMap((outcome, index): readonly Decision[] => {
      const expressionPath = ["spec", "validations", index, "expression"];
      const path = this.pathOf(this.validations[index], input);
      if (outcome && !outcome.ok) return this.onError([{ message: outcome.message, path, expressionPath }]).decisions;
      if (!messages.ok) {
        const message = `failed messageExpression: ${messages.message}`;
        return this.onError([{ message, path, expressionPath }]).decisions;
      }
      if (!outcome || outcome.value === true) return [];
      const { reason = "Invalid" } = this.spec.validations?.[index] ?? {};
      return [{ message: this.messageOf(index, messages.outcomes[index]), path, reason, expressionPath }];
    });
    return { decisions, isOver: false };
  }

  private pathOf(expression: PlannedExpression | undefined, { request }: ActivationInput): FieldPath {
    return expression ? blamedPath(expression, new Map(this.variables), request.object) : [];
  }

  private messageOf(index: number, outcome: ExpressionResult | undefined): string {
    const { expression = "", message = "" } = this.spec.validations?.[index] ?? {};
    const said = outcome?.ok && typeof outcome.value === "string" ? outcome.value.trim() : "";
    const isUsable = said !== "" && utf8Length(said) <= maxMessageBytes && !said.includes("\n");
    return (isUsable && said) || message.trim() || `failed expression: ${expression.trim()}`;
  }

  private annotate(input: ActivationInput): PolicyResult {
    const { authorize: _, ...seen } = input;
    const result = evaluateAll(this.annotations, this.variables, seen, requestCostBudget);
    if (!result.ok) return this.onError([{ message: result.message, path: [] }]);
    const refusals: Decision[] = [];
    const annotations = result.outcomes.flatMap((outcome, index) => {
      const expressionPath = ["spec", "auditAnnotations", index, "valueExpression"];
      if (outcome && !outcome.ok) refusals.push({ message: outcome.message, path: [], expressionPath });
      const value = outcome?.ok && typeof outcome.value === "string" ? outcome.value.trim() : "";
      return value === "" ? [] : [{ key: this.spec.auditAnnotations?.[index]?.key ?? "", value }];
    });
    return { decisions: [], refusals: this.onError(refusals).decisions, annotations };
  }

  /** What comes of errors is for the failure policy to say. */
  private onError(decisions: readonly Decision[]): PolicyResult {
    return this.spec.failurePolicy === "Ignore" ? nothing : { ...nothing, decisions };
  }
}

/** Plans expressions, and notes whether all could be. */
class Planner {
  isSound = true;
  private readonly target: string;

  constructor(target: string) {
    this.target = target;
  }

  /**
   * Undefined where nothing is written, or where it does not compile.
   *
   * @param results - the accepted types, as they are written; any type when absent
   */
  plan(
    text: string | undefined,
    options: AdmissionOptions,
    results?: readonly string[],
  ): PlannedExpression | undefined {
    if (text === undefined || text.trim() === "") return undefined;
    const environment = admissionEnvironment(this.target, { ...options, reach: "known" });
    const scope: ExpressionScope = { environment, target: this.target };
    const planning = planExpression(text, scope);
    const { expression } = planning.ok ? planning : { expression: undefined };
    const isOfType = !results || (expression && results.includes(formatType(expression.checked.outputType)));
    if (isOfType && expression) return expression;
    this.isSound = false;
    return undefined;
  }
}
