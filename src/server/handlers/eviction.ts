/**
 * Eviction of pods: asks the disruption budget, sets the condition DisruptionTarget, deletes the pod as the eviction says.
 *
 * @module
 */
import type { PodStatus } from "../../api/types/core-v1.ts";
import type { DeleteOptions } from "../../api/types/meta-v1.ts";
import { assertPreconditions } from "../registry/delete.ts";
import { formatTime } from "../registry/object-meta.ts";
import { admittedBefore as admission, type WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { checkDeleteOptions, type Deletion, unsafeOption } from "../request/delete-options.ts";
import { badRequest, invalid, notFound } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { doneStatus, StatusError } from "../request/status.ts";
import type { WriteOptions } from "../request/write-options.ts";
import { budgetOf, sparesBudget, stillProcessed, takeDisruption } from "./disruption-budget.ts";
import type { ObjectSubresource } from "./object-subresource.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

export interface EvictionParts {
  readonly nowMs: () => number;
  /** Of the policy group; undefined where it is not served. */
  readonly budgets: () => ResourceStore | undefined;
  /** As the server itself: who evicts a pod need not be allowed to write its budget. */
  readonly write: WriteContext;
}

/** @param kind - Eviction */
export function evictionSubresource(kind: ServedKind, parts: EvictionParts): ObjectSubresource {
  return {
    of: { group: "", resource: "pods" },
    name: "eviction",
    kind,
    otherVersions: ["policy/v1beta1"],
    async answer(eviction, route, options) {
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

/** @throws {StatusError} Invalid for the option to delete what cannot be read */
function assertSafe(eviction: ApiObject, { group, kind }: ServedKind): void {
  if (!optionsOf(eviction)[unsafeOption]) return;
  const cause = {
    reason: "FieldValueInvalid",
    message: "Invalid value: true: can not be set for pod eviction, try after removing the option",
    field: `deleteOptions.${unsafeOption}`,
  };
  throw invalid({ group, kind, name: eviction.metadata.name ?? "" }, [cause]);
}

/** @throws {StatusError} BadRequest when the request and its body disagree on whether it is a dry run */
function assertOneDryRun(eviction: ApiObject, { isDryRun }: WriteOptions): void {
  const { dryRun } = optionsOf(eviction);
  if (!isDryRun || !dryRun?.length || dryRun.every((each) => each === "All")) return;
  throw badRequest(`Non-matching dry-run options in request and content: [All] and [${dryRun.join(" ")}]`);
}

/** @throws {StatusError} Invalid for options that no deletion takes */
function deletionOf(eviction: ApiObject, { isDryRun }: WriteOptions): Deletion {
  const deletion = checkDeleteOptions(optionsOf(eviction));
  return { ...deletion, isDryRun: deletion.isDryRun || isDryRun };
}

/** How often an eviction looks again at a pod that changes in the meantime. */
const maxEvictionAttempts = 20;

/** @param deletionFor - asked once the pod is found */
async function evictWithBudget(route: Route, deletionFor: () => Deletion, parts: EvictionParts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const pod = await route.store.get(targetOf(route));
    const deletion = deletionFor();
    const permission = await permissionFor(pod, deletion, parts);
    try {
      return await evict(route, permission.isForThisVersion ? asSeen(deletion, pod) : deletion, parts.nowMs());
    } catch (error) {
      const isChanged = error instanceof StatusError && error.reason === "Conflict";
      if (!isChanged || !permission.isForThisVersion || deletion.preconditions?.resourceVersion !== undefined)
        throw error;
      if (permission.budget !== undefined) throw stillProcessed(permission.budget);
      if (attempt === maxEvictionAttempts) throw error;
    }
  }
}

/** Whether the pod may go as it is now only: it might become one that its budget guards. */
interface Permission {
  readonly isForThisVersion: boolean;
  /** The budget that has been asked, without a disruption taken from it. */
  readonly budget?: string;
}

/** @throws {StatusError} where the budget of the pod refuses */
async function permissionFor(pod: ApiObject, { isDryRun }: Deletion, parts: EvictionParts): Promise<Permission> {
  const { phase = "", conditions = [] } = (pod["status"] ?? {}) as PodStatus;
  const hasEnded = Boolean(pod.metadata.deletionTimestamp) || phase === "Succeeded" || phase === "Failed";
  if (hasEnded || phase === "Pending") return { isForThisVersion: !hasEnded };
  const budgets = parts.budgets();
  if (!budgets) return { isForThisVersion: false };
  const asked = { budgets, write: { ...parts.write, isDryRun }, now: formatTime(parts.nowMs()) };
  const budget = await budgetOf(asked, pod);
  if (!budget) return { isForThisVersion: false };
  const isReady = conditions.some(({ type, status }) => type === "Ready" && status === "True");
  const { name = "" } = budget.metadata;
  if (!isReady && sparesBudget(budget)) return { isForThisVersion: true, budget: name };
  await takeDisruption(asked, budget, pod.metadata.name ?? "");
  return { isForThisVersion: false };
}

function asSeen(deletion: Deletion, { metadata: { resourceVersion = "" } }: ApiObject): Deletion {
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

/** Says to those who watch the pod why it goes. */
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
