/**
 * Reads the whole directory of an LMDB store (`openLmdbStorage`) and reports inconsistencies.
 *
 * @part storage
 * @module
 */
import { access } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import type { RevisionRange, Version } from "./history.ts";
import { openBacking } from "./lmdb.ts";
import type { LmdbTables } from "./lmdb-tables.ts";
import { decodeHead, decodeRevision, decodeVersion } from "./record.ts";
import { isStorageError, type Revision } from "./storage.ts";

export interface Verification {
  /** The range of revisions in the history; absent if the files could not be read. */
  readonly span?: RevisionRange;
  /** The number of keys that currently exist. */
  readonly keys: number;
  /** The number of versions, including those that only reads of past revisions see. */
  readonly versions: number;
  /** The inconsistencies; empty if there are no problems. At most `maxFaults`. */
  readonly faults: readonly string[];
}

/** A single broken page has many consequences, so that more messages would not help. */
const maxFaults = 100;

/**
 * Verifies a directory. Locks it, and does not change its content.
 *
 * @throws {StorageError} `locked`, `read-only`, `unavailable`: it could not be verified
 */
export async function verifyDirectory(directory: string): Promise<Verification> {
  const path = `${directory}/storage.mdb`;
  await access(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  try {
    const backing = await openBacking(directory);
    try {
      return new Verifier(backing.tables, backing.kept).verify();
    } finally {
      await backing.close();
    }
  } catch (error) {
    if (!isStorageError(error, "corrupt")) throw error;
    return { keys: 0, versions: 0, faults: [error.message] };
  }
}

class Verifier {
  readonly #tables: LmdbTables;
  readonly #span: RevisionRange;
  readonly #faults: string[] = [];

  constructor(tables: LmdbTables, span: RevisionRange) {
    this.#tables = tables;
    this.#span = span;
  }

  verify(): Verification {
    let keys = 0;
    let versions = 0;
    this.#attempt(() => {
      for (const { key, value } of this.#tables.heads.getRange({})) {
        const isLive = this.#attempt(() => this.#isLiveHead(key.toString(), value));
        if (isLive) keys++;
      }
    });
    this.#attempt(() => {
      let expected = this.#span.compacted + 1;
      for (const { key, value } of this.#tables.versions.getRange({})) {
        const revision = decodeRevision(key);
        if (revision > this.#span.compacted) {
          if (revision !== expected) this.#fault(`the write at ${expected} is missing`);
          expected = revision + 1;
        }
        this.#attempt(() => this.#checkVersion(revision, decodeVersion(revision, value)));
        versions++;
      }
      if (expected <= this.#span.revision) this.#fault(`the write at ${expected} is missing`);
    });
    return { span: this.#span, keys, versions, faults: this.#faults };
  }

  #isLiveHead(key: string, bytes: Buffer): boolean {
    const { revision, isDeleted } = decodeHead(key, bytes);
    const version = this.#tables.version(revision);
    if (version === undefined) this.#fault(`the newest version of ${key}, of revision ${revision}, is missing`);
    else if (version.key !== key) this.#fault(`the newest version of ${key}, at ${revision}, is of ${version.key}`);
    else if ((version.value === undefined) !== isDeleted) this.#fault(`its records disagree whether ${key} is deleted`);
    return !isDeleted;
  }

  #checkVersion(revision: Revision, { key, value, createRevision, before }: Version): void {
    if (revision > this.#span.revision) this.#fault(`a write at ${revision} is ahead of the store`);
    if (before >= revision) this.#fault(`the version before ${revision} is ${before}`);
    const previous = before === 0 ? undefined : this.#tables.version(before);
    const isNeeded = before > this.#span.compacted || (revision > this.#span.compacted && createRevision < revision);
    if (value !== undefined && isNeeded && previous === undefined && before > 0)
      this.#fault(`the version of ${key} before ${revision}, of revision ${before}, is missing`);
    if (previous !== undefined && previous.key !== key)
      this.#fault(`the version of ${key} before ${revision} is another key's`);
    const head = this.#tables.head(key);
    if (head === undefined || head.revision < revision) this.#fault(`no key refers to the write at ${revision}`);
  }

  #attempt<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      this.#fault(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  #fault(fault: string): void {
    if (this.#faults.length < maxFaults) this.#faults.push(fault);
  }
}
