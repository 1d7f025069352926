/**
 * A store in memory, which is lost when the process ends; for tests and experiments.
 *
 * @module
 */
import type { CompactionOptions } from "./compactor.ts";
import type { Head, Tables, Version } from "./history.ts";
import { KeyList } from "./key-list.ts";
import { LocalStorage, newBackingState } from "./local.ts";
import type { Revision, Storage } from "./storage.ts";

/** The approximate size of replaced and deleted versions above which history is compacted early. */
const maxHistoryBytes = 16 * 1024 * 1024;

/**
 * Smaller values are stored as strings in V8's heap, which V8 compacts. As separate buffers they would be malloc
 * blocks; since values are deleted in any order, the remaining ones would keep the pages around them allocated.
 */
const maxTextBytes = 32 * 1024;

/** The content of a store at one revision, without earlier history. */
export interface Snapshot {
  readonly revision: Revision;
}

export interface MemoryStorage extends Storage {
  snapshot(): Promise<Snapshot>;
  /**
   * Restores the keys and values of a snapshot. The revision does not go back: the restore gets the next revision and
   * all earlier ones count as compacted, so that readers cannot confuse values from before and after.
   *
   * @param snapshot - must be from this store
   * @returns the revision of the restore
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
    const copy = await this.readBetweenCommits(() => this.#tables.copyNewest());
    const snapshot = { revision: copy.newestRevision };
    this.#copies.set(snapshot, copy);
    return snapshot;
  }

  async restore(snapshot: Snapshot): Promise<Revision> {
    const copy = this.#copies.get(snapshot);
    if (!copy) throw new RangeError("the snapshot is not one of this store");
    return this.replace(() => this.#tables.replaceWith(copy));
  }
}

type StoredVersion = Omit<Version, "value"> & { readonly value?: Uint8Array | string };

class MemoryTables implements Tables {
  #headByKey = new Map<string, Head>();
  #versionByRevision = new Map<Revision, StoredVersion>();
  #keys = new KeyList();

  /** Copies the keys that exist with their newest versions. Values are shared, since they never change. */
  copyNewest(): MemoryTables {
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

  /** The highest revision in the tables; 0 if they are empty. */
  get newestRevision(): Revision {
    let newest = 0;
    for (const revision of this.#versionByRevision.keys()) newest = Math.max(newest, revision);
    return newest;
  }

  /** Replaces the content with that of `other`, which does not change. */
  replaceWith(other: MemoryTables): void {
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

/** Converts bytes to a string with one character for each byte. */
const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString("latin1");

function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text, "latin1");
  return new Uint8Array(buffer, byteOffset, length);
}
