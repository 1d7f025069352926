/**
 * Creates objects.
 *
 * @module
 */
import { clearSystemMetadata, initializeMetadata } from "../../kind/new-metadata.ts";
import { isStorageError } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { alreadyExists, invalid, noUniqueName, versionOnCreate } from "../request/failures.ts";
import { floatPaths } from "../request/sent-floats.ts";
import { StatusError } from "../request/status.ts";
import { createPause } from "../request/turns.ts";
import { withAllocations } from "./claims.ts";
import { objectKey } from "./keys.ts";
import { dropRepeatedOwners, formatTime, generateName, settleNamespace, warnOfRepeatedOwners } from "./object-meta.ts";
import type { AdmissionAttributes, StoreParts, WriteContext } from "./parts.ts";
import { readCurrent } from "./read.ts";
import { asStatusError, withStatusErrors } from "./store-failure.ts";
import { putObject } from "./stored-object.ts";
import {
  applyDefaults,
  asReadBack,
  asStored,
  dropGatedFields,
  moveWritten,
  prepareForCreate,
  pruneToSchema,
  renewDefaults,
  trackWrite,
} from "./strategy.ts";

export interface CreateContext extends WriteContext {
  /** Whether the object already contains its managed fields. */
  readonly keepsOwners?: boolean;
}

/** Maximum number of attempts to generate an unused name. */
const maxNameAttempts = 8;

/**
 * Creates an object.
 *
 * @param object - decoded, with the namespace of the request; owned by the registry from now on
 * @throws {StatusError} AlreadyExists, Invalid, Forbidden
 */
export async function createObject(parts: StoreParts, object: ApiObject, write: CreateContext): Promise<ApiObject> {
  const { resource, clientResource } = parts;
  const { metadata } = object;
  const { resourceVersion = "" } = metadata;
  clearSystemMetadata(metadata);
  moveWritten(parts, object);
  applyDefaults(parts, object);
  if (!write.keepsOwners) await trackWrite(parts, { object, subresource: "" }, write);
  // After the managed fields are set: the client owns each field that it has sent, even one that is not stored.
  dropGatedFields(parts, object, undefined, write);
  const { namespace = "", name: asked = "" } = metadata;
  await parts.admission.mutate(attemptOf(parts, object, write));
  settleNamespace(object, namespace);
  renewDefaults(parts, object);
  warnOfRepeatedOwners(dropRepeatedOwners(object), write);
  // An update that creates an object clears system metadata once more, after admission.
  if (write.nameInPath !== undefined) clearSystemMetadata(object.metadata);
  initializeMetadata(object.metadata, { uid: parts.newUid(), creationTimestamp: formatTime(parts.nowMs()) });
  const { name: given, generateName: base = "" } = object.metadata;
  const isGenerated = !given && base !== "";
  for (let attempt = 1; ; attempt++) {
    if (isGenerated) object.metadata.name = generateName(base);
    else if (!given && resource.traits.namesItself) object.metadata.name = parts.newUid();
    const stored = await store(parts, object, { ...write, asked, resourceVersion });
    if (stored) return stored;
    const { name = "" } = object.metadata;
    if (!isGenerated) {
      const target = { namespace: object.metadata.namespace ?? "", name };
      // An object that cannot be read holds the name nevertheless.
      const holder = await readCurrent(parts, target).catch(() => undefined);
      throw alreadyExists(clientResource, name, { isLeaving: Boolean(holder?.object.metadata.deletionTimestamp) });
    }
    if (attempt === maxNameAttempts) throw noUniqueName(clientResource, name);
  }
}

/** Stores the object; undefined if the name is taken. */
async function store(parts: StoreParts, object: ApiObject, write: VersionedCreate): Promise<ApiObject | undefined> {
  const { keepsOwners = false, asked, resourceVersion } = write;
  prepareForCreate(parts, object);
  const attempt = attemptOf(parts, object, write);
  const create = { ...attempt, keepsOwners, asked, resourceVersion };
  return withAllocations(parts, attempt, () => storeClaimed(parts, object, create));
}

interface VersionedCreate extends CreateContext {
  /** The resource version that the object was sent with. */
  readonly resourceVersion: string;
  /** The name that the client sent, which admission continues to see; empty if the name is generated. */
  readonly asked: string;
}

interface CreateAttempt extends AdmissionAttributes, Pick<VersionedCreate, "resourceVersion" | "asked"> {
  readonly keepsOwners: boolean;
}

/**
 * Validates and stores the object.
 *
 * @param admitted - the object after mutating admission; validating plugins still see its fields that are not stored
 */
async function storeClaimed(
  parts: StoreParts,
  admitted: ApiObject,
  attempt: CreateAttempt,
): Promise<ApiObject | undefined> {
  const { resource, storage, admission, conversion } = parts;
  const object = pruneToSchema(parts, admitted, admitted);
  await admission.validate({ ...attempt, object, floats: floatPaths(admitted) });
  const { asked, target } = attempt;
  await admission.approve(asked === "" ? attempt : { ...attempt, target: { ...target, name: asked } });
  const { namespace = "" } = object.metadata;
  // An update that creates an object stores it under the name in the path, even if admission has changed the name.
  const name = attempt.nameInPath ?? object.metadata.name ?? "";
  if (name.includes("\0")) throw unstorableName(resource, name);
  const key = objectKey(resource, { namespace, name });
  // Sets defaults for fields that the strategy has removed, since objects read from the store always have defaults.
  renewDefaults(parts, object);
  const pause = createPause(object);
  await pause();
  const kept = asReadBack(parts, asStored(parts, object));
  const written = conversion ? await conversion.toStored(kept) : kept;
  if (attempt.isDryRun) {
    if ((await withStatusErrors(storage.get(key))).entry) return undefined;
    return conversion ? conversion.toServed(written) : kept;
  }
  assertUnversioned(kept, attempt);
  await pause();
  try {
    return await putObject(parts, {
      key,
      object: written,
      expectedRevision: 0,
      mayDropManagedFields: !attempt.keepsOwners,
    });
  } catch (error) {
    if (isStorageError(error, "conflict")) return undefined;
    throw asStatusError(error);
  }
}

/**
 * Checks that a new object has no resource version. An update that creates an object ignores it, and dry runs do not
 * check it.
 *
 * @throws {StatusError} if the object has a resource version
 */
function assertUnversioned({ metadata }: ApiObject, { nameInPath, resourceVersion: sent }: CreateAttempt): void {
  const { resourceVersion } = metadata;
  if (nameInPath !== undefined || !(Number(resourceVersion) > 0)) return;
  throw resourceVersion === sent ? versionOnCreate() : versionByAdmission();
}

/** An internal error, since a webhook or a policy has set the version, not the client. */
const versionByAdmission = (): StatusError =>
  new StatusError(internalErrorCode, "", "resourceVersion should not be set on objects to be created");

const internalErrorCode = 500;

/**
 * kube-apiserver accepts such a name for kinds whose names may be any text, but keys of this server's store cannot
 * contain NUL.
 */
function unstorableName({ group, kind }: StoreParts["resource"], name: string): StatusError {
  const message = `Invalid value: ${JSON.stringify(name)}: must not hold NUL`;
  return invalid({ group, kind, name }, [{ reason: "FieldValueInvalid", message, field: "metadata.name" }]);
}

function attemptOf({ resource }: StoreParts, object: ApiObject, write: WriteContext): AdmissionAttributes {
  const { namespace = "", name = "" } = object.metadata;
  return { operation: "CREATE", resource, subresource: "", target: { namespace, name }, object, ...write };
}
