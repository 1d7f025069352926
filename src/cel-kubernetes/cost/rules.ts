/**
 * Selects the costs of an environment's functions for a release. The evaluator counts with them, and the estimator
 * bounds the cost with them.
 *
 * @part expressions
 * @module
 */

import { callCost, defaultCost, mapCost, readCost, structCost } from "../../cel/cost/model.ts";
import type { CostEntries, CostEntry, CostProfile, FunctionCost, TrackingRules } from "../../cel/types/costs.ts";

/** Returns the costs that a release charges for expressions of an environment. */
export function costRules({ costs }: { readonly costs: CostEntries }, profile: CostProfile): TrackingRules {
  const resolved = new Map<CostEntry, FunctionCost>();
  const resolve = (entry: CostEntry): FunctionCost => {
    if (typeof entry !== "function") return entry;
    const known = resolved.get(entry) ?? entry(profile);
    resolved.set(entry, known);
    return known;
  };
  return {
    read: readCost,
    call: callCost,
    // Kubernetes keeps the cost of the first cel-go versions; later versions charge 1.
    presenceTest: 0,
    list: profile.list,
    map: mapCost,
    struct: structCost,
    costOf(name, overloadId) {
      const byOverload = overloadId === undefined ? undefined : costs.byOverload.get(overloadId);
      return resolve(byOverload ?? costs.byName.get(name) ?? defaultCost);
    },
  };
}
