/**
 * Policy of audit: what the API server records of which requests.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Kind } from "../../kind/kind.ts";
import type { Rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { field, flag, list, type Static, struct, text } from "../../schema/fields.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { auditStage } from "./levels.ts";
import { isCatchAll, policyRule, policyRuleRules } from "./policy-rule.ts";

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    metadata: field(objectMeta, { description: "Has no effect.", "x-proto": 1 }),
    rules: list(policyRule, {
      description: "The first rule that matches a request decides; a request that none matches is not recorded.",
      "x-required": true,
      "x-proto": 2,
      "x-list-type": "atomic",
    }),
    omitStages: list(auditStage(), {
      description: "Stages that no event is recorded for; rules may name more.",
      "x-proto": 3,
      "x-list-type": "atomic",
    }),
    omitManagedFields: flag({
      description: "Whether managed fields are left out of recorded objects; false when absent.",
      "x-proto": 4,
    }),
  },
  { $id: "AuditPolicy" },
);

export type AuditPolicy = Static<typeof schema>;
type AuditPolicyRule = Rule<AuditPolicy>;

const rulesRequired: AuditPolicyRule = {
  id: "audit/rules-required",
  severity: "error",
  cause: "required",
  summary: "a policy must have at least one rule",
  check({ rules = [] }, _context, report) {
    if (rules.length > 0) return;
    const help = "to record who did what, write `rules: [{level: Metadata}]`";
    report({ path: ["rules"], message: "`rules` must have at least one item", help });
  },
};

const stages: AuditPolicyRule = {
  id: "audit/stage",
  severity: "error",
  summary: "an omitted stage must be named",
  check({ omitStages = [], rules = [] }, _context, report) {
    const check = (names: readonly string[], path: FieldPath) => {
      for (const [index, name] of names.entries()) {
        if (name === "") report({ path: [...path, index], message: "must name a stage; it is empty" });
      }
    };
    check(omitStages, ["omitStages"]);
    for (const [index, rule] of rules.entries()) check(rule.omitStages ?? [], ["rules", index, "omitStages"]);
  },
};

const unreachable: AuditPolicyRule = {
  id: "audit/unreachable",
  severity: "warning",
  summary: "a rule without conditions matches every request, so no rule after it is looked at",
  check({ rules = [] }, _context, report) {
    const final = rules.findIndex(isCatchAll);
    if (final < 0 || final === rules.length - 1) return;
    report({
      path: ["rules", final + 1],
      message: `is never looked at: rule ${final} before it matches every request`,
      help: "list the rule without conditions last",
      see: { path: ["rules", final], message: "matches every request" },
    });
  },
};

export const auditPolicy: Kind<AuditPolicy> = {
  kind: "Policy",
  group: "audit.<domain>",
  versions: [{ name: "v1", schema }],
  description: "What the API server records of which requests.",
  loader: { flag: "--audit-policy-file", emptyFile: "error", unknownFields: "warning", mayOmit: "kind" },
  rules: [
    rulesRequired,
    stages,
    ...within(policyRuleRules, ({ rules = [] }: AuditPolicy) =>
      rules.map((value, index) => ({ path: ["rules", index], value })),
    ),
    unreachable,
  ],
};
