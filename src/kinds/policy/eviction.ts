/**
 * policy/v1 Eviction: requests the removal of a pod, if disruption budgets allow it.
 *
 * @module
 */
import type { Eviction } from "../../api/types/policy-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";

const policies = ["Foreground", "Background", "Orphan"];

const deleteOptions = rule<Eviction>(
  { id: "eviction/delete-options", severity: "error", summary: "`deleteOptions` of an eviction are valid" },
  ({ deleteOptions: options = {} }, place) => {
    const at = place.at("deleteOptions");
    const { orphanDependents, propagationPolicy, dryRun = [] } = options;
    if (propagationPolicy !== undefined) {
      if (orphanDependents !== undefined) {
        at.at("propagationPolicy").invalid("must not be set together with `orphanDependents`", propagationPolicy);
      }
      if (!policies.includes(propagationPolicy)) at.at("propagationPolicy").unsupported(policies, propagationPolicy);
    }
    for (const [index, value] of dryRun.entries()) {
      if (value !== "All") at.at("dryRun", index).unsupported(["All"], value);
    }
  },
);

export const eviction = kind("policy/v1.Eviction", { rules: [deleteOptions] });
