/**
 * The handlers of DELETE, for one object and for the selected objects of a collection.
 *
 * @module
 */
import type { DeleteOptions } from "../../api/types/meta-v1.ts";
import type { DeleteResult } from "../registry/delete.ts";
import { selectionOf } from "../registry/selection.ts";
import {
  checkDeleteOptions,
  type Deletion,
  deleteOptionsOfQuery,
  deleteOptionsShape,
  notForCollections,
} from "../request/delete-options.ts";
import { listPage, readListOptions } from "../request/list-options.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { successStatus, undefinedIfNotFound } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

export async function handleDelete(route: Route): Promise<void> {
  const { exchange, store, responder } = route;
  responder.negotiate(exchange, store.resource);
  const { ignoresReadErrors, ...options } = await readDeleteOptions(route);
  if (ignoresReadErrors) return handleUnsafeDelete(route, options.isDryRun);
  const result = await store.delete({ target: targetOf(route), ...options }, writeContext(exchange, options));
  if (!result.isGone || store.resource.traits.answersDeletionWithObject) {
    // Clients that set the deprecated orphanDependents to false get 202 while the object still exists.
    const isAccepted = !result.isGone && options.options["orphanDependents"] === false;
    return responder.sendObject(exchange, isAccepted ? 202 : 200, store.resource, result.object);
  }
  await responder.sendSuccess(exchange, store.resource, deletedStatus(store.resource, result));
}

/** Deletes an object that cannot be read from the store; requires a separate permission. */
async function handleUnsafeDelete(route: Route, isDryRun: boolean): Promise<void> {
  const { exchange, store, responder } = route;
  await route.assertPermitted("unsafe-delete-ignore-read-errors");
  await store.deleteUnreadable(targetOf(route), writeContext(exchange, { isDryRun }));
  const { name } = exchange.info;
  const status = successStatus({ name, kind: store.resource.kind });
  await responder.sendSuccess(exchange, store.resource, { ...status, code: 200 });
}

function deletedStatus({ group, resource }: ServedResource, { object }: DeleteResult) {
  const { name = "", uid = "" } = object.metadata;
  return successStatus({ name, ...(group === "" ? {} : { group }), kind: resource, uid });
}

/** Deletes the selected objects and responds with a list of them as they were before. */
export async function handleDeleteCollection(route: Route): Promise<void> {
  const { exchange, store, responder, namespace } = route;
  responder.negotiate(exchange, store.resource);
  const listOptions = readListOptions(exchange.query, false);
  const selection = selectionOf(store.resource, namespace, listOptions);
  const { ignoresReadErrors, ...options } = await readDeleteOptions(route);
  if (ignoresReadErrors) throw notForCollections();
  const { metadata: listed, items } = await store.list({ ...listPage(listOptions), selection, inPages: true });
  const remaining = items.values();
  let isFailed = false;
  const deleteRemaining = async () => {
    for (const { metadata } of remaining) {
      if (isFailed) return;
      if (isTurnOver()) await nextTurn();
      const target = { namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
      const deletion = { target, ...options, isOfCollection: true };
      try {
        await undefinedIfNotFound(store.delete(deletion, writeContext(exchange, options)));
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, route.limits.deletionWorkers) }, deleteRemaining));
  await responder.sendList(exchange, store.resource, { metadata: listed, items });
}

async function readDeleteOptions(route: Route): Promise<Deletion> {
  const { ignoreStoreReadErrorWithClusterBreakingPotential: isUnsafe, ...rest } = await readOptionsBody(route);
  // If the feature is off, the option is ignored.
  const unsafe = route.store.deletesUnreadable && isUnsafe;
  return checkDeleteOptions(unsafe ? { ...rest, ignoreStoreReadErrorWithClusterBreakingPotential: true } : rest);
}

/** The kind that kube-apiserver writes into audit events for the decoded options. */
const internalOptions = { kind: deleteOptionsShape.kind, apiVersion: "meta.k8s.io/__internal" };

async function readOptionsBody(route: Route): Promise<DeleteOptions> {
  const { exchange, responder, vetting } = route;
  const body = await exchange.readBody();
  if (body.length === 0) return deleteOptionsOfQuery(exchange.query);
  // Clients use the version of the group in which they delete.
  const options = { fieldValidation: "Ignore", otherVersions: "any", warn: () => {} } as const;
  const codec = responder.bodyCodec(exchange);
  const { metadata: _none, ...decoded } = await vetting.read(body, codec, deleteOptionsShape, options);
  exchange.audit?.noteRequest(decoded, internalOptions);
  return decoded as DeleteOptions;
}
