/**
 * A ValidatingAdmissionPolicy at work: its expressions planned once, evaluated for any number of requests within the
 * budgets of the API server.
 *
 * @module
 */
import type { ValidatingAdmissionPolicy } from "../api/types/admissionregistration-v1.ts";
import { requestCostBudget } from "../cel-kubernetes/cost/budget.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { utf8Length } from "../text/utf8.ts";
import { type ActivationInput, type ExpressionResult, evaluateAll } from "./activation.ts";
import { existingPath, pathRead } from "./blamed-path.ts";
import { meetsConditions } from "./conditions.ts";
import { type Planned, Planner, type SharedPlan } from "./plan.ts";
import type { Steps } from "./steps.ts";

type PolicySpec = NonNullable<ValidatingAdmissionPolicy["spec"]>;

/** A policy's objection to a request. */
export interface Decision {
  readonly message: string;
  /** The field of the object that is to blame. */
  readonly path: FieldPath;
  /** Of the response; absent when an expression failed. */
  readonly reason?: string;
  /** The expression at fault, in the policy; absent when it is all of them. */
  readonly expressionPath?: FieldPath;
  /** How long the expression took, where somebody asks. */
  readonly elapsedMs?: number;
}

/** The verdict of a policy on a request. */
export interface PolicyResult {
  /** The decisions to be acted on as the binding says. */
  readonly decisions: readonly Decision[];
  /** The decisions that refuse the request whatever the binding says. */
  readonly refusals: readonly Decision[];
  /** Errors that the failure policy lets pass. */
  readonly ignored: readonly Decision[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
}

const nothing: PolicyResult = { decisions: [], refusals: [], ignored: [], annotations: [] };

/** Longer messages than this are not taken from an expression. */
const maxMessageBytes = 5 * 1024;

interface Plan extends SharedPlan {
  readonly validations: readonly Planned[];
  readonly messages: readonly Planned[];
  readonly annotations: readonly Planned[];
  /** Whether all expressions compile; the API server takes no other policy. */
  readonly isSound: boolean;
}

export function* planValidatingPolicy(spec: PolicySpec, target: string): Steps<PlannedPolicy> {
  const planner = new Planner(target);
  const { validations = [], auditAnnotations = [] } = spec;
  const shared = yield* planner.shared(spec);
  const { options } = shared;
  const texts = validations.map(({ expression }) => expression);
  const messageTexts = validations.map(({ messageExpression }) => messageExpression);
  const values = auditAnnotations.map(({ valueExpression }) => valueExpression);
  return new PlannedPolicy(spec, {
    ...shared,
    validations: yield* planner.each(texts, options, ["bool"]),
    messages: yield* planner.each(messageTexts, { ...options, authorizer: false }, ["string"]),
    annotations: yield* planner.each(values, options, ["string", "null"]),
    isSound: planner.isSound,
  });
}

/** The result of the message expression of a validation, or that all of them together took too much. */
interface MessageOutcome {
  readonly message: ExpressionResult | undefined;
  readonly overrun: string | undefined;
}

/** The results of the audit annotations, or that all of them together took too much. */
type Notes =
  | { readonly annotations: PolicyResult["annotations"]; readonly faults: readonly Decision[] }
  | { readonly overrun: Decision };

/** A policy, ready for requests. */
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

  /** A step for each expression. */
  *judge(input: ActivationInput): Steps<PolicyResult> {
    const isMet = yield* meetsConditions({ ...this.plan, failurePolicy: this.spec.failurePolicy }, input);
    if (!isMet.ok) return { ...nothing, decisions: [{ message: isMet.error, path: [] }] };
    if (!isMet.value) return nothing;
    const { outcomes, isOver } = yield* this.validate(input);
    const judged = this.byFailurePolicy(outcomes);
    if (isOver) return judged;
    const noted = yield* this.annotate(input);
    // The API server then forgets what the validations came to.
    if ("overrun" in noted) return this.byFailurePolicy([noted.overrun]);
    const { decisions: refusals, ignored } = this.byFailurePolicy(noted.faults);
    const { annotations } = noted;
    return { decisions: judged.decisions, refusals, ignored: [...judged.ignored, ...ignored], annotations };
  }

  private *validate(
    input: ActivationInput,
  ): Steps<{ readonly outcomes: readonly Decision[]; readonly isOver: boolean }> {
    const { validations, messages: texts, variables } = this.plan;
    const result = yield* evaluateAll(validations, variables, input, requestCostBudget);
    if (!result.ok) return { outcomes: [{ message: result.error, path: [] }], isOver: true };
    const { authorize: _, ...silent } = input;
    const messages = yield* evaluateAll(texts, variables, silent, result.value.remaining);
    const overrun = messages.ok ? undefined : `failed messageExpression: ${messages.error}`;
    const outcomes = result.value.outcomes.flatMap((outcome, index): readonly Decision[] => {
      const message = messages.ok ? messages.value.outcomes[index] : undefined;
      const decision = outcome && this.decide(index, outcome, { message, overrun });
      if (!decision) return [];
      const path = existingPath(this.pathOf(index), input.request.object);
      const expressionPath = ["spec", "validations", index, "expression"];
      return [{ ...decision, path, expressionPath, elapsedMs: outcome.elapsedMs }];
    });
    return { outcomes, isOver: false };
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

  /** The field of the object that a validation reads; found when it first fails. */
  private pathOf(index: number): readonly string[] {
    const known = this.paths[index];
    if (known) return known;
    const path = pathRead(this.plan.validations[index], new Map(this.plan.variables));
    this.paths[index] = path;
    return path;
  }

  private messageOf(index: number, outcome: ExpressionResult | undefined): string {
    const { expression = "", message = "" } = this.spec.validations?.[index] ?? {};
    const said = outcome?.ok && typeof outcome.value === "string" ? outcome.value.trim() : "";
    const isUsable = said !== "" && utf8Length(said) <= maxMessageBytes && !said.includes("\n");
    return (isUsable && said) || message.trim() || `failed expression: ${expression.trim()}`;
  }

  private *annotate(input: ActivationInput): Steps<Notes> {
    const { annotations: values, variables } = this.plan;
    if (values.length === 0) return { annotations: [], faults: [] };
    const { authorize: _, ...seen } = input;
    const result = yield* evaluateAll(values, variables, seen, requestCostBudget);
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

  /** The failure policy decides about errors; a validation that is false has a reason. */
  private byFailurePolicy(decisions: readonly Decision[]): PolicyResult {
    if (this.spec.failurePolicy !== "Ignore") return { ...nothing, decisions };
    const isError = ({ reason }: Decision) => reason === undefined;
    return {
      ...nothing,
      decisions: decisions.filter((each) => !isError(each)),
      ignored: decisions.filter(isError),
    };
  }
}
