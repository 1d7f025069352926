/**
 * Changes objects: read, change, compare, write, and again when someone else was faster.
 *
 * @module
 */

import { cloneJson } from "../../json/clone-json.ts";
import { keepMetadata } from "../../kind/replacement.ts";
import { isStorageError } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { conflict, invalid, modified, notFound, type ResourceName } from "../request/failures.ts";
import { atRevision } from "../request/object-json.ts";
import { floatPaths } from "../request/sent-floats.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { pausesFor } from "../request/turns.ts";
import { claiming, freed } from "./claims.ts";
import { createObject } from "./create.ts";
import { entriesOf, hasSameContent, hasSameEntries, setEntries } from "./fields.ts";
import { type ObjectName, objectKey, upstreamKey } from "./keys.ts";
import { dropRepeatedOwners, settleNamespace, warnOfRepeatedOwners } from "./object-meta.ts";
import type { Admission, StoreParts, WriteContext } from "./parts.ts";
import { readCurrent, type Stored } from "./read.ts";
import { storeFailure } from "./store-failure.ts";
import { putObject } from "./stored-object.ts";
import {
  applyDefaults,
  asKept,
  asRead,
  asStored,
  asVetted,
  dropGatedFields,
  moveWritten,
  prepareForUpdate,
  renewDefaults,
  trackWrite,
} from "./strategy.ts";

/** How often a change is made again on what others wrote in the meantime. */
const maxUpdateAttempts = 20;

export interface UpdateRequest {
  readonly target: ObjectName;
  /** Empty for the object itself. */
  readonly subresource: string;
  /**
   * The object as it is to be.
   *
   * @param current - a copy that may be changed, unless the change is detached; undefined when there is no such object, which
   *   the change may refuse
   */
  change(current: ApiObject | undefined): Promise<ApiObject> | ApiObject;
  /** Whether the change makes an object that shares nothing with the current one, and leaves that as it is. */
  readonly isDetached?: boolean;
  /** Whether the change says itself who owns what. */
  readonly keepsOwners?: boolean;
  /** Whether the change is made again when someone else was faster, although it names the version that it read. */
  readonly isRepeatable?: boolean;
  /** In place of the registry's own: what clients write is a view of the object. */
  readonly admission?: Pick<Admission, "mutate" | "approve">;
  /** Called before an object that does not exist is created; throws the StatusError that refuses. Absent: never created. */
  permitCreation?(): Promise<void>;
}

export interface UpdateResult {
  readonly object: ApiObject;
  readonly isCreated: boolean;
}

/** @throws {StatusError} NotFound, Conflict, Invalid, Forbidden */
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
  throw modified(parts.called, target.name);
}

async function createInstead(parts: StoreParts, request: UpdateRequest, write: WriteContext): Promise<ApiObject> {
  const { called } = parts;
  const { target, permitCreation } = request;
  if (!permitCreation) throw notFound(called, target.name);
  const object = await request.change(undefined);
  const { uid } = object.metadata;
  if (uid) {
    throw conflict(called, target.name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: `);
  }
  await permitCreation.call(request);
  delete object.metadata.resourceVersion;
  return createObject(parts, object, {
    ...write,
    nameInPath: target.name,
    keepsOwners: request.keepsOwners === true,
  });
}

/** Undefined when the object was written since it was read, and the change does not depend on that. */
async function replace(
  parts: StoreParts,
  stored: Stored,
  object: ApiObject,
  request: UpdateRequest,
  write: WriteContext,
): Promise<ApiObject | undefined> {
  const { resource, admission } = parts;
  const { target, subresource, keepsOwners = false } = request;
  // A patch says nothing of which object it means: another uid in it is a change that the rules refuse.
  if (!request.isRepeatable)
    assertSameUid(object, stored.object, { resource, called: parts.called, isDryRun: write.isDryRun });
  const pause = pausesFor(object);
  await pause();
  moveWritten(parts, object);
  // An apply that changes nothing adds no defaults either, which only an object that a webhook has converted may lack.
  const isAsBefore = keepsOwners && parts.conversion !== undefined && hasSameContent(object, stored.object);
  if (!isAsBefore) applyDefaults(parts, object);
  if (!keepsOwners) await trackWrite(parts, { object, oldObject: stored.object, subresource }, write);
  // The client owns what it has sent, also where it is not stored.
  const hadDisabled = dropGatedFields(parts, object, stored.object, write);
  // As the client sent it: what it cannot change is put right afterwards.
  const attempt = { operation: "UPDATE", resource, subresource, target, oldObject: stored.object, ...write } as const;
  await (request.admission ?? admission).mutate({ ...attempt, object });
  // Admission can make it a change of another version, and is asked about a change that comes too late, too.
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
  return claiming(parts, { ...attempt, object: prepared }, () => writePrepared(parts, step));
}

interface PreparedUpdate {
  readonly stored: Stored;
  readonly admitted: ApiObject;
  /** The object before it had the form in which it is stored. */
  readonly sent: ApiObject;
  readonly prepared: ApiObject;
  /** Whether the change is meant for one version of the object only. */
  readonly isConditional: boolean;
  readonly request: UpdateRequest;
  readonly write: WriteContext;
  /** Between two walks over the object. */
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
  const read = asRead(parts, candidate, admitted);
  await pause();
  await admission.validate({ ...attempt, object: asVetted(parts, read, sent), floats: floatPaths(admitted) });
  await (request.admission ?? admission).approve({ ...attempt, object: candidate });
  const kept = asKept(parts, read);
  kept.metadata.resourceVersion = stored.object.metadata.resourceVersion ?? "";
  const written = conversion ? await conversion.toStored(kept) : kept;
  await pause();
  const isSame = !stored.isOutdated && hasSameContent(written, stored.kept);
  await pause();
  if (isSame && hasSameEntries(kept, stored.object)) return stored.object;
  await pause();
  if (write.isDryRun) return conversion ? conversion.toServed(written) : kept;
  const key = objectKey(resource, target);
  try {
    if (isToBeGone(kept, resource)) {
      const gone = atRevision(kept, await storage.delete(key, stored.revision));
      await freed(parts, attempt);
      return gone;
    }
    return await putObject(parts, {
      key,
      object: written,
      expected: stored.revision,
      mayDropOwners: !keepsOwners,
    });
  } catch (error) {
    if (!isStorageError(error, "conflict")) throw storeFailure(error);
    if (isConditional && !request.isRepeatable) throw modified(parts.called, target.name);
    return undefined;
  }
}

/** A write that is meant for one object. */
interface MeantWrite {
  readonly resource: ServedResource;
  /** As clients know the resource; default: as it is. */
  readonly called?: ResourceName;
  readonly isDryRun: boolean;
}

/** @throws {StatusError} Conflict for what is meant for an object that had the name before */
export function assertSameUid(
  { metadata: { uid } }: ApiObject,
  stored: ApiObject,
  { resource, called = resource, isDryRun }: MeantWrite,
): void {
  if (!uid || uid === stored.metadata.uid) return;
  const { namespace = "", name = "" } = stored.metadata;
  const key = upstreamKey(resource, { namespace, name }, isDryRun);
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored.metadata.uid}`;
  // As the storage of kube-apiserver tells it, with its code for an object that is not the one that is meant.
  const told = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
  throw conflict(called, name, told);
}

/** Whether the object names the version that is stored. @throws {StatusError} Conflict where it names another one */
function assertVersion(
  resource: ResourceName,
  { metadata: { resourceVersion, name = "" } }: ApiObject,
  stored: ApiObject,
): boolean {
  if (!resourceVersion || resourceVersion === "0") return false;
  if (resourceVersion !== stored.metadata.resourceVersion) throw modified(resource, name);
  return true;
}

/** True when the change is meant for one version of the object only. */
function assertPreconditions({ resource, called }: StoreParts, object: ApiObject, stored: ApiObject): boolean {
  const { name = "" } = object.metadata;
  if (assertVersion(called, object, stored)) return true;
  const { needsResourceVersion: needed = false } = resource.traits;
  if (typeof needed === "object" ? needed.exceptIn.includes(called.version) : !needed) return false;
  throw invalid({ group: resource.group, kind: resource.resource, name }, [
    {
      reason: "FieldValueInvalid",
      message: "Invalid value: 0: must be specified for an update",
      field: "metadata.resourceVersion",
    },
  ]);
}

/** A deleted object whose last finalizer goes, goes with it. */
export function isToBeGone(
  object: ApiObject,
  { traits }: { readonly traits: Pick<ServedResource["traits"], "isHeld"> },
): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = object.metadata;
  return (
    Boolean(deletionTimestamp) &&
    finalizers.length === 0 &&
    !traits.isHeld?.(object as never) &&
    Number(deletionGracePeriodSeconds ?? 0) === 0
  );
}
