/**
 * Implements the tables of a history as LMDB databases.
 *
 * @module
 */
import type { Database } from "lmdb";
import { fileError } from "./file-error.ts";
import type { Head, Tables, Version } from "./history.ts";
import { decodeHead, decodeVersion, encodeHead, encodeRevision, encodeVersion } from "./record.ts";
import { corrupt, type Damage, isStorageError, type Revision } from "./storage.ts";

export type Table = Database<Buffer, Buffer>;

export class LmdbTables implements Tables {
  readonly heads: Table;
  readonly versions: Table;
  /** The lost keys at the time when the store was opened. */
  lostByKey: ReadonlyMap<string, Damage> = new Map();

  constructor(heads: Table, versions: Table) {
    this.heads = heads;
    this.versions = versions;
  }

  head(key: string): Head | undefined {
    return reading("heads", () => {
      const lost = this.lostByKey.get(key);
      if (lost) throw corrupt(lost.why);
      const bytes = this.heads.get(Buffer.from(key));
      return bytes && decodeHead(key, bytes);
    });
  }

  *headsFrom(start: string): Iterable<Head | Damage> {
    const range = this.heads.getRange(start === "" ? {} : { start: Buffer.from(start) });
    const iterator = reading("heads", () => range[Symbol.iterator]());
    try {
      for (let next = iterator.next(); !next.done; next = reading("heads", () => iterator.next())) {
        const key = next.value.key.toString();
        if (!this.lostByKey.has(key)) yield headOrDamage(key, next.value.value);
      }
    } finally {
      iterator.return?.();
    }
  }

  get lostKeys(): readonly Damage[] {
    return [...this.lostByKey.values()];
  }

  setHead(head: Head): void {
    this.heads.putSync(Buffer.from(head.key), encodeHead(head));
  }

  deleteHead(key: string): void {
    this.heads.removeSync(Buffer.from(key));
  }

  version(revision: Revision): Version | undefined {
    return reading("versions", () => {
      const bytes: Buffer | undefined = this.versions.getBinaryFast(encodeRevision(revision));
      return bytes && decodeVersion(revision, bytes);
    });
  }

  /**
   * Appends to the end of the table, so that LMDB fills pages completely instead of splitting them.
   *
   * @throws {StorageError} `corrupt` if the table has a later version
   */
  setVersion(revision: Revision, version: Version): void {
    // LMDB returns whether it wrote the value, although its types do not declare that.
    const isPut: unknown = this.versions.putSync(encodeRevision(revision), encodeVersion(version), { append: true });
    if (isPut !== true) throw corrupt(`it has a version after ${revision}, which is being written`);
  }

  deleteVersion(revision: Revision): void {
    this.versions.removeSync(encodeRevision(revision));
  }
}

function headOrDamage(key: string, bytes: Buffer): Head | Damage {
  try {
    return decodeHead(key, bytes);
  } catch (error) {
    if (!isStorageError(error, "corrupt")) throw error;
    return { key, revision: 0, why: error.message };
  }
}

/** Reads from a table. @throws {StorageError} for any error */
function reading<T>(table: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw fileError(`the table of ${table}`, error);
  }
}
