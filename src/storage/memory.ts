/**
 * A store in memory, gone with the process: for tests and trials.
 *
 * @module
 */
import type { CompactionOptions } from "./compactor.ts";
import type { Head, Tables, Version } from "./history.ts";
import { compareKeys } from "./key.ts";
import { keptByNew, LocalStorage } from "./local.ts";
import type { Revision, Storage } from "./storage.ts";

/** Bytes of values that were replaced or deleted, about: past it, history is forgotten before its time. */
const maxHistoryBytes = 16 * 1024 * 1024;

export function openMemoryStorage(options: CompactionOptions = {}): Storage {
  const backing = {
    tables: new MemoryTables(),
    kept: keptByNew,
    maxHistoryBytes,
    async commit(change: () => unknown) {
      change();
    },
    async close() {},
  };
  return new LocalStorage(backing, options);
}

class MemoryTables implements Tables {
  readonly #headByKey = new Map<string, Head>();
  readonly #versionByRevision = new Map<Revision, Version>();
  /** Ascending. */
  readonly #keys: string[] = [];

  head(key: string): Head | undefined {
    return this.#headByKey.get(key);
  }

  *headsFrom(start: string): Iterable<Head> {
    for (let i = this.#placeOf(start); i < this.#keys.length; i++) {
      const head = this.#headByKey.get(this.#keys[i] ?? "");
      if (head) yield head;
    }
  }

  setHead(head: Head): void {
    if (!this.#headByKey.has(head.key)) this.#keys.splice(this.#placeOf(head.key), 0, head.key);
    this.#headByKey.set(head.key, head);
  }

  deleteHead(key: string): void {
    if (this.#headByKey.delete(key)) this.#keys.splice(this.#placeOf(key), 1);
  }

  version(revision: Revision): Version | undefined {
    return this.#versionByRevision.get(revision);
  }

  setVersion(revision: Revision, version: Version): void {
    this.#versionByRevision.set(revision, version);
  }

  deleteVersion(revision: Revision): void {
    this.#versionByRevision.delete(revision);
  }

  /** Where the key is, or would be. */
  #placeOf(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#keys[middle] ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
