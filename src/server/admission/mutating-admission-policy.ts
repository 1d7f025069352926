/**
 * MutatingAdmissionPolicy: applies the mutations of policies to written objects.
 *
 * @module
 */
import type { MutatingAdmissionPolicySpec } from "../../api/types/admissionregistration-v1.ts";
import { type PlannedMutation, planMutatingPolicy } from "../../policy/mutating-policy.ts";
import { initialState, type MutationFinding, MutationPass, type RoundState } from "../../policy/mutation-pass.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { internalError } from "../request/failures.ts";
import { replaceContent } from "../request/replaced-content.ts";
import { StatusError } from "../request/status.ts";
import { runInTurns } from "../request/turns.ts";
import { metadataRefusal } from "./changed-object.ts";
import { type AdmissionPlugin, type MutationRounds, type PluginParts, refused } from "./plugin.ts";
import { errorTypeOf, policyMetrics } from "./policy-metrics.ts";
import { storedObject } from "./policy-request.ts";
import { type PolicyInput, type PolicyKind, PolicySource } from "./policy-source.ts";

const kind: PolicyKind<MutatingAdmissionPolicySpec, PlannedMutation> = {
  plugin: "MutatingAdmissionPolicy",
  policies: "mutatingadmissionpolicies",
  bindings: "mutatingadmissionpolicybindings",
  plan: planMutatingPolicy,
};

export function mutatingAdmissionPolicy(parts: PluginParts): AdmissionPlugin {
  const source = new PolicySource(kind, parts);
  const count = policyMetrics(parts.register, "mutating");
  const memories = new WeakMap<MutationRounds, RoundState>();
  return {
    seesConnections: true,
    async mutate(attempt, rounds) {
      if (!attempt.object) return;
      const memory = rounds.isSecond ? (memories.get(rounds) ?? initialState) : undefined;
      const pass = await source.evaluate(attempt, (question) => mutate(question, memory));
      if (!pass) return;
      memories.set(rounds, pass.state);
      for (const { policy, binding, result } of pass.evaluatedMutations) {
        const error = result.ok ? "no_error" : errorTypeOf(result.error.message);
        count({ policy: policy.name, policy_binding: binding.name, error_type: error }, result.elapsedMs);
      }
      const refusal = refusalOf(attempt, pass.findings);
      if (refusal) throw refusal;
      if (!pass.hasWrittenObject || !attempt.object || !pass.object) return;
      const misfit = metadataRefusal(pass.object, attempt.form ?? attempt.resource, attempt);
      if (misfit) throw misfit;
      replaceContent(attempt.object, storedObject(pass.object, attempt));
      rounds.askForSecond();
    },
  };
}

async function mutate(
  { bound, request, cluster, answers }: PolicyInput<MutatingAdmissionPolicySpec, PlannedMutation>,
  memory: RoundState | undefined,
): Promise<MutationPass> {
  for (;;) {
    const pass = new MutationPass(request, memory);
    for (const each of bound) pass.collectInvocations(each, request, cluster);
    await runInTurns(pass.run());
    if (!(await answers.settle())) return pass;
  }
}

function refusalOf(attempt: AdmissionAttributes, findings: readonly MutationFinding[]): StatusError | undefined {
  const fault = findings.find(({ isInternal }) => isInternal);
  if (fault) return internalError(fault.message);
  const [first] = findings;
  if (!first) return undefined;
  const { details } = refused(attempt, "");
  const causes = findings.map((finding) => ({ message: textOf(finding) }));
  // kube-apiserver combines the reason of an invalid object with the code of a forbidden request.
  return new StatusError(403, first.reason ?? "Forbidden", textOf(first), { details: { ...details, causes } });
}

function textOf({ policy, binding, message }: MutationFinding): string {
  const by = binding
    ? `policy '${policy.name}' with binding '${binding.name}'`
    : `policy ${JSON.stringify(policy.name)}`;
  return `${by} denied request: ${message}`;
}
