/**
 * Evaluates a ValidatingAdmissionPolicy: plans its expressions once, then evaluates them for any number of requests
 * within the cost budgets of kube-apiserver.
 *
 * @module
 */
import type { ValidatingAdmissionPolicy } from "../api/types/admissionregistration-v1.ts";
import { requestCostBudget } from "../cel-kubernetes/cost/budget.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { utf8Length } from "../text/utf8.ts";
import { type ActivationInput, type ExpressionResult, evaluateAll } from "./activation.ts";
import { existingPath, findBlamedPath } from "./blamed-path.ts";
import { meetsConditions } from "./conditions.ts";
import { type MaybePlanned, Planner, type SharedPlan } from "./plan.ts";
import type { Steps } from "./steps.ts";

type PolicySpec = NonNullable<ValidatingAdmissionPolicy["spec"]>;

/** The failure of a validation. */
export interface Decision {
  readonly message: string;
  /** The field of the object that the validation is about. */
  readonly path: FieldPath;
  /** The reason in the response; absent if an expression failed to evaluate. */
  readonly reason?: string;
  /** Path of the expression in the policy; absent if all expressions together caused the failure. */
  readonly expressionPath?: FieldPath;
  /** Duration of the expression, if durations are measured. */
  readonly elapsedMs?: number;
}

/** The result of a policy for a request. */
export interface PolicyResult {
  /** Decisions whose effect depends on the actions of the binding. */
  readonly decisions: readonly Decision[];
  /** Decisions that refuse the request regardless of the binding. */
  readonly refusals: readonly Decision[];
  /** Errors that the failure policy ignores. */
  readonly ignored: readonly Decision[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
}

const emptyResult: PolicyResult = { decisions: [], refusals: [], ignored: [], annotations: [] };

/** The most bytes of a message from a message expression; longer messages are not used. */
const maxMessageBytes = 5 * 1024;

interface Plan extends SharedPlan {
  readonly validations: readonly MaybePlanned[];
  readonly messages: readonly MaybePlanned[];
  readonly annotations: readonly MaybePlanned[];
  /** Whether all expressions compile. kube-apiserver accepts no policy for which this is false. */
  readonly isSound: boolean;
}

export function* planValidatingPolicy(spec: PolicySpec, target: string): Steps<PlannedPolicy> {
  const planner = new Planner(target);
  const { validations = [], auditAnnotations = [] } = spec;
  const shared = yield* planner.planShared(spec);
  const { options } = shared;
  const texts = validations.map(({ expression }) => expression);
  const messageTexts = validations.map(({ messageExpression }) => messageExpression);
  const values = auditAnnotations.map(({ valueExpression }) => valueExpression);
  return new PlannedPolicy(spec, {
    ...shared,
    validations: yield* planner.planEach(texts, options, ["bool"]),
    messages: yield* planner.planEach(messageTexts, { ...options, authorizer: false }, ["string"]),
    annotations: yield* planner.planEach(values, options, ["string", "null"]),
    isSound: planner.isSound,
  });
}

/**
 * The result of a validation's message expression, or the error that all message expressions together exceed the
 * budget.
 */
interface MessageOutcome {
  readonly message: ExpressionResult | undefined;
  readonly overrun: string | undefined;
}

/** The results of the audit annotations, or the error that all of them together exceed the budget. */
type AnnotationOutcome =
  | { readonly annotations: PolicyResult["annotations"]; readonly faults: readonly Decision[] }
  | { readonly overrun: Decision };

/** A planned policy, reusable for any number of requests. */
export class PlannedPolicy {
  private readonly spec: PolicySpec;
  private readonly plan: Plan;
  private readonly paths: (readonly string[])[] = [];

  constructor(spec: PolicySpec, plan: Plan) {
    this.spec = spec;
    this.plan = plan;
  }

  get isSound(): boolean {
    return this.plan.isSound;
  }

  /** Evaluates the policy, one expression per step. */
  *evaluate(input: ActivationInput): Steps<PolicyResult> {
    const isMet = yield* meetsConditions({ ...this.plan, failurePolicy: this.spec.failurePolicy }, input);
    if (!isMet.ok) return { ...emptyResult, decisions: [{ message: isMet.error, path: [] }] };
    if (!isMet.value) return emptyResult;
    const { outcomes, isOverBudget } = yield* this.validate(input);
    const judged = this.applyFailurePolicy(outcomes);
    if (isOverBudget) return judged;
    const annotationOutcome = yield* this.annotate(input);
    // kube-apiserver then discards the results of the validations.
    if ("overrun" in annotationOutcome) return this.applyFailurePolicy([annotationOutcome.overrun]);
    const { decisions: refusals, ignored } = this.applyFailurePolicy(annotationOutcome.faults);
    const { annotations } = annotationOutcome;
    return { decisions: judged.decisions, refusals, ignored: [...judged.ignored, ...ignored], annotations };
  }

  private *validate(
    input: ActivationInput,
  ): Steps<{ readonly outcomes: readonly Decision[]; readonly isOverBudget: boolean }> {
    const { validations, messages: texts, variables } = this.plan;
    const result = yield* evaluateAll(validations, variables, input, requestCostBudget);
    if (!result.ok) return { outcomes: [{ message: result.error, path: [] }], isOverBudget: true };
    const { authorize: _, ...inputWithoutAuthorizer } = input;
    const messages = yield* evaluateAll(texts, variables, inputWithoutAuthorizer, result.value.remaining);
    const overrun = messages.ok ? undefined : `failed messageExpression: ${messages.error}`;
    const outcomes = result.value.outcomes.flatMap((outcome, index): readonly Decision[] => {
      const message = messages.ok ? messages.value.outcomes[index] : undefined;
      const decision = outcome && this.decide(index, outcome, { message, overrun });
      if (!decision) return [];
      const path = existingPath(this.pathOf(index), input.request.object);
      const expressionPath = ["spec", "validations", index, "expression"];
      return [{ ...decision, path, expressionPath, elapsedMs: outcome.elapsedMs }];
    });
    return { outcomes, isOverBudget: false };
  }

  private decide(
    index: number,
    outcome: ExpressionResult,
    { message, overrun }: MessageOutcome,
  ): Pick<Decision, "message" | "reason"> | undefined {
    if (!outcome.ok) return { message: outcome.error.message };
    if (overrun !== undefined) return { message: overrun };
    if (outcome.value === true) return undefined;
    const { reason = "Invalid" } = this.spec.validations?.[index] ?? {};
    return { message: this.messageOf(index, message), reason };
  }

  /** Returns the path of the field that a validation reads. Computed when the validation first fails. */
  private pathOf(index: number): readonly string[] {
    const known = this.paths[index];
    if (known) return known;
    const path = findBlamedPath(this.plan.validations[index], new Map(this.plan.variables));
    this.paths[index] = path;
    return path;
  }

  private messageOf(index: number, outcome: ExpressionResult | undefined): string {
    const { expression = "", message = "" } = this.spec.validations?.[index] ?? {};
    const evaluatedMessage = outcome?.ok && typeof outcome.value === "string" ? outcome.value.trim() : "";
    const isUsable =
      evaluatedMessage !== "" && utf8Length(evaluatedMessage) <= maxMessageBytes && !evaluatedMessage.includes("\n");
    return (isUsable && evaluatedMessage) || message.trim() || `failed expression: ${expression.trim()}`;
  }

  private *annotate(input: ActivationInput): Steps<AnnotationOutcome> {
    const { annotations: values, variables } = this.plan;
    if (values.length === 0) return { annotations: [], faults: [] };
    const { authorize: _, ...inputWithoutAuthorizer } = input;
    const result = yield* evaluateAll(values, variables, inputWithoutAuthorizer, requestCostBudget);
    if (!result.ok) return { overrun: { message: result.error, path: [] } };
    const faults: Decision[] = [];
    const annotations = result.value.outcomes.flatMap((outcome, index) => {
      const expressionPath = ["spec", "auditAnnotations", index, "valueExpression"];
      const elapsedMs = outcome?.elapsedMs ?? 0;
      if (outcome && !outcome.ok) faults.push({ message: outcome.error.message, path: [], expressionPath, elapsedMs });
      const value = outcome?.ok && typeof outcome.value === "string" ? outcome.value.trim() : "";
      return value === "" ? [] : [{ key: this.spec.auditAnnotations?.[index]?.key ?? "", value }];
    });
    return { annotations, faults };
  }

  /** Applies the failure policy to evaluation errors, which have no reason. A validation that is false has a reason. */
  private applyFailurePolicy(decisions: readonly Decision[]): PolicyResult {
    if (this.spec.failurePolicy !== "Ignore") return { ...emptyResult, decisions };
    const isError = ({ reason }: Decision) => reason === undefined;
    return {
      ...emptyResult,
      decisions: decisions.filter((each) => !isError(each)),
      ignored: decisions.filter(isError),
    };
  }
}
