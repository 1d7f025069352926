/**
 * The tables of a history as databases of LMDB.
 *
 * @module
 */
import type { Database } from "lmdb";
import type { Head, Tables, Version } from "./history.ts";
import { decodeHead, decodeVersion, encodeHead, encodeRevision, encodeVersion } from "./record.ts";
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
    const bytes = this.heads.get(Buffer.from(key));
    return bytes && decodeHead(key, bytes);
  }

  *headsFrom(start: string): Iterable<Head> {
    for (const { key, value } of this.heads.getRange(start === "" ? {} : { start: Buffer.from(start) })) {
      yield decodeHead(key.toString(), value);
    }
  }

  setHead(head: Head): void {
    this.heads.putSync(Buffer.from(head.key), encodeHead(head));
  }

  deleteHead(key: string): void {
    this.heads.removeSync(Buffer.from(key));
  }

  version(revision: Revision): Version | undefined {
    const bytes: Buffer | undefined = this.versions.getBinaryFast(encodeRevision(revision));
    return bytes && decodeVersion(revision, bytes);
  }

  setVersion(revision: Revision, version: Version): void {
    this.versions.putSync(encodeRevision(revision), encodeVersion(version));
  }

  deleteVersion(revision: Revision): void {
    this.versions.removeSync(encodeRevision(revision));
  }
}
