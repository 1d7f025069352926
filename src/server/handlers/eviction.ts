/**
 * Evicts pods: checks the disruption budget, sets the condition DisruptionTarget, and deletes the pod with the options
 * of the Eviction.
 *
 * @module
 */
import type { PodStatus } from "../../api/types/core-v1.ts";
import type { DeleteOptions } from "../../api/types/meta-v1.ts";
import { assertPreconditions } from "../registry/delete.ts";
import { formatTime } from "../registry/object-meta.ts";
import { skipAdmission as admission, type WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { checkDeleteOptions, type Deletion, unsafeOption } from "../request/delete-options.ts";
import { badRequest, invalid, notFound } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { doneStatus, StatusError } from "../request/status.ts";
import type { WriteOptions } from "../request/write-options.ts";
import { budgetOf, budgetUnobserved, canEvictUnready, takeDisruption } from "./disruption-budget.ts";
import type { ObjectSubresource } from "./object-subresource.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

export interface EvictionParts {
  readonly nowMs: () => number;
  /** Returns the store of budgets; undefined if the policy group is not served. */
  readonly budgets: () => ResourceStore | undefined;
  /** Writes as the server itself: a client that evicts a pod need not have permission to write its budget. */
  readonly write: WriteContext;
}

/** @param kind - the kind `Eviction` */
export function evictionSubresource(kind: ServedKind, parts: EvictionParts): ObjectSubresource {
  return {
    parentResource: { group: "", resource: "pods" },
    name: "eviction",
    kind,
    otherVersions: ["policy/v1beta1"],
    async execute(eviction, route, options) {
      if (eviction.metadata.name !== route.exchange.info.name) {
        throw badRequest("name in URL does not match name in Eviction object");
      }
      assertSafe(eviction, kind);
      assertOneDryRun(eviction, options);
      await options.approve(eviction);
      await evictWithBudget(route, () => deletionOf(eviction, options), parts);
      return { status: doneStatus(201) };
    },
  };
}

const optionsOf = (eviction: ApiObject): DeleteOptions => (eviction["deleteOptions"] ?? {}) as DeleteOptions;

/** @throws {StatusError} Invalid if the Eviction has the option to delete unreadable objects */
function assertSafe(eviction: ApiObject, { group, kind }: ServedKind): void {
  if (!optionsOf(eviction)[unsafeOption]) return;
  const cause = {
    reason: "FieldValueInvalid",
    message: "Invalid value: true: can not be set for pod eviction, try after removing the option",
    field: `deleteOptions.${unsafeOption}`,
  };
  throw invalid({ group, kind, name: eviction.metadata.name ?? "" }, [cause]);
}

/** @throws {StatusError} BadRequest if the request and its body disagree on whether it is a dry run */
function assertOneDryRun(eviction: ApiObject, { isDryRun }: WriteOptions): void {
  const { dryRun } = optionsOf(eviction);
  if (!isDryRun || !dryRun?.length || dryRun.every((each) => each === "All")) return;
  throw badRequest(`Non-matching dry-run options in request and content: [All] and [${dryRun.join(" ")}]`);
}

/** @throws {StatusError} Invalid if the delete options are invalid */
function deletionOf(eviction: ApiObject, { isDryRun }: WriteOptions): Deletion {
  const deletion = checkDeleteOptions(optionsOf(eviction));
  return { ...deletion, isDryRun: deletion.isDryRun || isDryRun };
}

/** How often an eviction is tried for a pod that changes concurrently. */
const maxEvictionAttempts = 20;

/** @param deletionFor - called after the pod is found */
async function evictWithBudget(route: Route, deletionFor: () => Deletion, parts: EvictionParts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const pod = await route.store.get(targetOf(route));
    const deletion = deletionFor();
    const permission = await obtainPermission(pod, deletion, parts);
    try {
      return await evict(route, permission.isForThisVersion ? atSeenVersion(deletion, pod) : deletion, parts.nowMs());
    } catch (error) {
      const isChanged = error instanceof StatusError && error.reason === "Conflict";
      if (!isChanged || !permission.isForThisVersion || deletion.preconditions?.resourceVersion !== undefined)
        throw error;
      if (permission.budget !== undefined) throw budgetUnobserved(permission.budget);
      if (attempt === maxEvictionAttempts) throw error;
    }
  }
}

/** The permission to evict a pod. */
interface EvictionPermission {
  readonly isForThisVersion: boolean;
  /** The name of a budget that was checked, but from which no disruption was used. */
  readonly budget?: string;
}

/** @throws {StatusError} if the pod's budget does not allow the eviction */
async function obtainPermission(
  pod: ApiObject,
  { isDryRun }: Deletion,
  parts: EvictionParts,
): Promise<EvictionPermission> {
  const { phase = "", conditions = [] } = (pod["status"] ?? {}) as PodStatus;
  const hasEnded = Boolean(pod.metadata.deletionTimestamp) || phase === "Succeeded" || phase === "Failed";
  if (hasEnded || phase === "Pending") return { isForThisVersion: !hasEnded };
  const budgets = parts.budgets();
  if (!budgets) return { isForThisVersion: false };
  const budgetParts = { budgets, write: { ...parts.write, isDryRun }, now: formatTime(parts.nowMs()) };
  const budget = await budgetOf(budgetParts, pod);
  if (!budget) return { isForThisVersion: false };
  const isReady = conditions.some(({ type, status }) => type === "Ready" && status === "True");
  const { name = "" } = budget.metadata;
  if (!isReady && canEvictUnready(budget)) return { isForThisVersion: true, budget: name };
  await takeDisruption(budgetParts, budget, pod.metadata.name ?? "");
  return { isForThisVersion: false };
}

function atSeenVersion(deletion: Deletion, { metadata: { resourceVersion = "" } }: ApiObject): Deletion {
  return { ...deletion, preconditions: { resourceVersion, ...deletion.preconditions } };
}

async function evict(route: Route, deletion: Deletion, nowMs: number): Promise<void> {
  const { store } = route;
  const target = targetOf(route);
  const write = writeContext(route.exchange, deletion);
  if (deletion.isDryRun) {
    await store.delete({ target, ...deletion, admission }, write);
    return;
  }
  const { preconditions = {} } = deletion;
  const { object } = await store.update(
    {
      target,
      subresource: "status",
      isRepeatable: true,
      keepsOwners: true,
      admission,
      change(current) {
        if (!current) throw notFound(store.resource, target.name);
        assertPreconditions(store, { target, preconditions }, current);
        return withCondition(current, formatTime(nowMs));
      },
    },
    write,
  );
  const { resourceVersion = "" } = object.metadata;
  const kept = preconditions.resourceVersion === undefined ? preconditions : { ...preconditions, resourceVersion };
  await store.delete({ target, ...deletion, preconditions: kept, admission }, write);
}

/** Adds a condition that shows watchers of the pod why it is deleted. */
function withCondition(pod: ApiObject, now: string): ApiObject {
  const type = "DisruptionTarget";
  const status = (pod["status"] ?? {}) as PodStatus;
  const { conditions = [] } = status;
  const known = conditions.find((item) => item.type === type);
  const lastTransitionTime = known?.status === "True" ? known.lastTransitionTime : now;
  const evicted = {
    type,
    status: "True",
    lastTransitionTime,
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  const others = conditions.filter((item) => item !== known);
  return { ...pod, status: { ...status, conditions: [...others, evicted] } };
}
