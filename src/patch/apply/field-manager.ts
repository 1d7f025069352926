/**
 * Maintains `metadata.managedFields`: updates the entries on every write, and performs server-side apply. Objects come
 * without their entries, which are passed next to them.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { failure, type Result, success } from "../../text/result.ts";
import { capUpdateOwners } from "./cap-owners.ts";
import { type Conflict, conflictsOutside } from "./conflicts.ts";
import { difference, type FieldSet, isEmpty, noFields, union } from "./field-set.ts";
import { unchangedSinceLastApplied } from "./last-applied.ts";
import { TypingError } from "./list-items.ts";
import {
  identityOf,
  isReset,
  type ManagedFieldsEntry,
  type Owner,
  type Owners,
  readOwners,
  writeOwners,
} from "./owners.ts";
import { ConversionError, type ConvertObject, type TypedObject } from "./typed-object.ts";
import { faultText, typingFaults } from "./typing.ts";
import { type AppliedObject, applyObject, type KeepFields, ownersAfterUpdate } from "./updater.ts";

/** Who writes, and through which endpoint. */
export interface FieldWrite {
  /** Empty if the client gives no name. */
  readonly manager: string;
  /** Empty for a write to the object itself. */
  readonly subresource: string;
  /** RFC 3339, to the second. */
  readonly now: string;
  readonly convert: ConvertObject;
  /** Reduces a field set of a version to the fields that clients of the endpoint can own; absent: all of them. */
  readonly keepFields?: KeepFields | undefined;
}

export interface ManagedObject {
  readonly object: TypedObject;
  readonly entries: readonly ManagedFieldsEntry[] | undefined;
}

/**
 * Returns the entries of an object after any write except server-side apply. If the new owners cannot be determined,
 * the entries stay unchanged.
 *
 * @param live - the object before the write; an empty object if `isNew`
 * @param updated - the new object, with the entries that the client sent, if any
 */
export function entriesAfterUpdate(
  live: ManagedObject & { readonly isNew: boolean },
  updated: ManagedObject,
  write: FieldWrite,
): readonly ManagedFieldsEntry[] {
  const owners = ownersForUpdate(live.entries ?? [], updated.entries ?? [], write);
  // An object without entries gets its first ones only when it is created or first applied.
  if (owners.size === 0 && !live.isNew) return [];
  if (hasTypingFaults(live.object) || hasTypingFaults(updated.object)) return live.entries ?? [];
  try {
    return writeOwners(trackUpdate(live.object, updated.object, owners, write));
  } catch (error) {
    if (error instanceof TypingError || error instanceof ConversionError) return live.entries ?? [];
    throw error;
  }
}

const hasTypingFaults = ({ type, value, mayViolateType = false }: TypedObject): boolean =>
  mayViolateType && typingFaults(type, value, true).length > 0;

/** Returns the owners before an update. Clients can edit entries by hand, but not through a subresource. */
function ownersForUpdate(
  live: readonly ManagedFieldsEntry[],
  sent: readonly ManagedFieldsEntry[],
  { subresource }: FieldWrite,
): Owners {
  if (subresource === "") {
    if (isReset(sent)) return new Map();
    const owners = readOwners(sent, sent === live);
    if (owners && owners.size > 0) return owners;
  }
  return readOwners(live, true) ?? new Map();
}

/** Temporary identity of the actor while the fields that it gains are computed. */
const currentOperation = "current-operation";

function trackUpdate(live: TypedObject, updated: TypedObject, owners: Owners, write: FieldWrite): Owners {
  const actor = actorOf(write, "Update", updated.apiVersion);
  const { convert, keepFields } = write;
  const identity = identityOf(actor);
  const finalOwner = { identity, losableFields: neverOwned };
  const act = { identity: currentOperation, actor, finalOwner, convert, keepFields };
  const after = ownersAfterUpdate(live, updated, owners, act);
  const gained = difference(after.get(currentOperation)?.fields ?? noFields, neverOwned);
  after.delete(currentOperation);
  if (!isEmpty(gained)) {
    const fields = union(after.get(identity)?.fields ?? noFields, gained);
    after.set(identity, { ...actor, fields, time: write.now });
  }
  return capUpdateOwners(after);
}

const actorOf = (
  { manager, subresource }: FieldWrite,
  operation: Owner["operation"],
  apiVersion: string,
): Omit<Owner, "fields"> => ({ manager: manager || "unknown", operation, apiVersion, subresource });

export interface ApplyResult {
  readonly object: TypedObject;
  /** Whether the configuration changed the object, apart from its entries. */
  readonly isChanged: boolean;
  readonly entries: readonly ManagedFieldsEntry[];
}

/** Conflicts with other owners, or an error message. */
export type ApplyFault = readonly Conflict[] | string;

type ApplyWrite = FieldWrite & { readonly empty: TypedObject; readonly isForced: boolean };

/**
 * Applies a configuration to an object.
 *
 * @param live - the stored object; an empty object if it is new
 * @param write - `empty`: an object of the type without any fields
 */
export function applyConfiguration(
  live: ManagedObject,
  applied: TypedObject,
  write: ApplyWrite,
): Result<ApplyResult, ApplyFault> {
  try {
    return applyConverted(live, applied, write);
  } catch (error) {
    if (error instanceof ConversionError || error instanceof TypingError) return failure(error.message);
    throw error;
  }
}

/**
 * Applies the configuration. If the object has no owners, its fields first get the owner `before-first-apply`.
 *
 * @throws {ConversionError} if the object cannot be converted to a version
 */
function applyConverted(live: ManagedObject, applied: TypedObject, write: ApplyWrite): Result<ApplyResult, ApplyFault> {
  const known = readOwners(live.entries ?? [], true);
  if (!known) return failure("failed to decode managed fields");
  const liveFaults = typingFaults(live.object.type, live.object.value, true);
  // An object without owners first gets one for its existing fields, so that this error comes before those of the
  // configuration.
  if (liveFaults.length > 0 && known.size === 0) return failure(existingFieldsMessage(live.object, liveFaults));
  const faults = typingFaults(applied.type, applied.value, false);
  if (faults.length > 0) return failure(typingFaultMessage("patch", applied, faults));
  if (liveFaults.length > 0) return failure(typingFaultMessage("live", live.object, liveFaults));
  const owners =
    known.size > 0 ? known : trackUpdate(write.empty, live.object, known, { ...write, manager: "before-first-apply" });
  const result = applyWithOwners(live.object, applied, owners, write);
  if (result.ok || write.manager !== "kubectl") return withEntries(result);
  const allowed = unchangedSinceLastApplied(live.object);
  if (!allowed) return result;
  const conflicts = conflictsOutside(result.error, allowed);
  if (conflicts.length > 0) return failure(conflicts);
  return withEntries(applyWithOwners(live.object, applied, owners, { ...write, isForced: true }));
}

const typingFaultMessage = (what: string, object: TypedObject, faults: readonly string[]): string =>
  `failed to create typed ${what} object (${objectText(object)}): ${faultText(faults)}`;

const existingFieldsMessage = (object: TypedObject, faults: readonly string[]): string =>
  `failed to create manager for existing fields: failed to convert new object (${objectText(object)}) to smd typed: ${faultText(faults)}`;

function objectText({ value, apiVersion }: TypedObject): string {
  const { metadata = undefined, kind = "" } = isPlainObject(value) ? value : {};
  const { name = "", namespace = "" } = isPlainObject(metadata) ? metadata : {};
  const version = apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
  return `${namespace}/${name}; ${version}, Kind=${kind}`;
}

function applyWithOwners(
  live: TypedObject,
  applied: TypedObject,
  owners: Owners,
  write: FieldWrite & { readonly isForced: boolean },
): Result<AppliedObject, readonly Conflict[]> {
  const actor = actorOf(write, "Apply", applied.apiVersion);
  const identity = identityOf(actor);
  const { time } = owners.get(identity) ?? {};
  const result = applyObject(live, applied, owners, { ...write, identity, actor: { ...actor, time } });
  if (!result.ok) return result;
  const { value } = result;
  const after = new Map(value.owners);
  const own = after.get(identity);
  after.delete(identity);
  const fields = difference(own?.fields ?? noFields, neverOwned);
  if (own && !isEmpty(fields)) after.set(identity, { ...own, fields, ...(value.isChanged ? { time: write.now } : {}) });
  return success({ ...value, owners: after });
}

function withEntries(result: Result<AppliedObject, ApplyFault>): Result<ApplyResult, ApplyFault> {
  if (!result.ok) return result;
  const { object, isChanged, owners } = result.value;
  return success({ object, isChanged, entries: writeOwners(owners) });
}

/** Fields without owners: they identify the object, or only the server sets them. */
const neverOwned: FieldSet = {
  "f:apiVersion": noFields,
  "f:kind": noFields,
  "f:metadata": {
    ".": noFields,
    "f:name": noFields,
    "f:namespace": noFields,
    "f:creationTimestamp": noFields,
    "f:selfLink": noFields,
    "f:uid": noFields,
    "f:clusterName": noFields,
    "f:generation": noFields,
    "f:managedFields": noFields,
    "f:resourceVersion": noFields,
  },
};
