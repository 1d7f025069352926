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

/**
 * Shorter values lie as text in the heap of V8, which moves together what is left of it. By themselves they would be blocks of
 * malloc, and as these are deleted in any order, the pages around those that stay would stay, too.
 */
const maxTextBytes = 32 * 1024;

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

type HeldVersion = Omit<Version, "value"> & { readonly value?: Uint8Array | string };

class MemoryTables implements Tables {
  readonly #headByKey = new Map<string, Head>();
  readonly #versionByRevision = new Map<Revision, HeldVersion>();
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

/** A character for each byte. */
const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString("latin1");

function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text, "latin1");
  return new Uint8Array(buffer, byteOffset, length);
}
