/**
 * policy/v1 PodDisruptionBudget: how many pods of a set may be voluntarily disrupted at the same time.
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

/** Hides findings about the metadata of a new budget: kube-apiserver validates it only if there are no other faults. */
const hidingMetadata = ({ isUpdate }: { readonly isUpdate: boolean }) => (isUpdate ? {} : { hides: ["metadata"] });

const amounts = rule<PodDisruptionBudget>(
  {
    id: "disruption-budget/amounts",
    severity: "error",
    summary: "a budget has either `minAvailable` or `maxUnavailable`, not negative",
  },
  ({ spec = {} }, place, visit) => {
    const at = place.at("spec");
    const { minAvailable, maxUnavailable } = spec;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      at.say("must have either `minAvailable` or `maxUnavailable`; got both", hidingMetadata(visit));
    }
    for (const name of ["minAvailable", "maxUnavailable"] as const) {
      const value = spec[name];
      if (value !== undefined)
        for (const fault of validateIntOrPercent(value)) at.at(name).invalid(fault, value, hidingMetadata(visit));
    }
  },
);

const selector = rule<PodDisruptionBudget>(
  { id: "disruption-budget/selector", severity: "error", summary: "the selector of a budget is well-formed" },
  ({ spec }, place, visit) => {
    const faults = labelSelectorFindings(spec?.selector ?? {}, place.at("spec", "selector").path);
    place.pass(faults.map((fault) => ({ ...fault, ...hidingMetadata(visit) })));
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
