import type { Kind } from "../../kind/kind.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { apiType, flag, list, type Static, struct, text } from "../../schema/fields.ts";
import { auditStage } from "./levels.ts";
import { isCatchAll, policyRule, policyRuleRules } from "./policy-rule.ts";

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    metadata: apiType("meta/v1.ObjectMeta", { description: "Has no effect.", "x-proto": 1 }),
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

const rulesRequired = rule<AuditPolicy>(
  { id: "audit/rules-required", severity: "error", cause: "required", summary: "a policy must have at least one rule" },
  ({ rules = [] }, place) => {
    if (rules.length > 0) return;
    const help = "to record who did what, write `rules: [{level: Metadata}]`";
    place.at("rules").say("`rules` must have at least one item", { help });
  },
);

const stages = rule<AuditPolicy>(
  { id: "audit/stage", severity: "error", summary: "an omitted stage must be named" },
  ({ omitStages = [], rules = [] }, place) => {
    checkNames(omitStages, place.at("omitStages"));
    for (const [index, { omitStages: own = [] }] of rules.entries()) {
      checkNames(own, place.at("rules", index, "omitStages"));
    }
  },
);

function checkNames(names: readonly string[], place: Place<readonly string[]>): void {
  for (const [index, name] of names.entries()) {
    if (name === "") place.at(index).say("must name a stage; it is empty");
  }
}

const unreachable = rule<AuditPolicy>(
  {
    id: "audit/unreachable",
    severity: "warning",
    summary: "a rule without conditions matches every request, so no rule after it is looked at",
  },
  ({ rules = [] }, place) => {
    const final = rules.findIndex(isCatchAll);
    if (final < 0 || final === rules.length - 1) return;
    place.at("rules", final + 1).say(`is never looked at: rule ${final} before it matches every request`, {
      help: "list the rule without conditions last",
      see: place.at("rules", final).note("matches every request"),
    });
  },
);

export const auditPolicy: Kind<AuditPolicy> = {
  kind: "Policy",
  group: "audit.<domain>",
  versions: [{ name: "v1", schema }],
  description: "What the API server records of which requests.",
  loader: { flag: "--audit-policy-file", emptyFile: "error", unknownFields: "warning", mayOmit: "kind" },
  rules: [
    rulesRequired,
    stages,
    ...within(policyRuleRules, ({ rules }: AuditPolicy, place, visit) => visit.each(rules, place.at("rules"))),
    unreachable,
  ],
};
