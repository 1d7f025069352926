/**
 * Deletes the content of terminating namespaces, and removes their finalizer once they are empty.
 *
 * @module
 */
import type { NamespaceCondition, NamespaceStatus } from "../../api/types/core-v1.ts";
import { groupBy } from "../../text/group-by.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { wholeScope } from "../registry/selection.ts";
import type { ApiObject } from "../request/api-object.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { changeIfSame, ignoreRaces } from "./ignore-races.ts";
import { WorkQueue } from "./work-queue.ts";

/** Finalizer that keeps a namespace until its content is deleted. */
const contentFinalizer = "kubernetes";

export function startNamespaceController(options: ControllerOptions): Controller {
  const { registry, log } = options;
  const namespaces = registry.store("", "namespaces");
  if (!namespaces) throw new Error("namespaces are not served");
  const queue = new WorkQueue((name) => deleteContent(namespaces, name, options), log);
  const addIfTerminating = (object: ApiObject | undefined) => {
    if (object?.metadata.deletionTimestamp) queue.add(object.metadata.name ?? "");
  };
  const addAll = () => {
    for (const object of namespaces.cached()) addIfTerminating(object);
  };
  const stops = [
    namespaces.subscribe({ change: ({ object }) => addIfTerminating(object), reset: addAll }),
    registry.follow((store) => {
      if (!store.resource.isNamespaced) return () => {};
      return store.subscribe({
        change({ object, previous }) {
          const { namespace = "" } = previous?.metadata ?? {};
          if (!object) addIfTerminating(namespaces.cachedObject({ namespace: "", name: namespace }));
        },
        reset: () => {},
      });
    }),
  ];
  addAll();
  return {
    stop() {
      for (const stop of stops) stop();
      queue.stop();
    },
  };
}

async function deleteContent(
  namespaces: ResourceStore,
  name: string,
  { registry, write }: ControllerOptions,
): Promise<void> {
  const target = { namespace: "", name };
  const namespace = await undefinedIfNotFound(namespaces.get(target));
  if (!namespace || !isEmptied(namespace)) return;
  const left: Remainder[] = [];
  for (const store of registry.stores.filter(({ resource }) => resource.isNamespaced)) {
    const found = await objectsIn(store, name);
    if (found.length === 0) continue;
    // Deletes only objects that were found while the same namespace existed: another server may have emptied it, and a
    // user may have created it again, in the meantime.
    const current = await undefinedIfNotFound(namespaces.get(target));
    if (current?.metadata.uid !== namespace.metadata.uid) return;
    for (const object of found) {
      await deleteObject(store, object, write);
      if (isTurnOver()) await nextTurn();
    }
    const objects = await objectsIn(store, name);
    if (objects.length > 0) left.push({ store, objects });
  }
  const [subresource, change] =
    left.length > 0
      ? (["status", (current: ApiObject) => withConditions(current, left)] as const)
      : (["finalize", withoutFinalizer] as const);
  const request = { target, subresource, isRepeatable: true, change: changeIfSame(namespace, change) };
  await ignoreRaces(namespaces.update(request, write));
}

const isEmptied = (namespace: ApiObject): boolean =>
  Boolean(namespace.metadata.deletionTimestamp) && finalizersOf(namespace).includes(contentFinalizer);

async function objectsIn(store: ResourceStore, namespace: string): Promise<readonly ApiObject[]> {
  const selection = wholeScope(namespace);
  const { items, unreadable = 0 } = await store.list({ selection });
  if (unreadable > 0)
    throw new Error(`${unreadable} objects of ${store.resource.resource} in ${namespace} cannot be read`);
  return items;
}

async function deleteObject(store: ResourceStore, { metadata }: ApiObject, write: ControllerOptions["write"]) {
  if (metadata.deletionTimestamp) return;
  const { namespace = "", name = "", uid = "" } = metadata;
  const request = { target: { namespace, name }, propagationPolicy: "Background", preconditions: { uid } } as const;
  await ignoreRaces(store.delete(request, write));
}

function finalizersOf({ spec }: ApiObject): readonly string[] {
  return (spec as { readonly finalizers?: readonly string[] } | undefined)?.finalizers ?? [];
}

function withoutFinalizer(current: ApiObject): ApiObject {
  const finalizers = finalizersOf(current).filter((name) => name !== contentFinalizer);
  return { ...current, spec: { ...(current["spec"] as object | undefined), finalizers } };
}

/** Objects of one resource that remain after the deletion. */
interface Remainder {
  readonly store: ResourceStore;
  readonly objects: readonly ApiObject[];
}

function withConditions(current: ApiObject, left: readonly Remainder[]): ApiObject {
  const status = (current["status"] ?? {}) as NamespaceStatus;
  const newConditions = conditionsFor(left);
  const others = (status.conditions ?? []).filter(
    ({ type }) => !newConditions.some((condition) => condition.type === type),
  );
  return { ...current, status: { ...status, conditions: [...others, ...newConditions] } };
}

function conditionsFor(left: readonly Remainder[]): readonly NamespaceCondition[] {
  const counts = left.map(({ store: { resource }, objects }) => {
    const qualified = resource.group === "" ? `${resource.resource}.` : `${resource.resource}.${resource.group}`;
    return `${qualified} has ${objects.length} resource instances`;
  });
  const remaining: NamespaceCondition = {
    type: "NamespaceContentRemaining",
    status: "True",
    reason: "SomeResourcesRemain",
    message: `Some resources are remaining: ${counts.join(", ")}`,
  };
  const finalizers = left.flatMap(({ objects }) => objects.flatMap(({ metadata }) => metadata.finalizers ?? []));
  if (finalizers.length === 0) return [remaining];
  const byName = [...groupBy(finalizers, (name) => name)];
  const held = byName.map(([name, { length }]) => `${name} in ${length} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${held.join(", ")}`;
  return [remaining, { type: "NamespaceFinalizersRemaining", status: "True", reason: "SomeFinalizersRemain", message }];
}
