/**
 * Who owns which fields: the entries of `managedFields`, read, and written again.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { type FieldSet, inOrder, noFields, noteInOrder } from "./field-set.ts";
import { readFields } from "./fields-v1.ts";

export interface Owner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version of the object that the names of the fields are of. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** RFC 3339; absent for who gained nothing yet. */
  readonly time?: string | undefined;
  readonly fields: FieldSet;
}

/** By identity. */
export type Owners = ReadonlyMap<string, Owner>;

/** Who is the same owner as before: times do not count, nor the version of one who applies. Conflicts are in its order. */
export function identityOf({ manager, operation, apiVersion, subresource }: Omit<Owner, "fields">): string {
  return JSON.stringify({
    manager: manager || undefined,
    operation,
    apiVersion: operation === "Apply" ? undefined : apiVersion,
    subresource: subresource || undefined,
  });
}

/** An entry as objects hold it. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly time?: string | null;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
  readonly subresource?: string;
}

/** The list by itself says that nobody owns anything. */
export const isReset = (entries: readonly ManagedFieldsEntry[] | undefined): boolean =>
  entries?.length === 1 && Object.values(entries[0] ?? {}).every((value) => value === undefined);

/**
 * @param isOwn - the entries are of an object that this server stored, whose sets are in their one form
 * @returns undefined where one of them cannot be read: then none counts
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

/** Why entries that came from outside cannot be read; undefined where they can. */
export function ownersFault(entries: readonly ManagedFieldsEntry[]): string | undefined {
  for (const [index, entry] of entries.entries()) {
    const owner = readOwner(entry, false);
    if (typeof owner !== "string") continue;
    return owner.includes("fieldsType") ? `${owner} in managed fields entry ${index}` : owner;
  }
  return undefined;
}

/** The owner, or the fault of the entry. */
function readOwner(entry: ManagedFieldsEntry, isOwn: boolean): Owner | string {
  const { manager = "", operation, apiVersion, time, fieldsType, fieldsV1, subresource = "" } = entry;
  if (operation !== "Apply" && operation !== "Update") return "operation must be `Apply` or `Update`";
  if (!apiVersion) return "apiVersion must not be empty";
  if (!fieldsType) return "missing fieldsType";
  if (fieldsType !== "FieldsV1") return `invalid fieldsType ${JSON.stringify(fieldsType)}`;
  try {
    const isRead = isOwn && isPlainObject(fieldsV1);
    const fields = isRead ? noteInOrder(fieldsV1 as FieldSet) : readFields(fieldsV1 ?? noFields);
    return { manager, operation, apiVersion, subresource, time: time ?? undefined, fields };
  } catch (error) {
    if (error instanceof SyntaxError) return `error decoding set: ${error.message}`;
    throw error;
  }
}

/** The entries in the order in which objects hold them. */
export function writeOwners(owners: Owners): ManagedFieldsEntry[] {
  return [...owners.values()].sort(compareOwners).map(writeOwner);
}

/** One member after the other, which takes a third of the time of spreads: each write makes entries. */
function writeOwner({ manager, operation, apiVersion, subresource, time, fields }: Owner): ManagedFieldsEntry {
  const entry: { -readonly [Name in keyof ManagedFieldsEntry]: ManagedFieldsEntry[Name] } = {};
  if (manager !== "") entry.manager = manager;
  entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = inOrder(fields);
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
