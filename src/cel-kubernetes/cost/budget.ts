/**
 * The limits of Kubernetes for the cost of expressions, in units of its cost model; a unit takes about a tenth of a
 * microsecond there.
 *
 * @module
 */

/** One evaluation of one expression, wherever it is; authentication and authorization know no other limit. */
export const perCallCostLimit = 1_000_000;

/**
 * All expressions of a policy binding or of a custom resource, for one request. Audit annotations and each mutation have
 * it again, message expressions what the validations leave.
 */
export const requestCostBudget = 10_000_000;

/** All match conditions of a webhook or of a policy, for one request. */
export const matchConditionsCostBudget = 2_500_000;

/** The estimated maximum of one rule of a custom resource definition. */
export const ruleEstimateLimit = 10_000_000;

/** The budget that a list of expressions shares. */
export class CostBudget {
  /** Below 0 once more was spent than there was. */
  remaining: number;

  constructor(limit: number) {
    this.remaining = limit;
  }

  /** False when that was more than there was left: no further expression may run then. */
  spend(cost: number): boolean {
    this.remaining -= cost;
    return this.remaining >= 0;
  }
}
