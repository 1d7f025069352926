/**
 * Evaluates the match conditions of a policy, which decide whether it applies to a request that its constraints match.
 *
 * @module
 */
import { matchConditionsCostBudget } from "../cel-kubernetes/cost/budget.ts";
import { failure, type Result, success } from "../text/result.ts";
import { type ActivationInput, evaluateAll } from "./activation.ts";
import type { MaybePlanned } from "./plan.ts";
import type { Steps } from "./steps.ts";

interface ConditionalPolicy {
  readonly conditions: readonly MaybePlanned[];
  readonly failurePolicy?: string | undefined;
}

/** Returns whether the policy applies to the request, or the error if the conditions can't decide that. */
export function* meetsConditions(
  { conditions, failurePolicy }: ConditionalPolicy,
  input: ActivationInput,
): Steps<Result<boolean>> {
  if (conditions.length === 0) return success(true);
  // Match conditions see neither the namespace nor the resource that the constraints matched.
  const conditionInput = {
    ...input,
    namespace: undefined,
    matched: { ...input.matched, resource: input.request.resource },
  };
  const result = yield* evaluateAll(conditions, undefined, conditionInput, matchConditionsCostBudget);
  if (!result.ok) return failurePolicy === "Ignore" ? success(false) : result;
  const { outcomes } = result.value;
  if (outcomes.some((outcome) => outcome?.ok && outcome.value === false)) return success(false);
  const faults = outcomes.flatMap((outcome) => (outcome && !outcome.ok ? [outcome.error.message] : []));
  if (faults.length === 0) return success(true);
  if (failurePolicy === "Ignore") return success(false);
  const distinct = [...new Set(faults)];
  return failure(distinct.length === 1 ? (distinct[0] ?? "") : `[${distinct.join(", ")}]`);
}
