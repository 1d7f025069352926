/**
 * Reads and writes the entries of `metadata.managedFields`, which record who owns which fields.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { type FieldSet, markSorted, noFields, sortFieldSet } from "./field-set.ts";
import { readFields } from "./fields-v1.ts";

export interface Owner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The API version that the field names belong to. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** RFC 3339; absent if the owner has not gained any field yet. */
  readonly time?: string | undefined;
  readonly fields: FieldSet;
}

/** Owners by identity. */
export type Owners = ReadonlyMap<string, Owner>;

/**
 * Returns a key that is equal for the same owner: it ignores times and, for `Apply`, the version. Conflicts are sorted
 * by it.
 */
export function identityOf({ manager, operation, apiVersion, subresource }: Omit<Owner, "fields">): string {
  return JSON.stringify({
    manager: manager || undefined,
    operation,
    apiVersion: operation === "Apply" ? undefined : apiVersion,
    subresource: subresource || undefined,
  });
}

/** An entry as stored in the object. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string | null;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
  readonly subresource?: string;
}

/** Whether the list consists of a single empty entry, with which a client removes all owners. */
export const isReset = (entries: readonly ManagedFieldsEntry[] | undefined): boolean =>
  entries?.length === 1 && Object.values(entries[0] ?? {}).every((value) => value === undefined);

/**
 * Reads the owners.
 *
 * @param isOwn - whether this server stored the entries, so that their sets are already canonical
 * @returns undefined if any entry cannot be read
 */
export function readOwners(entries: readonly ManagedFieldsEntry[], isOwn: boolean): Map<string, Owner> | undefined {
  const owners = new Map<string, Owner>();
  for (const entry of entries) {
    const owner = readOwner(entry, isOwn);
    if (typeof owner === "string") return undefined;
    owners.set(identityOf(owner), owner);
  }
  return owners;
}

/** Returns why entries that a client sent cannot be read; undefined if they can. */
export function ownersFault(entries: readonly ManagedFieldsEntry[]): string | undefined {
  for (const [index, entry] of entries.entries()) {
    const owner = readOwner(entry, false);
    if (typeof owner !== "string") continue;
    return owner.includes("fieldsType") ? `${owner} in managed fields entry ${index}` : owner;
  }
  return undefined;
}

/** Returns the owner, or the error message of the entry. */
function readOwner(entry: ManagedFieldsEntry, isOwn: boolean): Owner | string {
  const { manager = "", operation, apiVersion, time, fieldsType, fieldsV1, subresource = "" } = entry;
  if (operation !== "Apply" && operation !== "Update") return "operation must be `Apply` or `Update`";
  if (!apiVersion) return "apiVersion must not be empty";
  if (!fieldsType) return "missing fieldsType";
  if (fieldsType !== "FieldsV1") return `invalid fieldsType ${JSON.stringify(fieldsType)}`;
  try {
    const isRead = isOwn && isPlainObject(fieldsV1);
    const fields = isRead ? markSorted(fieldsV1 as FieldSet) : readFields(fieldsV1 ?? noFields);
    return { manager, operation, apiVersion, subresource, time: time ?? undefined, fields };
  } catch (error) {
    if (error instanceof SyntaxError) return `error decoding set: ${error.message}`;
    throw error;
  }
}

/** Returns the entries in the order in which they are stored in objects. */
export function writeOwners(owners: Owners): ManagedFieldsEntry[] {
  return [...owners.values()].sort(compareOwners).map(writeOwner);
}

/**
 * Sets members one by one, which takes a third of the time of spreads. This matters because every write creates
 * entries.
 */
function writeOwner({ manager, operation, apiVersion, subresource, time, fields }: Owner): ManagedFieldsEntry {
  const entry: { -readonly [Name in keyof ManagedFieldsEntry]: ManagedFieldsEntry[Name] } = {};
  if (manager !== "") entry.manager = manager;
  entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = sortFieldSet(fields);
  if (subresource !== "") entry.subresource = subresource;
  return entry;
}

const compareOwners = (a: Owner, b: Owner): number =>
  compareUtf8(a.operation, b.operation) ||
  secondsOf(a) - secondsOf(b) ||
  compareUtf8(a.manager, b.manager) ||
  compareUtf8(a.apiVersion, b.apiVersion) ||
  compareUtf8(a.subresource, b.subresource);

export const secondsOf = ({ time }: Owner): number => (time === undefined ? 0 : Math.floor(Date.parse(time) / 1000));
