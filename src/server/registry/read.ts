/**
 * Reads single objects.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { notFound, unreadable } from "../request/failures.ts";
import { writtenVersionOf } from "../request/written-form.ts";
import { type ObjectName, objectKey } from "./keys.ts";
import type { StoreParts } from "./parts.ts";
import { withStatusErrors } from "./store-failure.ts";
import { decodeStored } from "./stored-object.ts";
import { storageForm } from "./version-conversion.ts";
import { awaitRevision } from "./versions.ts";

/** An object with the revision of its last write. */
export interface Stored {
  /** The object in the version of the resource. */
  readonly object: ApiObject;
  /** The object as it is stored. */
  readonly storedForm: ApiObject;
  readonly revision: number;
  /** Whether the object is stored in an outdated form, so that writing it again changes it. */
  readonly isOutdated: boolean;
}

/**
 * Reads the current state of an object from the store itself.
 *
 * @throws {StatusError} InternalError if the object cannot be read or converted
 */
export async function readCurrent(parts: StoreParts, target: ObjectName): Promise<Stored | undefined> {
  const { resource, storage, cache } = parts;
  const key = objectKey(resource, target);
  const cached = cache.get(key);
  const knownRevision = Number(cached?.metadata.resourceVersion ?? 0);
  const { entry, isUnchanged } = await withStatusErrors(storage.get(key, { knownRevision }));
  const isStale = entry?.isStale ?? false;
  if (cached && (isUnchanged || entry?.modRevision === knownRevision))
    return inOwnVersion(parts, cached, { revision: knownRevision, isStale });
  if (!entry) return undefined;
  const { modRevision: revision } = entry;
  const decoded = decodeStored(entry, storageForm(parts));
  if (!decoded.ok) throw unreadable({ key, revision, why: decoded.error });
  return inOwnVersion(parts, decoded.value, { revision, isStale });
}

async function inOwnVersion(
  { conversion }: StoreParts,
  storedForm: ApiObject,
  { revision, isStale }: { readonly revision: number; readonly isStale: boolean },
): Promise<Stored> {
  const object = conversion ? await conversion.toServed(storedForm) : storedForm;
  return {
    object,
    storedForm,
    revision,
    isOutdated: writtenVersionOf(storedForm) !== undefined || isStale,
  };
}

/**
 * Reads an object.
 *
 * @param resourceVersion - undefined for the newest state; otherwise a state that is at least as new, 0 for any
 * @throws {StatusError} NotFound; Timeout if the store does not reach the version in time
 */
export async function getObject(
  parts: StoreParts,
  target: ObjectName,
  resourceVersion: number | undefined,
): Promise<ApiObject> {
  const { resource, clientResource, cache } = parts;
  const object =
    resourceVersion === undefined
      ? (await readCurrent(parts, target))?.object
      : await cachedObject(parts, target, resourceVersion);
  if (object) return object;
  // Throws another error for an object that exists but cannot be read.
  if (cache.countUnreadable(objectKey(resource, target)) > 0) await readCurrent(parts, target);
  throw notFound(clientResource, target.name);
}

async function cachedObject(
  parts: StoreParts,
  target: ObjectName,
  resourceVersion: number,
): Promise<ApiObject | undefined> {
  const { resource, cache, conversion } = parts;
  await awaitRevision(parts, resourceVersion);
  const kept = cache.get(objectKey(resource, target));
  return kept && conversion ? conversion.toServed(kept) : kept;
}
