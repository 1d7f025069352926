/**
 * audit.k8s.io/v1 Policy: which requests kube-apiserver records, and in how much detail.
 *
 * @module
 */
import type { Policy } from "../../api/types/audit-v1.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { isCatchAll, policyRuleRules } from "./policy-rule.ts";

const rulesRequired = rule<Policy>(
  { id: "audit/rules-required", severity: "error", cause: "required", summary: "a policy must have at least one rule" },
  ({ rules = [] }, place) => {
    if (rules.length > 0) return;
    const help = "to record who did what, write `rules: [{level: Metadata}]`";
    place.at("rules").say("`rules` must have at least one item", { help });
  },
);

const unreachable = rule<Policy>(
  {
    id: "audit/unreachable",
    severity: "warning",
    summary: "no rule follows a rule without conditions: it matches every request",
  },
  ({ rules = [] }, place) => {
    const final = rules.findIndex(isCatchAll);
    if (final < 0 || final === rules.length - 1) return;
    place.at("rules", final + 1).say(`is never used: rule ${final} before it matches every request`, {
      help: "list the rule without conditions last",
      see: place.at("rules", final).note("matches every request"),
    });
  },
);

export const auditPolicy = kind("audit/v1.Policy", {
  loader: { flag: "--audit-policy-file", emptyFile: "error", unknownFields: "warning", mayOmit: "kind" },
  rules: [
    rulesRequired,
    ...within(policyRuleRules, ({ rules }: Policy, place, visit) => visit.each(rules, place.at("rules"))),
    unreachable,
  ],
});
