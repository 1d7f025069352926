/**
 * The match conditions of a policy: whether it looks at a request that its constraints match.
 *
 * @module
 */
import { matchConditionsCostBudget } from "../cel-kubernetes/cost/budget.ts";
import { type ActivationInput, evaluateAll } from "./activation.ts";
import type { Planned } from "./plan.ts";

interface HasConditions {
  readonly conditions: readonly Planned[];
  readonly failurePolicy?: string | undefined;
}

/** True, false, or why that cannot be said. */
export function meetsConditions(
  { conditions, failurePolicy }: HasConditions,
  input: ActivationInput,
): boolean | { readonly message: string } {
  if (conditions.length === 0) return true;
  // They see neither the namespace nor the resource that the constraints matched.
  const seen = { ...input, namespace: undefined, matched: { ...input.matched, resource: input.request.resource } };
  const result = evaluateAll(conditions, undefined, seen, matchConditionsCostBudget);
  if (!result.ok) return failurePolicy === "Ignore" ? false : result;
  if (result.outcomes.some((outcome) => outcome?.ok && outcome.value === false)) return false;
  const faults = result.outcomes.flatMap((outcome) => (outcome && !outcome.ok ? [outcome.message] : []));
  if (faults.length === 0) return true;
  if (failurePolicy === "Ignore") return false;
  const distinct = [...new Set(faults)];
  return { message: distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]` };
}
