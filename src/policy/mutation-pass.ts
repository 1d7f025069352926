/**
 * One round of mutating policies over the object of a request. A second round follows if the first one changes the
 * object.
 *
 * @module
 */
import type { MutatingAdmissionPolicySpec } from "../api/types/admissionregistration-v1.ts";
import { cloneJson } from "../json/clone-json.ts";
import { semanticEqual } from "../schema/semantic-equal.ts";
import type { ActivationInput } from "./activation.ts";
import { type AdmissionRequest, type ClusterObject, type EquivalentVersion, metadataOf } from "./admission-request.ts";
import { type BoundInput, type BoundPolicy, invocationsOf, type PolicyCluster } from "./invocation.ts";
import type { MutationResult, PlannedMutation } from "./mutating-policy.ts";
import type { Steps } from "./steps.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A MutatingAdmissionPolicy with bindings. */
export type BoundMutation<O> = BoundPolicy<O, MutatingAdmissionPolicySpec, PlannedMutation>;

/** The failure of a policy. */
export interface MutationFinding<O extends ClusterObject = ClusterObject> {
  readonly policy: O;
  /** Absent if the policy itself can't be evaluated. */
  readonly binding?: O;
  readonly message: string;
  /** The reason in the status of the response; absent if the policy can't be evaluated. */
  readonly reason?: "Invalid";
  /**
   * Set if the fault fails the request regardless of the failure policy. The response then contains only the message.
   */
  readonly isInternal?: true;
}

/** One evaluated mutation. */
export interface EvaluatedMutation<O extends ClusterObject = ClusterObject> {
  readonly policy: O;
  readonly binding: O;
  readonly result: MutationResult;
  /** The object of the request after the mutation. */
  readonly object: JsonObject | undefined;
}

/** The state that the first round passes to the second. */
export interface RoundState {
  /** Keys of the invocations with reinvocation policy `IfNeeded` that have run since the object last changed. */
  readonly completedKeys: ReadonlySet<string>;
  /** Keys of the invocations to run again, because the object changed after they ran. */
  readonly pendingKeys: ReadonlySet<string>;
  /** The object after the round. */
  readonly output: JsonObject | undefined;
}

export const initialState: RoundState = { completedKeys: new Set(), pendingKeys: new Set(), output: undefined };

type BoundInvocation<O extends ClusterObject> = {
  readonly bound: BoundMutation<O>;
  readonly invocation: BoundInput<O>;
};

/** One round. Policies and bindings are matched against the object as it was before the round. */
export class MutationPass<O extends ClusterObject = ClusterObject> {
  /** The object of the request until a policy changes it, then the changed object. */
  object: JsonObject | undefined;
  readonly findings: MutationFinding<O>[] = [];
  readonly evaluatedMutations: EvaluatedMutation<O>[] = [];
  private readonly invocations: BoundInvocation<O>[] = [];
  private completedKeys: Set<string>;
  private pendingKeys: Set<string>;
  private readonly isSecondRound: boolean;
  private hasOutput: boolean;

  /** @param memory - the state after the first round; absent in the first round */
  constructor(request: AdmissionRequest, memory: RoundState | undefined) {
    this.object = request.object;
    this.isSecondRound = memory !== undefined;
    const { completedKeys, pendingKeys, output } = memory ?? initialState;
    this.completedKeys = new Set(completedKeys);
    this.pendingKeys = new Set(pendingKeys);
    this.hasOutput = false;
    if (this.isSecondRound && !semanticEqual(output, request.object)) this.scheduleReinvocation();
  }

  /** The state for the second round. */
  get state(): RoundState {
    return { completedKeys: this.completedKeys, pendingKeys: this.pendingKeys, output: this.object };
  }

  /** Whether a policy has written the object, even without changing it. */
  get hasWrittenObject(): boolean {
    return this.hasOutput;
  }

  /**
   * Collects the invocations of a policy. Call it for all policies before `run`.
   *
   * @param onMatch - called when a binding of the policy matches the request
   */
  collectInvocations(
    bound: BoundMutation<O>,
    request: AdmissionRequest,
    cluster: PolicyCluster,
    onMatch?: () => void,
  ): void {
    const { policy, spec } = bound;
    for (const invocation of invocationsOf(bound, request, cluster, onMatch)) {
      if (invocation.ok) this.invocations.push({ bound, invocation: invocation.value });
      else if (spec.failurePolicy !== "Ignore") {
        const { binding, message, conversionError } = invocation.error;
        // kube-apiserver attributes this fault to the policy, not to the binding.
        if (conversionError) this.findings.push({ policy, message: `failed to configure policy: ${conversionError}` });
        else this.findings.push({ policy, ...(binding && { binding }), message });
      }
    }
  }

  /** Runs the collected invocations, with a step for each invocation and each of its mutations. */
  *run(): Steps<void> {
    for (const each of this.invocations) {
      yield* this.invoke(each);
      if (this.findings.at(-1)?.isInternal) return;
      yield;
    }
    if (this.hasOutput) this.scheduleReinvocation();
  }

  private *invoke({ bound, invocation: { binding, input: originalInput } }: BoundInvocation<O>): Steps<void> {
    const { policy, spec, plan } = bound;
    const input = this.withCurrentObject(originalInput);
    const isMet = yield* plan.meetsConditions(input);
    if (!isMet.ok) this.recordFailure(bound, binding, { message: isMet.error });
    if (!isMet.ok || !isMet.value) return;
    const key = keyOf(policy, binding, originalInput.params);
    if (this.isSecondRound && !this.pendingKeys.has(key)) return;
    const before = this.object;
    for (const result of before ? plan.mutate(input) : []) {
      if (result.ok) this.storeResult(result.value, originalInput);
      else this.recordFailure(bound, binding, result.error);
      this.evaluatedMutations.push({ policy, binding, result, object: this.object });
      if (!result.ok && result.error.isInternal) return;
      yield;
    }
    if (!semanticEqual(before, this.object)) this.scheduleReinvocation();
    if (spec.reinvocationPolicy === "IfNeeded") this.completedKeys.add(key);
  }

  private withCurrentObject(input: ActivationInput): ActivationInput {
    const { object } = this;
    if (!this.hasOutput || !object) return input;
    const { matched, request } = input;
    const named = typeMetaOf(request.object, object, matched);
    return { ...input, request: { ...request, object: matched.convert?.(object) ?? { ...object, ...named } } };
  }

  private storeResult(changed: JsonObject, { matched }: ActivationInput): void {
    const object = withDefaults(changed, matched);
    const named = typeMetaOf(this.object, object, matched);
    this.object = matched.revert?.(object) ?? { ...object, ...named };
    this.hasOutput = true;
  }

  private recordFailure(
    { policy, spec }: BoundMutation<O>,
    binding: O,
    { message, isInternal }: MutationFailure,
  ): void {
    if (isInternal) this.findings.push({ policy, binding, message, isInternal });
    else if (spec.failurePolicy !== "Ignore") this.findings.push({ policy, binding, message, reason: "Invalid" });
  }

  /** Schedules the invocations that have run so far to run again. */
  private scheduleReinvocation(): void {
    for (const key of this.completedKeys) this.pendingKeys.add(key);
    this.completedKeys = new Set();
  }
}

/** Applies the defaults of the version in which a policy changed a custom resource. */
function withDefaults(object: JsonObject, { form }: EquivalentVersion): JsonObject {
  if (!form?.kind.isCustom || !form.kind.applyDefaults) return object;
  const copy = cloneJson(object);
  form.kind.applyDefaults(copy, form.context);
  return copy;
}

interface MutationFailure {
  readonly message: string;
  readonly isInternal?: true;
}

function keyOf(policy: ClusterObject, binding: ClusterObject, params: unknown): string {
  const { namespace = "", name = "" } = metadataOf(params);
  return JSON.stringify([policy.name, binding.name, namespace, name]);
}

/**
 * Returns the version and kind of the object before the mutation. A custom resource keeps a changed kind, which its
 * definition then refuses.
 */
function typeMetaOf(before: JsonObject | undefined, after: JsonObject, { form }: EquivalentVersion): JsonObject {
  const { kind } = form?.kind.isCustom ? after : (before ?? {});
  return { apiVersion: before?.["apiVersion"], kind };
}
