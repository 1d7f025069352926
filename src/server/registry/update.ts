/**
 * Updates objects: reads, changes, compares and writes, and starts again if another client has written in the meantime.
 *
 * @module
 */

import { cloneJson } from "../../json/clone-json.ts";
import { keepMetadata } from "../../kind/prepare-replacement.ts";
import { isStorageError } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { conflict, invalid, notFound, type ResourceName, staleVersionConflict } from "../request/failures.ts";
import { withRevision } from "../request/object-json.ts";
import { floatPaths } from "../request/sent-floats.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { createPause } from "../request/turns.ts";
import { releaseAllocations, withAllocations } from "./claims.ts";
import { createObject } from "./create.ts";
import { entriesOf, hasSameContent, hasSameEntries, setEntries } from "./fields.ts";
import { type ObjectName, objectKey, upstreamKey } from "./keys.ts";
import { dropRepeatedOwners, settleNamespace, warnOfRepeatedOwners } from "./object-meta.ts";
import type { Admission, StoreParts, WriteContext } from "./parts.ts";
import { readCurrent, type Stored } from "./read.ts";
import { asStatusError } from "./store-failure.ts";
import { putObject } from "./stored-object.ts";
import {
  applyDefaults,
  asReadBack,
  asStored,
  asValidated,
  dropGatedFields,
  moveWritten,
  prepareForUpdate,
  pruneToSchema,
  renewDefaults,
  trackWrite,
} from "./strategy.ts";

/** Maximum number of attempts if other clients write in the meantime. */
const maxUpdateAttempts = 20;

export interface UpdateRequest {
  readonly target: ObjectName;
  /** Empty for the object itself. */
  readonly subresource: string;
  /**
   * Returns the wanted object.
   *
   * @param current - a copy that may be changed, unless the change is detached; undefined if there is no object, which
   *   the change may reject
   */
  change(current: ApiObject | undefined): Promise<ApiObject> | ApiObject;
  /**
   * Whether the change returns an object that shares nothing with the current one, and does not modify the current one.
   */
  readonly isDetached?: boolean;
  /** Whether the change sets the managed fields itself. */
  readonly keepsOwners?: boolean;
  /**
   * Whether the change is repeated if another client was faster, although its object has the resource version that it
   * read.
   */
  readonly isRepeatable?: boolean;
  /** Admission to use instead of the registry's, for clients that write a view of the object. */
  readonly admission?: Pick<Admission, "mutate" | "approve">;
  /**
   * Called before a missing object is created; throws a StatusError to reject that. Absent: the update never creates an
   * object.
   */
  permitCreation?(): Promise<void>;
}

export interface UpdateResult {
  readonly object: ApiObject;
  readonly isCreated: boolean;
}

/**
 * Updates an object.
 *
 * @throws {StatusError} NotFound, Conflict, Invalid, Forbidden
 */
export async function updateObject(
  parts: StoreParts,
  request: UpdateRequest,
  write: WriteContext,
): Promise<UpdateResult> {
  const { target } = request;
  for (let attempt = 1; attempt <= maxUpdateAttempts; attempt++) {
    const stored = await readCurrent(parts, target);
    if (!stored) return { object: await createInstead(parts, request, write), isCreated: true };
    const object = await request.change(request.isDetached ? stored.object : cloneJson(stored.object));
    const result = await replace(parts, stored, object, request, write);
    if (result) return { object: result, isCreated: false };
  }
  throw staleVersionConflict(parts.clientResource, target.name);
}

async function createInstead(parts: StoreParts, request: UpdateRequest, write: WriteContext): Promise<ApiObject> {
  const { clientResource } = parts;
  const { target, permitCreation } = request;
  if (!permitCreation) throw notFound(clientResource, target.name);
  const object = await request.change(undefined);
  const { uid } = object.metadata;
  if (uid) {
    throw conflict(
      clientResource,
      target.name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: `,
    );
  }
  await permitCreation.call(request);
  delete object.metadata.resourceVersion;
  return createObject(parts, object, {
    ...write,
    nameInPath: target.name,
    keepsOwners: request.keepsOwners === true,
  });
}

/** Writes the changed object; undefined if it has been written since it was read, and the change can be repeated. */
async function replace(
  parts: StoreParts,
  stored: Stored,
  object: ApiObject,
  request: UpdateRequest,
  write: WriteContext,
): Promise<ApiObject | undefined> {
  const { resource, admission } = parts;
  const { target, subresource, keepsOwners = false } = request;
  // The UID in a patch is not a precondition: validation rejects a changed UID.
  if (!request.isRepeatable)
    assertSameUid(object, stored.object, { resource, called: parts.clientResource, isDryRun: write.isDryRun });
  const pause = createPause(object);
  await pause();
  moveWritten(parts, object);
  // An apply that changes nothing adds no defaults either. Only an object that a webhook has converted may lack
  // defaults.
  const isAsBefore = keepsOwners && parts.conversion !== undefined && hasSameContent(object, stored.object);
  if (!isAsBefore) applyDefaults(parts, object);
  if (!keepsOwners) await trackWrite(parts, { object, oldObject: stored.object, subresource }, write);
  // After the managed fields are set: the client owns each field that it has sent, even one that is not stored.
  const hadDisabled = dropGatedFields(parts, object, stored.object, write);
  // Admission sees the object as the client sent it. Changes of immutable metadata are reverted afterwards.
  const attempt = { operation: "UPDATE", resource, subresource, target, oldObject: stored.object, ...write } as const;
  await (request.admission ?? admission).mutate({ ...attempt, object });
  // After mutating admission, which may change the resource version, and which is called for outdated changes, too.
  const isConditional = assertPreconditions(parts, object, stored.object);
  keepMetadata(object.metadata, stored.object.metadata);
  const { resourceVersion } = stored.object.metadata;
  if (resourceVersion) object.metadata.resourceVersion ||= resourceVersion;
  settleNamespace(object, target.namespace);
  renewDefaults(parts, object);
  warnOfRepeatedOwners(dropRepeatedOwners(object), write);
  await pause();
  const prepared = asStored(parts, object);
  await pause();
  prepareForUpdate(parts, { subresource, object: prepared, oldObject: stored.object, sent: object, hadDisabled });
  setEntries(prepared, entriesOf(object));
  const sent = subresource === "" ? object : prepared;
  const step = { stored, admitted: object, sent, prepared, isConditional, request, write, pause } as const;
  if (subresource !== "") return writePrepared(parts, step);
  return withAllocations(parts, { ...attempt, object: prepared }, () => writePrepared(parts, step));
}

interface PreparedUpdate {
  readonly stored: Stored;
  readonly admitted: ApiObject;
  /** The object before its conversion to the stored form. */
  readonly sent: ApiObject;
  readonly prepared: ApiObject;
  /** Whether the change applies to one version of the object only. */
  readonly isConditional: boolean;
  readonly request: UpdateRequest;
  readonly write: WriteContext;
  /** Called between two passes over the object, to let other work run. */
  pause(): Promise<void> | undefined;
}

async function writePrepared(
  parts: StoreParts,
  { stored, admitted, sent, prepared, isConditional, request, write, pause }: PreparedUpdate,
): Promise<ApiObject | undefined> {
  const { resource, storage, admission, conversion } = parts;
  const { target, subresource, keepsOwners = false } = request;
  const attempt = { operation: "UPDATE", resource, subresource, target, oldObject: stored.object, ...write } as const;
  await pause();
  const candidate = asStored(parts, prepared);
  await pause();
  const read = pruneToSchema(parts, candidate, admitted);
  await pause();
  await admission.validate({ ...attempt, object: asValidated(parts, read, sent), floats: floatPaths(admitted) });
  await (request.admission ?? admission).approve({ ...attempt, object: candidate });
  const kept = asReadBack(parts, read);
  kept.metadata.resourceVersion = stored.object.metadata.resourceVersion ?? "";
  const written = conversion ? await conversion.toStored(kept) : kept;
  await pause();
  const isSame = !stored.isOutdated && hasSameContent(written, stored.storedForm);
  await pause();
  if (isSame && hasSameEntries(kept, stored.object)) return stored.object;
  await pause();
  if (write.isDryRun) return conversion ? conversion.toServed(written) : kept;
  const key = objectKey(resource, target);
  try {
    if (isReadyForRemoval(kept, resource)) {
      const gone = withRevision(kept, await storage.delete(key, stored.revision));
      await releaseAllocations(parts, attempt);
      return gone;
    }
    return await putObject(parts, {
      key,
      object: written,
      expectedRevision: stored.revision,
      mayDropManagedFields: !keepsOwners,
    });
  } catch (error) {
    if (!isStorageError(error, "conflict")) throw asStatusError(error);
    if (isConditional && !request.isRepeatable) throw staleVersionConflict(parts.clientResource, target.name);
    return undefined;
  }
}

/** A write with a UID as its precondition. */
interface UidCheck {
  readonly resource: ServedResource;
  /** The resource as clients know it; default: `resource`. */
  readonly called?: ResourceName;
  readonly isDryRun: boolean;
}

/**
 * Checks the UID of a write.
 *
 * @throws {StatusError} Conflict if the write is meant for an earlier object of the same name
 */
export function assertSameUid(
  { metadata: { uid } }: ApiObject,
  stored: ApiObject,
  { resource, called = resource, isDryRun }: UidCheck,
): void {
  if (!uid || uid === stored.metadata.uid) return;
  const { namespace = "", name = "" } = stored.metadata;
  const key = upstreamKey(resource, { namespace, name }, isDryRun);
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored.metadata.uid}`;
  // The message of kube-apiserver's storage, with its code for an invalid object.
  const errorMessage = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
  throw conflict(called, name, errorMessage);
}

/**
 * Whether the object has the stored resource version.
 *
 * @throws {StatusError} Conflict if it has another resource version
 */
function assertVersion(
  resource: ResourceName,
  { metadata: { resourceVersion, name = "" } }: ApiObject,
  stored: ApiObject,
): boolean {
  if (!resourceVersion || resourceVersion === "0") return false;
  if (resourceVersion !== stored.metadata.resourceVersion) throw staleVersionConflict(resource, name);
  return true;
}

/** Whether the change applies to one version of the object only. */
function assertPreconditions({ resource, clientResource }: StoreParts, object: ApiObject, stored: ApiObject): boolean {
  const { name = "" } = object.metadata;
  if (assertVersion(clientResource, object, stored)) return true;
  const { needsResourceVersion: needed = false } = resource.traits;
  if (typeof needed === "object" ? needed.exceptIn.includes(clientResource.version) : !needed) return false;
  throw invalid({ group: resource.group, kind: resource.resource, name }, [
    {
      reason: "FieldValueInvalid",
      message: "Invalid value: 0: must be specified for an update",
      field: "metadata.resourceVersion",
    },
  ]);
}

/**
 * Whether a write removes the object from the store: it is marked as deleted, and has no finalizers and no grace period
 * left.
 */
export function isReadyForRemoval(
  object: ApiObject,
  { traits }: { readonly traits: Pick<ServedResource["traits"], "isHeld"> },
): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = object.metadata;
  return (
    Boolean(deletionTimestamp) &&
    finalizers.length === 0 &&
    !traits.isHeld?.(object) &&
    Number(deletionGracePeriodSeconds ?? 0) === 0
  );
}
