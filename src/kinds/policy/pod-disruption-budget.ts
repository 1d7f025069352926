/**
 * policy/v1 PodDisruptionBudget: how many pods of a set may be down at once by choice.
 *
 * @module
 */

import type { Kind } from "../../kind/kind.ts";
import { validateIntOrPercent } from "../../lexical/int-or-percent.ts";
import { asRule } from "../../rule/check.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { type LabelSelector, labelSelectorFindings } from "../meta/label-selector.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";
import { statusConditions, statusCounts } from "../meta/status-rules.ts";

interface PodDisruptionBudget {
  metadata?: ObjectMeta;
  spec?: { minAvailable?: number | string; maxUnavailable?: number | string; selector?: LabelSelector };
}

const amounts = asRule<PodDisruptionBudget>(
  {
    id: "disruption-budget/amounts",
    severity: "error",
    summary: "a budget says either how many pods must be there or how many may be missing",
  },
  ({ spec = {} }, place) => {
    const at = place.at("spec");
    const { minAvailable, maxUnavailable } = spec;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      at.say("must have either `minAvailable` or `maxUnavailable`; got both", "invalid");
    }
    for (const [name, value] of Object.entries({ minAvailable, maxUnavailable })) {
      for (const fault of value === undefined ? [] : validateIntOrPercent(value))
        at.at(name).invalid(fault, value ?? 0);
    }
  },
);

const selector = asRule<PodDisruptionBudget>(
  { id: "disruption-budget/selector", severity: "error", summary: "the selector of a budget is well-formed" },
  ({ spec }, place) => {
    const at = place.along(["spec", "selector"]);
    at.pass(labelSelectorFindings(spec?.selector ?? {}));
  },
);

export const podDisruptionBudget: Kind<PodDisruptionBudget> = kindFromTable<PodDisruptionBudget>(
  "policy",
  "PodDisruptionBudget",
  {
    rules: [
      amounts,
      selector,
      statusCounts<PodDisruptionBudget>(["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"]),
      statusConditions<PodDisruptionBudget>("common"),
    ],
  },
);
