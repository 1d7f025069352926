/**
 * The cost limits of Kubernetes for CEL expressions, in units of its cost model. kube-apiserver evaluates a unit in
 * about a tenth of a microsecond.
 *
 * @module
 */

/** The limit for one evaluation of one expression, anywhere; authentication and authorization have no other limit. */
export const perCallCostLimit = 1_000_000;

/**
 * The limit for all expressions of a policy binding or of a custom resource, for one request. Audit annotations and
 * each mutation have a separate budget of this size; message expressions share what the validations leave.
 */
export const requestCostBudget = 10_000_000;

/** The limit for all match conditions of a webhook or of a policy, for one request. */
export const matchConditionsCostBudget = 2_500_000;

/** The limit for the estimated maximum cost of one rule of a custom resource definition. */
export const ruleEstimateLimit = 10_000_000;

/** The budget that a list of expressions shares. */
export class CostBudget {
  /** Below 0 after the expressions spent more than the limit. */
  remaining: number;

  constructor(limit: number) {
    this.remaining = limit;
  }

  /** Subtracts a cost. Returns false if the budget did not suffice: no further expression may run then. */
  spend(cost: number): boolean {
    this.remaining -= cost;
    return this.remaining >= 0;
  }
}
