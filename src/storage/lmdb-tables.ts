/**
 * The tables of a history as databases of LMDB.
 *
 * @module
 */
import type { Database } from "lmdb";
import { fileError } from "./file-error.ts";
import type { Head, Tables, Version } from "./history.ts";
import { corrupt, decodeHead, decodeVersion, encodeHead, encodeRevision, encodeVersion } from "./record.ts";
import type { Revision } from "./storage.ts";

export type Table = Database<Buffer, Buffer>;

export class LmdbTables implements Tables {
  readonly heads: Table;
  readonly versions: Table;

  constructor(heads: Table, versions: Table) {
    this.heads = heads;
    this.versions = versions;
  }

  head(key: string): Head | undefined {
    return reading("heads", () => {
      const bytes = this.heads.get(Buffer.from(key));
      return bytes && decodeHead(key, bytes);
    });
  }

  *headsFrom(start: string): Iterable<Head> {
    const range = this.heads.getRange(start === "" ? {} : { start: Buffer.from(start) });
    const iterator = reading("heads", () => range[Symbol.iterator]());
    try {
      for (let next = iterator.next(); !next.done; next = reading("heads", () => iterator.next())) {
        yield decodeHead(next.value.key.toString(), next.value.value);
      }
    } finally {
      iterator.return?.();
    }
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
   * At the end of its table, so that LMDB fills each page before it takes the next, instead of splitting it.
   *
   * @throws {StorageError} `corrupt` when there is a version behind it
   */
  setVersion(revision: Revision, version: Version): void {
    // Its types do not say it: LMDB tells whether it was put.
    const isPut: unknown = this.versions.putSync(encodeRevision(revision), encodeVersion(version), { append: true });
    if (isPut !== true) throw corrupt(`it has a version behind ${revision}, which is being written`);
  }

  deleteVersion(revision: Revision): void {
    this.versions.removeSync(encodeRevision(revision));
  }
}

/** @throws {StorageError} */
function reading<T>(table: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw fileError(`the table of ${table}`, error);
  }
}
