/**
 * Decides whether a PodDisruptionBudget allows the eviction of one of its pods. kube-controller-manager writes how many
 * disruptions a budget allows; each eviction uses one of them.
 *
 * @module
 */
import type { Condition } from "../../api/types/meta-v1.ts";
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from "../../api/types/policy-v1.ts";
import { selects } from "../../kinds/meta/label-selector.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { wholeScope } from "../registry/selection.ts";
import type { ApiObject } from "../request/api-object.ts";
import { forbidden, notFound } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";

export interface BudgetParts {
  readonly budgets: ResourceStore;
  /** Writes as the server itself, not as the client. */
  readonly write: WriteContext;
  /** The current time in the format of Kubernetes. */
  readonly now: string;
}

/**
 * Returns the budget that selects the pod; undefined if there is no budget for it.
 *
 * @throws {StatusError} if several budgets select the pod
 */
export async function budgetOf({ budgets }: BudgetParts, { metadata }: ApiObject): Promise<ApiObject | undefined> {
  const { namespace = "", labels = {} } = metadata;
  const selection = wholeScope(namespace);
  const { items } = await budgets.list({ selection });
  const found = items.filter(({ spec }) => {
    const { selector } = (spec ?? {}) as NonNullable<PodDisruptionBudget["spec"]>;
    return selector !== undefined && selects(selector, labels);
  });
  if (found.length < 2) return found[0];
  const why = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
  throw new StatusError(500, "", why);
}

/** Whether a pod that is not ready may be evicted without using a disruption of its budget. */
export function canEvictUnready({ spec, status }: PodDisruptionBudget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/**
 * Records a disruption in the budget's status.
 *
 * @throws {StatusError} TooManyRequests if the budget allows no disruption
 */
export async function takeDisruption(
  { budgets, write, now }: BudgetParts,
  { metadata: { namespace = "", name = "" } }: ApiObject,
  pod: string,
): Promise<void> {
  const target = { namespace, name };
  const change = (current: ApiObject | undefined) => {
    if (!current) throw notFound(budgets.resource, name);
    return { ...current, status: statusAfterDisruption(current as PodDisruptionBudget, pod, now) };
  };
  await budgets.update({ target, subresource: "status", isRepeatable: true, change }, write);
}

const unobservedRetryS = 10;

/** The error if the controller has not processed the current budget yet. */
export const budgetUnobserved = (budget: string): StatusError =>
  budgetViolation(`The disruption budget ${budget} is still being processed by the server.`, unobservedRetryS);

function budgetViolation(message: string, retryAfterSeconds?: number): StatusError {
  const causes = [{ reason: budgetCause, message }];
  const details = { causes, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  const why = "Cannot evict pod as it would violate the pod's disruption budget.";
  return new StatusError(429, "TooManyRequests", why, { details });
}

const budgetCause = "DisruptionBudget";
/** Limit for the pods in `disruptedPods`, whose eviction the controller has not seen yet. */
export const maxDisruptedPods = 2000;

function statusAfterDisruption(budget: PodDisruptionBudget, pod: string, now: string): PodDisruptionBudgetStatus {
  const { metadata: { name = "", generation = 0 } = {}, status = {} } = budget;
  const { disruptionsAllowed = 0, disruptedPods = {}, observedGeneration = 0 } = status;
  if (Number(observedGeneration) < Number(generation)) throw budgetUnobserved(name);
  if (Object.keys(disruptedPods).length > maxDisruptedPods) throw tooManyPending(name);
  if (disruptionsAllowed === 0) throw budgetViolation(denialMessage(name, status));
  const left = {
    ...status,
    disruptedPods: { ...disruptedPods, [pod]: now },
    disruptionsAllowed: disruptionsAllowed - 1,
  };
  return left.disruptionsAllowed === 0 ? { ...left, conditions: exhaustedConditions(left, now) } : left;
}

function tooManyPending(name: string): StatusError {
  const why = "too many pending evictions not confirmed by PDB controller";
  const message = `The disruption budget ${name} does not allow evicting pods currently: ${why}`;
  return forbidden(
    { group: "policy", resource: "poddisruptionbudget", name },
    "DisruptedPods map too big - too many evictions not confirmed by PDB controller",
    [{ reason: budgetCause, message }],
  );
}

const conditionType = "DisruptionAllowed";

function denialMessage(name: string, status: PodDisruptionBudgetStatus): string {
  const { currentHealthy = 0, desiredHealthy = 0, conditions = [] } = status;
  const condition = conditions.find(({ type }) => type === conditionType);
  const { message = "", reason = "" } = condition?.status === "False" ? condition : {};
  const none = `The disruption budget ${name} does not allow evicting pods currently`;
  if (message !== "" && reason === "SyncFailed") return `${none} because it failed sync: ${message}`;
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  return message === "" ? none : `${none} (${reason}): ${message}`;
}

/** Returns the conditions of a budget without disruptions left. */
function exhaustedConditions(
  { conditions = [], observedGeneration = 0 }: PodDisruptionBudgetStatus,
  now: string,
): Condition[] {
  const before = conditions.find(({ type }) => type === conditionType);
  const lastTransitionTime = before?.status === "False" ? (before.lastTransitionTime ?? now) : now;
  const condition = {
    type: conditionType,
    status: "False",
    reason: "InsufficientPods",
    message: "",
    observedGeneration,
    lastTransitionTime,
  };
  return [...conditions.filter((each) => each !== before), condition];
}
