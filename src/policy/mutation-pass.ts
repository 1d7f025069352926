/**
 * The changes of mutating policies to the object of a request, one after the other, in the first round and in the
 * second.
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

/** A MutatingAdmissionPolicy that has bindings. */
export type BoundMutation<O> = BoundPolicy<O, MutatingAdmissionPolicySpec, PlannedMutation>;

/** The failure of a policy. */
export interface MutationFinding<O extends ClusterObject = ClusterObject> {
  readonly policy: O;
  /** Absent when the policy itself can't be evaluated. */
  readonly binding?: O;
  readonly message: string;
  /** Of the answer; absent for a policy that cannot be evaluated. */
  readonly reason?: "Invalid";
  /** A fault that no failure policy lets pass; the answer is its message alone. */
  readonly isInternal?: true;
}

/** One mutation that was evaluated. */
export interface Evaluated<O extends ClusterObject = ClusterObject> {
  readonly policy: O;
  readonly binding: O;
  readonly result: MutationResult;
  /** The object of the request after it. */
  readonly object: JsonObject | undefined;
}

/** The state that the first round leaves for the second. */
export interface RoundMemory {
  /** Policies that may run again, and have run since something changed last. */
  readonly ran: ReadonlySet<string>;
  /** Policies that run again, as something changed after them. */
  readonly due: ReadonlySet<string>;
  /** As the policies left it. */
  readonly output: JsonObject | undefined;
}

export const firstMemory: RoundMemory = { ran: new Set(), due: new Set(), output: undefined };

type Bound<O extends ClusterObject> = {
  readonly bound: BoundMutation<O>;
  readonly invocation: BoundInput<O>;
};

/** One round. Policies and bindings match the object as it was before it. */
export class MutationPass<O extends ClusterObject = ClusterObject> {
  /** As the request had it, until a policy changes it. */
  object: JsonObject | undefined;
  readonly findings: MutationFinding<O>[] = [];
  readonly evaluated: Evaluated<O>[] = [];
  private readonly invocations: Bound<O>[] = [];
  private ran: Set<string>;
  private due: Set<string>;
  private readonly isSecond: boolean;
  private hasOutput: boolean;

  /** @param memory - absent in the first round */
  constructor(request: AdmissionRequest, memory: RoundMemory | undefined) {
    this.object = request.object;
    this.isSecond = memory !== undefined;
    const { ran, due, output } = memory ?? firstMemory;
    this.ran = new Set(ran);
    this.due = new Set(due);
    this.hasOutput = false;
    if (this.isSecond && !semanticEqual(output, request.object)) this.makeDue();
  }

  /** The inputs of the second round. */
  get memory(): RoundMemory {
    return { ran: this.ran, due: this.due, output: this.object };
  }

  /** Whether a policy has written the object, be it as it was. */
  get isChanged(): boolean {
    return this.hasOutput;
  }

  /**
   * Finds what a policy is to be asked; to be called for all policies before the first is.
   *
   * @param onMatch - called once a binding of the policy is for the request
   */
  prepare(bound: BoundMutation<O>, request: AdmissionRequest, cluster: PolicyCluster, onMatch?: () => void): void {
    const { policy, spec } = bound;
    for (const invocation of invocationsOf(bound, request, cluster, onMatch)) {
      if (invocation.ok) this.invocations.push({ bound, invocation: invocation.value });
      else if (spec.failurePolicy !== "Ignore") {
        const { binding, message, unconvertible } = invocation.error;
        // The API server says of it that the policy is at fault.
        if (unconvertible) this.findings.push({ policy, message: `failed to configure policy: ${unconvertible}` });
        else this.findings.push({ policy, ...(binding && { binding }), message });
      }
    }
  }

  /** A step for each policy and each of its mutations. */
  *run(): Steps<void> {
    for (const each of this.invocations) {
      yield* this.invoke(each);
      if (this.findings.at(-1)?.isInternal) return;
      yield;
    }
    if (this.hasOutput) this.makeDue();
  }

  private *invoke({ bound, invocation: { binding, input: given } }: Bound<O>): Steps<void> {
    const { policy, spec, plan } = bound;
    const input = this.upToDate(given);
    const isMet = yield* plan.meetsConditions(input);
    if (!isMet.ok) this.note(bound, binding, { message: isMet.error });
    if (!isMet.ok || !isMet.value) return;
    const key = keyOf(policy, binding, given.params);
    if (this.isSecond && !this.due.has(key)) return;
    const before = this.object;
    for (const result of before ? plan.mutate(input) : []) {
      if (result.ok) this.take(result.value, given);
      else this.note(bound, binding, result.error);
      this.evaluated.push({ policy, binding, result, object: this.object });
      if (!result.ok && result.error.isInternal) return;
      yield;
    }
    if (!semanticEqual(before, this.object)) this.makeDue();
    if (spec.reinvocationPolicy === "IfNeeded") this.ran.add(key);
  }

  private upToDate(input: ActivationInput): ActivationInput {
    const { object } = this;
    if (!this.hasOutput || !object) return input;
    const { matched, request } = input;
    const named = namesOf(request.object, object, matched);
    return { ...input, request: { ...request, object: matched.convert?.(object) ?? { ...object, ...named } } };
  }

  private take(changed: JsonObject, { matched }: ActivationInput): void {
    const object = withDefaults(changed, matched);
    const named = namesOf(this.object, object, matched);
    this.object = matched.revert?.(object) ?? { ...object, ...named };
    this.hasOutput = true;
  }

  private note({ policy, spec }: BoundMutation<O>, binding: O, { message, isInternal }: MutationFailure): void {
    if (isInternal) this.findings.push({ policy, binding, message, isInternal });
    else if (spec.failurePolicy !== "Ignore") this.findings.push({ policy, binding, message, reason: "Invalid" });
  }

  /** Who has run so far runs again. */
  private makeDue(): void {
    for (const key of this.ran) this.due.add(key);
    this.ran = new Set();
  }
}

/** A custom resource has those of the version in which it was changed. */
function withDefaults(object: JsonObject, { form }: EquivalentVersion): JsonObject {
  if (!form?.kind.isCustom || !form.kind.applyDefaults) return object;
  const copy = cloneJson(object);
  form.kind.applyDefaults(copy as never, form.context);
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

/** As the object was called before; a custom resource can be left as another kind, which its definition then refuses. */
function namesOf(before: JsonObject | undefined, after: JsonObject, { form }: EquivalentVersion): JsonObject {
  const { kind } = form?.kind.isCustom ? after : (before ?? {});
  return { apiVersion: before?.["apiVersion"], kind };
}
