/**
 * A store in memory, gone with the process: for tests and trials.
 *
 * @module
 */
import type { CompactionOptions } from "./compactor.ts";
import type { Head, Tables, Version } from "./history.ts";
import { KeyList } from "./key-list.ts";
import { LocalStorage, newBackingState } from "./local.ts";
import type { Revision, Storage } from "./storage.ts";

/** Bytes of values that were replaced or deleted, about: past it, history is forgotten before its time. */
const maxHistoryBytes = 16 * 1024 * 1024;

/**
 * Shorter values lie as text in the heap of V8, which moves together what is left of it. By themselves they would be blocks of
 * malloc, and as these are deleted in any order, the pages around those that stay would stay, too.
 */
const maxTextBytes = 32 * 1024;

/** All keys of a store as they were at one revision; history before it is not part of it. */
export interface Snapshot {
  readonly revision: Revision;
}

export interface MemoryStorage extends Storage {
  snapshot(): Promise<Snapshot>;
  /**
   * Makes the keys what they were. The store's revision does not go back: it takes the next one, and those before it count as
   * compacted, so that no reader takes a value of before for one of after.
   *
   * @param snapshot - of this store
   * @returns the revision from which on the keys are so
   * @throws {RangeError} for a snapshot of another store
   */
  restore(snapshot: Snapshot): Promise<Revision>;
}

export function openMemoryStorage(options: CompactionOptions = {}): MemoryStorage {
  return new RestorableStorage(new MemoryTables(), options);
}

class RestorableStorage extends LocalStorage implements MemoryStorage {
  readonly #tables: MemoryTables;
  readonly #copies = new WeakMap<Snapshot, MemoryTables>();

  constructor(tables: MemoryTables, options: CompactionOptions) {
    const backing = {
      tables,
      kept: newBackingState,
      maxHistoryBytes,
      async commit(change: () => unknown) {
        change();
      },
      async close() {},
    };
    super(backing, options);
    this.#tables = tables;
  }

  async snapshot(): Promise<Snapshot> {
    const copy = await this.inTurn(() => this.#tables.newestOnly());
    const snapshot = { revision: copy.newestRevision };
    this.#copies.set(snapshot, copy);
    return snapshot;
  }

  async restore(snapshot: Snapshot): Promise<Revision> {
    const copy = this.#copies.get(snapshot);
    if (!copy) throw new RangeError("the snapshot is not one of this store");
    return this.replace(() => this.#tables.become(copy));
  }
}

type HeldVersion = Omit<Version, "value"> & { readonly value?: Uint8Array | string };

class MemoryTables implements Tables {
  #headByKey = new Map<string, Head>();
  #versionByRevision = new Map<Revision, HeldVersion>();
  #keys = new KeyList();

  /** The keys that exist, each with its newest version; values are shared, as nobody changes them. */
  newestOnly(): MemoryTables {
    const copy = new MemoryTables();
    const keys: string[] = [];
    for (const key of this.#keys.from()) {
      const head = this.#headByKey.get(key);
      const version = head && !head.isDeleted ? this.#versionByRevision.get(head.revision) : undefined;
      if (!head || !version) continue;
      keys.push(key);
      copy.#headByKey.set(key, head);
      copy.#versionByRevision.set(head.revision, { ...version, before: 0 });
    }
    copy.#keys = new KeyList(keys);
    return copy;
  }

  /** Of what is here; 0 when that is nothing. */
  get newestRevision(): Revision {
    let newest = 0;
    for (const revision of this.#versionByRevision.keys()) newest = Math.max(newest, revision);
    return newest;
  }

  /** Holds what `other` holds, which stays as it is. */
  become(other: MemoryTables): void {
    this.#keys = new KeyList(other.#keys.from());
    this.#headByKey = new Map(other.#headByKey);
    this.#versionByRevision = new Map(other.#versionByRevision);
  }

  head(key: string): Head | undefined {
    return this.#headByKey.get(key);
  }

  *headsFrom(start: string): Iterable<Head> {
    for (const key of this.#keys.from(start)) {
      const head = this.#headByKey.get(key);
      if (head) yield head;
    }
  }

  setHead(head: Head): void {
    if (!this.#headByKey.has(head.key)) this.#keys.add(head.key);
    this.#headByKey.set(head.key, head);
  }

  deleteHead(key: string): void {
    if (this.#headByKey.delete(key)) this.#keys.delete(key);
  }

  version(revision: Revision): Version | undefined {
    const held = this.#versionByRevision.get(revision);
    if (held?.value === undefined) return held as Version | undefined;
    const { value } = held;
    return { ...held, value: typeof value === "string" ? bytesOf(value) : value };
  }

  setVersion(revision: Revision, version: Version): void {
    const { value } = version;
    const isText = value !== undefined && value.length < maxTextBytes;
    this.#versionByRevision.set(revision, isText ? { ...version, value: latin1(value) } : version);
  }

  deleteVersion(revision: Revision): void {
    this.#versionByRevision.delete(revision);
  }
}

/** A character for each byte. */
const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString("latin1");

function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text, "latin1");
  return new Uint8Array(buffer, byteOffset, length);
}
