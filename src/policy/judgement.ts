/**
 * Evaluates validating policies on a request, policy by policy, and collects their findings and audit annotations.
 *
 * @module
 */
import type { ValidatingAdmissionPolicySpec } from "../api/types/admissionregistration-v1.ts";
import { utf8Length } from "../text/utf8.ts";
import type { AdmissionRequest, ClusterObject } from "./admission-request.ts";
import {
  type BoundInput,
  type BoundPolicy,
  bindingSpecOf,
  type InvocationFault,
  invocationsOf,
  type PolicyCluster,
} from "./invocation.ts";
import type { Steps } from "./steps.ts";
import type { Decision, PlannedPolicy } from "./validating-policy.ts";

/**
 * The effect of a failed validation on a request: kube-apiserver denies it, warns the client, or adds an audit
 * annotation.
 */
export type PolicyAction = "Deny" | "Warn" | "Audit";

const actions: readonly string[] = ["Deny", "Warn", "Audit"] satisfies PolicyAction[];

/** Always true for a valid binding: kube-apiserver rejects bindings with other actions. */
const isAction = (name: string): name is PolicyAction => actions.includes(name);

/** A failed validation, with the action of the binding. */
export interface PolicyFinding<O extends ClusterObject = ClusterObject> extends Decision {
  /** `Ignore` for an error that the failure policy ignores. */
  readonly action: PolicyAction | "Ignore";
  readonly policy: O;
  /** Absent if the policy itself can't be evaluated. */
  readonly binding?: O;
  /** Whether parameters are missing, so that nothing was evaluated. */
  readonly lacksParams?: boolean;
}

/** A ValidatingAdmissionPolicy with bindings. */
export type BoundValidation<O> = BoundPolicy<O, ValidatingAdmissionPolicySpec, PlannedPolicy>;

/** The most bytes of the value of an audit annotation. */
export const maxAnnotationBytes = 10 * 1024;

/** The findings of validating policies on a request. Each call of `ask` adds those of a policy. */
export class ValidationPass<O extends ClusterObject = ClusterObject> {
  readonly findings: PolicyFinding<O>[] = [];
  /** Annotations of the audit event, by key. */
  readonly annotations = new Map<string, string>();
  private readonly request: AdmissionRequest;
  private readonly cluster: PolicyCluster;

  constructor(request: AdmissionRequest, cluster: PolicyCluster) {
    this.request = request;
    this.cluster = cluster;
  }

  /**
   * Evaluates a policy, one expression per step.
   *
   * @param onMatch - called when a binding of the policy matches the request
   */
  *evaluatePolicy(bound: BoundValidation<O>, onMatch?: () => void): Steps<void> {
    const values = new Map<string, Set<string>>();
    for (const invocation of invocationsOf(bound, this.request, this.cluster, onMatch)) {
      if (invocation.ok) yield* this.evaluateInvocation(bound, invocation.value, values);
      else this.denyUnevaluated(bound, invocation.error);
    }
    for (const [key, each] of values) this.annotations.set(`${bound.policy.name}/${key}`, [...each].join(", "));
  }

  private *evaluateInvocation(
    { policy, plan }: BoundValidation<O>,
    { binding, input }: BoundInput<O>,
    values: Map<string, Set<string>>,
  ): Steps<void> {
    const { findings } = this;
    const { validationActions = [] } = bindingSpecOf(binding);
    const result = yield* plan.evaluate(input);
    for (const decision of result.decisions) {
      for (const action of validationActions.filter(isAction)) findings.push({ ...decision, action, policy, binding });
    }
    for (const refusal of result.refusals) findings.push({ ...refusal, action: "Deny", policy, binding });
    for (const each of result.ignored) findings.push({ ...each, action: "Ignore", policy, binding });
    for (const { key, value } of result.annotations) {
      const known = values.get(key) ?? new Set();
      values.set(key, known.add(truncateAnnotation(value)));
    }
  }

  private denyUnevaluated({ policy, spec }: BoundValidation<O>, { binding, message }: InvocationFault<O>): void {
    if (spec.failurePolicy === "Ignore") return;
    const by = binding ? { policy, binding } : { policy };
    this.findings.push({ action: "Deny", ...by, message, path: [], lacksParams: true });
  }
}

function truncateAnnotation(value: string): string {
  if (utf8Length(value) <= maxAnnotationBytes) return value;
  return new TextDecoder().decode(new TextEncoder().encode(value).subarray(0, maxAnnotationBytes));
}
