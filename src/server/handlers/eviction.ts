/**
 * Eviction of pods. Disruption budgets are not asked yet: the pod is told that it is evicted, then deleted as the eviction
 * says.
 *
 * @module
 */
import { assertPreconditions } from "../registry/delete.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { ApiObject } from "../request/api-object.ts";
import { checkDeleteOptions, type DeleteOptions, type DeleteOptionsBody } from "../request/delete-options.ts";
import { badRequest, notFound } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { doneStatus } from "../request/status.ts";
import type { WriteOptions } from "../request/write-options.ts";
import type { ObjectSubresource } from "./object-subresource.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

/**
 * @param kind - Eviction
 * @param nowMs - the clock
 */
export function evictionSubresource(kind: ServedKind, nowMs: () => number): ObjectSubresource {
  return {
    of: { group: "", resource: "pods" },
    name: "eviction",
    kind,
    otherVersions: ["policy/v1beta1"],
    async answer(eviction, route, options) {
      if (eviction.metadata.name !== route.exchange.info.name) {
        throw badRequest("name in URL does not match name in Eviction object");
      }
      const deletion = deletionOf(eviction, options);
      await evict(route, deletion, nowMs());
      return { status: doneStatus(201) };
    },
  };
}

/** @throws {StatusError} when the request and its body disagree on whether it is a dry run */
function deletionOf(eviction: ApiObject, { isDryRun }: WriteOptions): DeleteOptions {
  const body = (eviction["deleteOptions"] ?? {}) as DeleteOptionsBody;
  const deletion = checkDeleteOptions(body);
  return { ...deletion, isDryRun: deletion.isDryRun || isDryRun };
}

async function evict(route: Route, deletion: DeleteOptions, nowMs: number): Promise<void> {
  const { store } = route;
  const target = targetOf(route);
  const write = writeContext(route.exchange, deletion);
  if (deletion.isDryRun) {
    await store.delete({ target, ...deletion }, write);
    return;
  }
  const { preconditions = {} } = deletion;
  const { object } = await store.update(
    {
      target,
      subresource: "status",
      isRepeatable: true,
      keepsOwners: true,
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
  await store.delete({ target, ...deletion, preconditions: kept }, write);
}

interface PodCondition {
  readonly type?: string;
  readonly status?: string;
  readonly lastTransitionTime?: string;
}

/** Says to those who watch the pod why it goes. */
function withCondition(pod: ApiObject, now: string): ApiObject {
  const type = "DisruptionTarget";
  const status = (pod["status"] ?? {}) as { readonly conditions?: readonly PodCondition[] };
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
