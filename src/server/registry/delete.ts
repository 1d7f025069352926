/**
 * Deletes objects: immediately, after a grace period, or when the last finalizer is removed.
 *
 * @module
 */
import { setTimeout } from "node:timers/promises";
import type { DeleteOptions } from "../../api/types/meta-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { isStorageError } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { PropagationPolicy } from "../request/delete-options.ts";
import { conflict, notFound, staleVersionConflict } from "../request/failures.ts";
import { withRevision } from "../request/object-json.ts";
import { releaseAllocations } from "./claims.ts";
import { type ObjectName, objectKey, upstreamKey } from "./keys.ts";
import { formatTime } from "./object-meta.ts";
import type { Admission, AdmissionAttributes, StoreParts, WriteContext } from "./parts.ts";
import { readCurrent, type Stored } from "./read.ts";
import { asStatusError } from "./store-failure.ts";
import { decodeStored, encodeStored } from "./stored-object.ts";
import { isReadyForRemoval } from "./update.ts";
import { storageForm } from "./version-conversion.ts";

export interface DeleteRequest extends Pick<DeleteOptions, "preconditions"> {
  readonly target: ObjectName;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  /** Whether the request deletes a collection. Admission then sees no name. */
  readonly isOfCollection?: boolean;
  /** Admission to use instead of the registry's. */
  readonly admission?: Pick<Admission, "mutate" | "approve">;
}

export interface DeleteResult {
  /** The last state of a deleted object, or the object that now waits for its deletion. */
  readonly object: ApiObject;
  readonly isGone: boolean;
}

const maxDeleteAttempts = 20;
const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";
const ownFinalizers = [orphanFinalizer, foregroundFinalizer];

/**
 * Deletes an object.
 *
 * @throws {StatusError} NotFound, Conflict, Forbidden
 */
export async function deleteObject(
  parts: StoreParts,
  request: DeleteRequest,
  write: WriteContext,
): Promise<DeleteResult> {
  const { resource } = parts;
  const { target } = request;
  let last: ApiObject | undefined;
  for (let attempt = 1; attempt <= maxDeleteAttempts; attempt++) {
    const stored = await readCurrent(parts, target);
    // Another client may have deleted the object after this request has marked it.
    if (!stored && last) return { object: last, isGone: true };
    if (!stored) throw notFound(parts.clientResource, target.name);
    assertPreconditions(parts, request, stored.object);
    if (isPending(parts, stored.object, request)) return { object: stored.object, isGone: false };
    const attempted: AdmissionAttributes = {
      operation: "DELETE",
      resource,
      subresource: "",
      target,
      oldObject: stored.object,
      ...write,
      ...(request.isOfCollection ? {} : seenOptions(parts, stored.object, request, write)),
    };
    const wanted = withPolicy(parts, stored.object, request, write);
    const admission = request.admission ?? parts.admission;
    const seen = request.isOfCollection ? { ...attempted, target: { ...target, name: "" } } : attempted;
    await admission.mutate(seen);
    await admission.approve(seen);
    const announced = await announceEnd(parts, stored, wanted, write);
    if (announced && announced !== stored) last = announced.object;
    const result = announced && (await deleteStored(parts, announced, wanted, write));
    if (result?.isGone && !write.isDryRun) await releaseAllocations(parts, attempted);
    if (result) return result;
  }
  throw staleVersionConflict(parts.clientResource, target.name);
}

/**
 * Whether the object is being deleted already, and this request would not delete it sooner. Admission is not called
 * then.
 */
function isPending({ resource: { traits } }: StoreParts, object: ApiObject, request: DeleteRequest): boolean {
  const { metadata } = object;
  const { gracePeriodSeconds } = request;
  if (!metadata.deletionTimestamp) return false;
  if (traits.isHeld?.(object)) return true;
  const givenSeconds = Number(metadata.deletionGracePeriodSeconds ?? 0);
  if (!traits.gracePeriodSeconds || givenSeconds === 0) return false;
  return gracePeriodSeconds === undefined || wantedSeconds(gracePeriodSeconds) >= givenSeconds;
}

/** Returns the requested grace period in seconds. A negative value means one second. */
const wantedSeconds = (asked: number): number => (asked < 0 ? 1 : asked);

/**
 * Returns the delete options with the values that the resource adds, as admission sees them for the deletion of a
 * single object.
 */
function seenOptions(
  { resource: { traits } }: StoreParts,
  object: ApiObject,
  { gracePeriodSeconds: asked }: DeleteRequest,
  { options }: WriteContext,
): Pick<AdmissionAttributes, "options"> {
  const wanted = asked === undefined ? undefined : wantedSeconds(asked);
  const isFirst = !object.metadata.deletionTimestamp;
  const seconds = isFirst ? (traits.gracePeriodSeconds?.(object, wanted) ?? wanted) : wanted;
  const added = {
    ...(seconds !== undefined && { gracePeriodSeconds: seconds }),
    ...(traits.markDeleted && { preconditions: { uid: object.metadata.uid, ...preconditionsOf(options) } }),
  };
  return Object.keys(added).length === 0 ? {} : { options: { ...options, ...added } };
}

const preconditionsOf = ({ preconditions }: NonNullable<WriteContext["options"]> = {}): object =>
  isPlainObject(preconditions) ? preconditions : {};

/** Sets the default propagation policy of the resource, if neither this nor an earlier request specifies one. */
function withPolicy(
  { resource }: StoreParts,
  { metadata: { finalizers = [] } }: ApiObject,
  request: DeleteRequest,
  write: WriteContext,
): DeleteRequest {
  const { orphansByDefault } = resource.traits;
  const hasPolicy = request.propagationPolicy !== undefined || finalizers.some((name) => ownFinalizers.includes(name));
  if (!orphansByDefault || hasPolicy) return request;
  if (orphansByDefault.warning !== undefined) write.warn(orphansByDefault.warning);
  return { ...request, propagationPolicy: "Orphan" };
}

/**
 * Deletes an object that cannot be read, without preconditions, finalizers and admission.
 *
 * @throws {StatusError} NotFound; Conflict if the object can be read
 */
export async function deleteUnreadable(parts: StoreParts, target: ObjectName, write: WriteContext): Promise<void> {
  const { resource, storage } = parts;
  const key = objectKey(resource, target);
  const revision = await unreadableRevision(parts, key, target);
  if (write.isDryRun) return;
  try {
    await storage.delete(key, revision);
  } catch (error) {
    if (isStorageError(error, "conflict")) throw staleVersionConflict(parts.clientResource, target.name);
    throw asStatusError(error);
  }
}

/** Returns the revision of the last write of an unreadable object. */
async function unreadableRevision(parts: StoreParts, key: string, target: ObjectName): Promise<number> {
  const { storage } = parts;
  try {
    const { entry } = await storage.get(key);
    if (!entry) throw notFound(parts.clientResource, target.name);
    if (!decodeStored(entry, storageForm(parts)).ok) return entry.modRevision;
  } catch (error) {
    const revision = isStorageError(error, "corrupt") ? error.damage?.revision : undefined;
    if (revision) return revision;
    throw asStatusError(error);
  }
  const where = upstreamKey(parts.resource, target, false);
  throw conflict(
    parts.clientResource,
    target.name,
    `StorageError: invalid object, Code: 4, Key: ${where}, ResourceVersion: 0, AdditionalErrorMsg: unsafe deletion is not allowed because the object is decodable from storage`,
  );
}

/**
 * Deletes an object like an expired lease in etcd: without admission and finalizers, unless it has been written since.
 */
export async function expireObject({ resource, storage }: StoreParts, { metadata }: ApiObject): Promise<void> {
  const { namespace = "", name = "", resourceVersion } = metadata;
  try {
    await storage.delete(objectKey(resource, { namespace, name }), Number(resourceVersion));
  } catch (error) {
    if (!isStorageError(error, "conflict")) throw asStatusError(error);
  }
}

/**
 * Time, in milliseconds, for watches to report that an object is being deleted before it is gone. With etcd, two writes
 * are as far apart.
 */
const announcementMs = 3;

/**
 * Marks an object before it is deleted, if its resource has grace periods but the object is deleted immediately:
 * watches then see that it is being deleted.
 *
 * @returns the stored object; undefined if it has been written since it was read
 */
async function announceEnd(
  parts: StoreParts,
  stored: Stored,
  request: DeleteRequest,
  { isDryRun }: WriteContext,
): Promise<Stored | undefined> {
  if (isDryRun || !parts.resource.traits.gracePeriodSeconds) return stored;
  const object = markDeleted(parts, stored.object, request);
  if (!isReadyForRemoval(object, parts.resource) || isSameEnd(object, stored.object)) return stored;
  return unlessWritten(async () => {
    const revision = await putMarked(parts, request, object, stored.revision);
    await setTimeout(announcementMs);
    return { ...stored, object: withRevision(object, revision), revision };
  });
}

const isSameEnd = ({ metadata: a }: ApiObject, { metadata: b }: ApiObject): boolean =>
  a.deletionTimestamp === b.deletionTimestamp &&
  Number(a.deletionGracePeriodSeconds) === Number(b.deletionGracePeriodSeconds);

/**
 * Stores a marked object.
 *
 * @returns its new revision
 */
async function putMarked(
  parts: StoreParts,
  { target }: DeleteRequest,
  object: ApiObject,
  revision: number,
): Promise<number> {
  const { resource, storage, conversion } = parts;
  const written = conversion ? await conversion.toStored(object) : object;
  return storage.put(objectKey(resource, target), encodeStored(written, storageForm(parts)), revision);
}

/**
 * Runs a write; undefined if the object has been written since it was read.
 *
 * @throws {StatusError} if the store fails
 */
async function unlessWritten<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (isStorageError(error, "conflict")) return undefined;
    throw asStatusError(error);
  }
}

/** Deletes or marks the stored object; undefined if it has been written since it was read. */
async function deleteStored(
  parts: StoreParts,
  stored: Stored,
  request: DeleteRequest,
  write: WriteContext,
): Promise<DeleteResult | undefined> {
  const { resource, storage } = parts;
  const object = markDeleted(parts, stored.object, request);
  if (object === stored.object) return { object, isGone: false };
  const isGone = isReadyForRemoval(object, resource);
  // A deleted object is returned with the marks of its deletion if its resource has grace periods, and otherwise as it
  // was stored.
  const last = isGone && !resource.traits.gracePeriodSeconds ? stored.object : object;
  if (write.isDryRun) return { object: last, isGone };
  return unlessWritten(async () => {
    const revision = isGone
      ? await storage.delete(objectKey(resource, request.target), stored.revision)
      : await putMarked(parts, request, object, stored.revision);
    return { object: withRevision(last, revision), isGone };
  });
}

/**
 * Checks the preconditions of a deletion.
 *
 * @throws {StatusError} Conflict if the object has another UID or resource version
 */
export function assertPreconditions(
  { resource }: Pick<StoreParts, "resource">,
  { target, preconditions = {} }: Pick<DeleteRequest, "target" | "preconditions">,
  object: ApiObject,
): void {
  const subject = { group: resource.group, resource: resource.kind };
  const { uid, resourceVersion } = object.metadata;
  if (preconditions.uid !== undefined && preconditions.uid !== uid) {
    const why = `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`;
    throw conflict(subject, target.name, why);
  }
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    const why = `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`;
    throw conflict(subject, target.name, why);
  }
}

/** Returns the object with the metadata of a pending deletion; the same object if the request changes nothing. */
function markDeleted({ resource, nowMs }: StoreParts, object: ApiObject, request: DeleteRequest): ApiObject {
  const { metadata } = object;
  // Later deletions of a namespace change nothing as long as it has content.
  if (metadata.deletionTimestamp && resource.traits.isHeld?.(object)) return object;
  const policy = resource.traits.ownsNothing ? "Background" : request.propagationPolicy;
  const finalizers = finalizersAfter(metadata.finalizers ?? [], policy);
  const isSameFinalizers = finalizers.join() === (metadata.finalizers ?? []).join();
  const grace = graceOf(resource.traits, object, request.gracePeriodSeconds, nowMs());
  const marked: ApiObject = { ...object, metadata: { ...metadata, ...grace, finalizers } };
  if (finalizers.length === 0) delete marked.metadata.finalizers;
  const isFirst = !metadata.deletionTimestamp;
  const { markDeleted: mark } = resource.traits;
  const generation = Number(metadata.generation ?? 0);
  if (isFirst && mark) mark(marked);
  else if (isFirst && generation > 0) marked.metadata.generation = generation + 1;
  const isSame =
    !isFirst &&
    isSameFinalizers &&
    grace.deletionTimestamp === metadata.deletionTimestamp &&
    grace.deletionGracePeriodSeconds === Number(metadata.deletionGracePeriodSeconds ?? 0);
  return isSame && !isReadyForRemoval(marked, resource) ? object : marked;
}

function finalizersAfter(finalizers: readonly string[], policy: PropagationPolicy | undefined): string[] {
  if (policy === undefined) return [...finalizers];
  const others = finalizers.filter((name) => name !== orphanFinalizer && name !== foregroundFinalizer);
  if (policy === "Orphan") return [...others, orphanFinalizer];
  return policy === "Foreground" ? [...others, foregroundFinalizer] : others;
}

interface Grace {
  readonly deletionTimestamp: string;
  readonly deletionGracePeriodSeconds: number;
}

/** Returns the grace period. The first request sets it; later ones can only shorten it. */
function graceOf(
  traits: StoreParts["resource"]["traits"],
  object: ApiObject,
  asked: number | undefined,
  nowMs: number,
): Grace {
  const wanted = asked === undefined ? undefined : wantedSeconds(asked);
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata;
  const givenSeconds = Number(deletionGracePeriodSeconds);
  if (!deletionTimestamp) {
    const seconds = traits.gracePeriodSeconds?.(object, wanted) ?? 0;
    return { deletionTimestamp: formatTime(nowMs + seconds * 1000), deletionGracePeriodSeconds: seconds };
  }
  const isShorter = wanted !== undefined && wanted < givenSeconds;
  if (!isShorter) return { deletionTimestamp, deletionGracePeriodSeconds: givenSeconds };
  const endMs = Date.parse(deletionTimestamp) + (wanted - givenSeconds) * 1000;
  if (endMs >= nowMs) return { deletionTimestamp: formatTime(endMs), deletionGracePeriodSeconds: wanted };
  return { deletionTimestamp: formatTime(nowMs), deletionGracePeriodSeconds: Math.min(wanted, 1) };
}
