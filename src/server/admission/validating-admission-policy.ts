/**
 * ValidatingAdmissionPolicy: evaluates policies on a write, and turns failed validations into denials, warnings and
 * audit annotations.
 *
 * @module
 */
import type { ValidatingAdmissionPolicySpec } from "../../api/types/admissionregistration-v1.ts";
import { goJson } from "../../patch/apply/go-json.ts";
import { bindingSpecOf } from "../../policy/invocation.ts";
import { type PolicyFinding, ValidationPass } from "../../policy/judgement.ts";
import { type PlannedPolicy, planValidatingPolicy } from "../../policy/validating-policy.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { StatusError, type StatusReason } from "../request/status.ts";
import { runInTurns } from "../request/turns.ts";
import { type AdmissionPlugin, type PluginParts, refused } from "./plugin.ts";
import { errorTypeOf, policyMetrics } from "./policy-metrics.ts";
import { type PolicyInput, type PolicyKind, PolicySource } from "./policy-source.ts";

const kind: PolicyKind<ValidatingAdmissionPolicySpec, PlannedPolicy> = {
  plugin: "ValidatingAdmissionPolicy",
  policies: "validatingadmissionpolicies",
  bindings: "validatingadmissionpolicybindings",
  plan: planValidatingPolicy,
};

export function validatingAdmissionPolicy(parts: PluginParts): AdmissionPlugin {
  const source = new PolicySource(kind, parts);
  const count = policyMetrics(parts.register, "validating");
  return {
    seesConnections: true,
    async approve(attempt) {
      const judgement = await source.evaluate(attempt, judge);
      if (!judgement) return;
      const { findings, annotations } = judgement;
      for (const [key, value] of annotations) attempt.annotate?.(key, value);
      noteFailures(attempt, findings);
      for (const finding of findings) {
        const { action, policy, binding, message, elapsedMs = 0 } = finding;
        if (action === "Warn") attempt.warn(warningOf(finding));
        if (!binding || finding.lacksParams) continue;
        const labels = { policy: policy.name, policy_binding: binding.name, error_type: errorTypeOf(message) };
        count({ ...labels, enforcement_action: enforcementOf[action] }, elapsedMs);
      }
      const denial = findings.find(({ action }) => action === "Deny");
      if (denial) throw denialOf(attempt, denial);
    },
  };
}

const enforcementOf = { Deny: "deny", Warn: "warn", Audit: "audit", Ignore: "allow" } as const;

async function judge(question: PolicyInput<ValidatingAdmissionPolicySpec, PlannedPolicy>): Promise<ValidationPass> {
  for (;;) {
    const judgement = new ValidationPass(question.request, question.cluster);
    for (const bound of question.bound) {
      await runInTurns(judgement.evaluatePolicy(bound));
    }
    if (!(await question.answers.settle())) return judgement;
  }
}

const warningOf = ({ policy, binding, message }: PolicyFinding): string =>
  `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding?.name}': ${message}`;

/** Maximum number of failed validations in one audit annotation. */
export const maxNotedFailures = 50;

function noteFailures(attempt: AdmissionAttributes, findings: readonly PolicyFinding[]): void {
  const failures = findings.filter(({ action }) => action === "Audit").slice(0, maxNotedFailures);
  if (failures.length === 0) return;
  attempt.annotate?.(
    "validation.policy.admission.k8s.io/validation_failure",
    `[${failures.map(failureText).join(",")}]`,
  );
}

/** Returns a failure as JSON, with its fields in kube-apiserver's order. */
function failureText({ message, policy, binding, expressionPath = [] }: PolicyFinding): string {
  const { validationActions = [] } = binding ? bindingSpecOf(binding) : {};
  const members = {
    message,
    policy: policy.name,
    binding: binding?.name,
    expressionIndex: expressionPath[2] ?? 0,
    validationActions,
  };
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${goJson(value)}`)
    .join(",")}}`;
}

interface DenialStatus {
  readonly code: number;
  readonly reason: StatusReason;
}

/** The status code and reason of the response, by the `reason` of the validation. */
const denialStatusByReason: ReadonlyMap<string, DenialStatus> = new Map(
  Object.entries({
    Unauthorized: { code: 401, reason: "Unauthorized" },
    Forbidden: { code: 403, reason: "Forbidden" },
    RequestEntityTooLarge: { code: 413, reason: "RequestEntityTooLarge" },
  }),
);
const invalid: DenialStatus = { code: 422, reason: "Invalid" };

function denialOf(attempt: AdmissionAttributes, { policy, binding, message, reason = "" }: PolicyFinding): StatusError {
  const by = binding ? `'${policy.name}' with binding '${binding.name}'` : `'${policy.name}'`;
  const why = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  const { message: text, details } = refused(attempt, why);
  const answer = denialStatusByReason.get(reason) ?? invalid;
  return new StatusError(answer.code, answer.reason, text, { details: { ...details, causes: [{ message: why }] } });
}
