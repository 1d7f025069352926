/**
 * policy/v1 PodDisruptionBudget: how many pods of a set may be down at once by choice.
 *
 * @module
 */
import type { PodDisruptionBudget } from "../../api/types/policy-v1.ts";
import { rule } from "../../rule/rule.ts";
import { validateIntOrPercent } from "../../text/int-or-percent.ts";
import { kind } from "../kind.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { statusConditions, statusCounts } from "../meta/status-rules.ts";
import { budgetColumns } from "./columns.ts";

const amounts = rule<PodDisruptionBudget>(
  {
    id: "disruption-budget/amounts",
    severity: "error",
    summary: "a budget has either `minAvailable` or `maxUnavailable`, not negative",
  },
  ({ spec = {} }, place) => {
    const at = place.at("spec");
    const { minAvailable, maxUnavailable } = spec;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      at.say("must have either `minAvailable` or `maxUnavailable`; got both");
    }
    for (const name of ["minAvailable", "maxUnavailable"] as const) {
      const value = spec[name];
      if (value !== undefined) for (const fault of validateIntOrPercent(value)) at.at(name).invalid(fault, value);
    }
  },
);

const selector = rule<PodDisruptionBudget>(
  { id: "disruption-budget/selector", severity: "error", summary: "the selector of a budget is well-formed" },
  ({ spec }, place) => {
    const at = place.at("spec", "selector");
    at.pass(labelSelectorFindings(spec?.selector ?? {}));
  },
);

export const podDisruptionBudget = kind("policy/v1.PodDisruptionBudget", {
  resource: { columns: budgetColumns },
  rules: [
    amounts,
    selector,
    statusCounts(["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"]),
    statusConditions("common"),
  ],
});
