/**
 * The verdicts of validating policies on a request, policy by policy.
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
  invocationsOf,
  type PolicyCluster,
  type Unbound,
} from "./invocation.ts";
import type { Steps } from "./steps.ts";
import type { Decision, PlannedPolicy } from "./validating-policy.ts";

/** The effect of a policy on a request: refuse it, warn its client, or note it in the audit event. */
export type PolicyAction = "Deny" | "Warn" | "Audit";

const actions: readonly string[] = ["Deny", "Warn", "Audit"] satisfies PolicyAction[];

/** The API server takes no binding with another one. */
const isAction = (name: string): name is PolicyAction => actions.includes(name);

/** A failed validation, and what the binding makes of it. */
export interface PolicyFinding<O extends ClusterObject = ClusterObject> extends Decision {
  /** An error that the failure policy lets pass does nothing. */
  readonly action: PolicyAction | "Ignore";
  readonly policy: O;
  /** Absent when the policy itself can't be evaluated. */
  readonly binding?: O;
  /** True when the parameters are not there, so that nothing was evaluated. */
  readonly lacksParams?: boolean;
}

/** A ValidatingAdmissionPolicy that has bindings. */
export type BoundValidation<O> = BoundPolicy<O, ValidatingAdmissionPolicySpec, PlannedPolicy>;

/** Most bytes of the value of an audit annotation. */
export const maxAnnotationBytes = 10 * 1024;

/** Grows with each policy that is asked. */
export class Judgement<O extends ClusterObject = ClusterObject> {
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
   * A step for each expression.
   *
   * @param onMatch - called once a binding of the policy is for the request
   */
  *ask(bound: BoundValidation<O>, onMatch?: () => void): Steps<void> {
    const values = new Map<string, Set<string>>();
    for (const invocation of invocationsOf(bound, this.request, this.cluster, onMatch)) {
      if (invocation.ok) yield* this.judge(bound, invocation.value, values);
      else this.cannotAsk(bound, invocation.error);
    }
    for (const [key, each] of values) this.annotations.set(`${bound.policy.name}/${key}`, [...each].join(", "));
  }

  private *judge(
    { policy, plan }: BoundValidation<O>,
    { binding, input }: BoundInput<O>,
    values: Map<string, Set<string>>,
  ): Steps<void> {
    const { findings } = this;
    const { validationActions = [] } = bindingSpecOf(binding);
    const result = yield* plan.judge(input);
    for (const decision of result.decisions) {
      for (const action of validationActions.filter(isAction)) findings.push({ ...decision, action, policy, binding });
    }
    for (const refusal of result.refusals) findings.push({ ...refusal, action: "Deny", policy, binding });
    for (const each of result.ignored) findings.push({ ...each, action: "Ignore", policy, binding });
    for (const { key, value } of result.annotations) {
      const known = values.get(key) ?? new Set();
      values.set(key, known.add(cut(value)));
    }
  }

  private cannotAsk({ policy, spec }: BoundValidation<O>, { binding, message }: Unbound<O>): void {
    if (spec.failurePolicy === "Ignore") return;
    const by = binding ? { policy, binding } : { policy };
    this.findings.push({ action: "Deny", ...by, message, path: [], lacksParams: true });
  }
}

function cut(value: string): string {
  if (utf8Length(value) <= maxAnnotationBytes) return value;
  return new TextDecoder().decode(new TextEncoder().encode(value).subarray(0, maxAnnotationBytes));
}
