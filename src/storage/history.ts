/**
 * Every version of every key since the last compaction: writes, reads at a revision, events and compaction on two
 * tables, independent of where these are stored.
 *
 * - heads: key -> revision of its newest version
 * - versions: revision -> key, value (absent for a deletion), create revision, revision of the previous version
 *
 * A read at a revision starts at the head and follows the versions back. Compaction drops versions that were replaced
 * at or below the compacted revision, and deletions together with their heads.
 *
 * @module
 */
import { compareKeys } from "./key.ts";
import {
  conflictError,
  corrupt,
  type Damage,
  type Entry,
  isStorageError,
  type RangeResult,
  type Revision,
  StorageError,
  type WatchEvent,
} from "./storage.ts";

/** The effect of one write. */
export interface Version {
  readonly key: string;
  /** Absent if the write deleted the key. */
  readonly value?: Uint8Array;
  /** 0 if the write deleted the key. */
  readonly createRevision: Revision;
  /** The previous version of the key, which may be a deletion; 0 if there was no previous version. */
  readonly before: Revision;
}

export interface Head {
  readonly key: string;
  readonly revision: Revision;
  readonly isDeleted: boolean;
}

export interface Tables {
  /** Returns the head of a key. @throws {StorageError} `corrupt`, as do all methods that read the tables */
  head(key: string): Head | undefined;
  /** Iterates over the heads in key order from `start`. The tables must not change during the iteration. */
  headsFrom(start: string): Iterable<Head | Damage>;
  /** Keys that have versions but no head that leads to them. `headsFrom` does not return them. */
  readonly lostKeys?: readonly Damage[];
  setHead(head: Head): void;
  deleteHead(key: string): void;
  version(revision: Revision): Version | undefined;
  setVersion(revision: Revision, version: Version): void;
  deleteVersion(revision: Revision): void;
}

/** A write that requires that the key was last written at `expected`; 0 means that it must not exist. */
export interface Write {
  readonly key: string;
  /** Absent for a deletion. */
  readonly value?: Uint8Array;
  readonly expected: Revision;
}

/** The range of revisions in a history. */
export interface RevisionRange {
  /** Revisions below this one cannot be read. */
  readonly compacted: Revision;
  /** The revision of the last write. */
  readonly revision: Revision;
}

/**
 * Executes a write as `revision`.
 *
 * @returns the watch event, or an error if `expected` is stale, in which case nothing is written
 */
export function applyWrite(tables: Tables, write: Write, revision: Revision): WatchEvent | StorageError {
  const { key, value, expected } = write;
  const head = orDamage(() => tables.head(key));
  if (head instanceof StorageError) return head;
  // A key with a damaged value can still be replaced and deleted.
  const found = head && !head.isDeleted ? orDamage(() => entryAt(tables, head.revision)) : undefined;
  const previous = found instanceof StorageError ? undefined : found;
  if ((head && !head.isDeleted ? head.revision : 0) !== expected) return conflictError(key, expected, previous);
  const createRevision = value === undefined ? 0 : (previous?.createRevision ?? revision);
  const before = head?.revision ?? 0;
  tables.setVersion(revision, { key, createRevision, before, ...(value && { value }) });
  tables.setHead({ key, revision, isDeleted: value === undefined });
  return {
    key,
    revision,
    ...(value && { entry: { key, value, createRevision, modRevision: revision } }),
    ...(previous && { previous }),
  };
}

/**
 * Returns the revision to read: the requested one, or the current one.
 *
 * @throws {StorageError} `compacted`, `future-revision`
 */
export function readableRevision({ compacted, revision }: RevisionRange, wanted: Revision | undefined): Revision {
  if (wanted === undefined) return revision;
  if (wanted > revision) throw futureRevision(wanted, revision);
  if (wanted < compacted) throw compactedRevision(wanted, compacted);
  return wanted;
}

export function futureRevision(wanted: Revision, revision: Revision): StorageError {
  return new StorageError("future-revision", `the store is at revision ${revision}; ${wanted} has not been reached`);
}

export function compactedRevision(wanted: Revision, compacted: Revision): StorageError {
  return new StorageError("compacted", `history before revision ${compacted} is compacted; asked for ${wanted}`);
}

/** Reads a key. @param revision - must be readable, see `readableRevision` */
export function readKey(tables: Tables, key: string, revision: Revision): Entry | undefined {
  const head = orDamage(() => tables.head(key));
  if (head instanceof StorageError) throw damaged({ key, revision: 0, why: head.message });
  const entry = head && orDamage(() => readHead(tables, head, revision));
  if (entry instanceof StorageError) throw damaged({ key, revision: head?.revision ?? 0, why: entry.message });
  return entry;
}

/** Whether the key exists and `revision` is its last write. */
export function isNewest(tables: Tables, key: string, revision: Revision): boolean {
  const head = orDamage(() => tables.head(key));
  return head !== undefined && !(head instanceof StorageError) && !head.isDeleted && head.revision === revision;
}

/** Returns the value, or the error if it is damaged. */
function orDamage<T>(read: () => T): T | StorageError {
  try {
    return read();
  } catch (error) {
    if (isStorageError(error, "corrupt")) return error;
    throw error;
  }
}

function damaged(damage: Damage): StorageError {
  return new StorageError("corrupt", `${damage.key} cannot be read: ${damage.why}`, { damage });
}

/** Reads a range of keys. @param revision - must be readable, see `readableRevision` */
export function readRange(
  tables: Tables,
  { prefix, start = prefix, limit = Number.POSITIVE_INFINITY, revision }: ReadableRange,
): RangeResult {
  const entries: Entry[] = [];
  const faulty = (tables.lostKeys ?? []).filter(({ key }) => key.startsWith(prefix));
  let remaining = 0;
  for (const head of tables.headsFrom(compareKeys(start, prefix) < 0 ? prefix : start)) {
    if (!head.key.startsWith(prefix)) break;
    if (entries.length >= limit) {
      if ("why" in head || orDamage(() => existsAt(tables, head, revision))) remaining++;
      continue;
    }
    const entry = "why" in head ? damaged(head) : orDamage(() => readHead(tables, head, revision));
    if (entry instanceof StorageError) faulty.push({ key: head.key, revision: head.revision, why: entry.message });
    else if (entry) entries.push(entry);
  }
  return { entries, remaining, revision, ...(faulty.length > 0 ? { damaged: faulty } : {}) };
}

interface ReadableRange {
  readonly prefix: string;
  readonly start?: string;
  readonly limit?: number;
  readonly revision: Revision;
}

function readHead(tables: Tables, head: Head, revision: Revision): Entry | undefined {
  if (head.revision > revision) return entryAt(tables, versionRevisionAt(tables, head, revision));
  if (head.isDeleted) return undefined;
  const entry = entryAt(tables, head.revision);
  if (entry?.key !== head.key)
    throw corrupt(`the newest version of ${head.key}, of revision ${head.revision}, is missing`);
  return entry;
}

function existsAt(tables: Tables, head: Head, revision: Revision): boolean {
  if (head.revision <= revision) return !head.isDeleted;
  return tables.version(versionRevisionAt(tables, head, revision))?.value !== undefined;
}

/** Returns the revision of the version that a key had at a revision; 0 if it had none. */
function versionRevisionAt(tables: Tables, head: Head, revision: Revision): Revision {
  let at = head.revision;
  while (at > revision) {
    const version = tables.version(at);
    if (version === undefined) throw corrupt(`the version of ${head.key}, of revision ${at}, is missing`);
    at = version.before;
  }
  return at;
}

function entryAt(tables: Tables, revision: Revision): Entry | undefined {
  const version = revision === 0 ? undefined : tables.version(revision);
  if (version?.value === undefined) return undefined;
  const { key, value, createRevision } = version;
  return { key, value, createRevision, modRevision: revision };
}

/**
 * Returns the watch event of a write.
 *
 * @param revision - must not be compacted
 * @throws {StorageError} `corrupt`
 */
export function eventAt(tables: Tables, revision: Revision): WatchEvent {
  const version = tables.version(revision);
  if (version === undefined) throw corrupt(`the write at ${revision} is missing`);
  const entry = entryAt(tables, revision);
  const previous = entryAt(tables, version.before);
  return { key: version.key, revision, ...(entry && { entry }), ...(previous && { previous }) };
}

/**
 * Drops the versions that the writes from `first` to `last` replaced. Both must be at or below the compacted revision,
 * and everything below `first` must have been swept already.
 */
export function sweep(tables: Tables, first: Revision, last: Revision): void {
  for (let revision = first; revision <= last; revision++) {
    const version = orDamage(() => tables.version(revision));
    if (version === undefined || version instanceof StorageError) continue;
    if (version.before > 0) tables.deleteVersion(version.before);
    if (version.value === undefined) dropDeletion(tables, version.key, revision);
  }
}

function dropDeletion(tables: Tables, key: string, revision: Revision): void {
  tables.deleteVersion(revision);
  const head = orDamage(() => tables.head(key));
  if (!(head instanceof StorageError) && head?.revision === revision) tables.deleteHead(key);
}
