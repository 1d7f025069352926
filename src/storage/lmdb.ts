/**
 * A durable store in a local directory, based on LMDB: acknowledged writes are on disk.
 *
 * The directory contains `storage.mdb` (a database for each table and one for the state of the store), LMDB's
 * `storage.mdb-lock`, and a socket while a process has the store open. A commit is one LMDB transaction, which flushes
 * its pages and then the root that points to them: after a crash, the newest root is complete and contains all
 * acknowledged writes.
 *
 * @part lmdb
 * @module
 */
import { open, rm, stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { open as openLmdb, type RootDatabase } from "lmdb";
import type { CompactionOptions } from "./compactor.ts";
import { lockDirectory } from "./directory-lock.ts";
import { assertPrivate, makeDirectory, makeFile, makePrivate } from "./durable-file.ts";
import { fileError } from "./file-error.ts";
import { checkFile } from "./lmdb-file.ts";
import { LmdbTables, type Table } from "./lmdb-tables.ts";
import { type Backing, type BackingState, LocalStorage, newBackingState } from "./local.ts";
import { lostKeys } from "./lost-keys.ts";
import { corrupt, type Storage, StorageError } from "./storage.ts";

/** The format of new files. Format 1, whose heads have no checksums, can be read too; other formats are rejected. */
const format = 2;
const readableFormats: readonly number[] = [1, format];
const stateKey = Buffer.from("kept");
/** If a write fails and this much space is not available, the disk is considered full. */
const minFreeBytes = 1024 * 1024;
/** LMDB's flag for a transaction that cannot be nested and is flushed before the call returns. */
const plainTransaction = 2;
/**
 * Size of the address space for the file, not of memory. If the file outgrows it, LMDB creates a larger map and keeps
 * the old one; pages that were read through both count twice. This is eight times etcd's default limit.
 */
const mapBytes = 16 * 1024 * 1024 * 1024;
const databaseOptions = { encoding: "binary", keyEncoding: "binary" } as const;

/**
 * Opens the store.
 *
 * @param directory - created if it does not exist
 * @throws {StorageError} `locked`, `read-only`, `corrupt`, `full`, `unavailable`
 */
export async function openLmdbStorage(directory: string, options: CompactionOptions = {}): Promise<Storage> {
  const backing = await openBacking(directory);
  try {
    backing.tables.lostByKey = lostKeys(backing.tables, backing.kept);
  } catch (error) {
    await backing.close();
    throw fileError(directory, error);
  }
  const storage = new LocalStorage(backing, options);
  void storage.sweepCompacted().catch((error: unknown) => options.onCompactionError?.(error));
  return storage;
}

/** Locks the directory and opens the LMDB file in it. */
export async function openBacking(directory: string): Promise<LmdbBacking> {
  try {
    await makeDirectory(directory);
    await assertPrivate(directory);
  } catch (error) {
    throw fileError(directory, error);
  }
  const unlock = await lockDirectory(directory);
  let root: RootDatabase<Buffer, Buffer> | undefined;
  try {
    const path = `${directory}/storage.mdb`;
    const both = [path, `${path}-lock`];
    for (const each of both) await makePrivate(each);
    if (!(await checkFile(path))) await makeFile(path, makeEmpty);
    root = openFile(path);
    for (const each of both) await makePrivate(each);
    return new LmdbBacking(directory, root, unlock);
  } catch (error) {
    await root?.close();
    await unlock();
    throw fileError(directory, error);
  }
}

const openFile = (path: string): RootDatabase<Buffer, Buffer> =>
  openLmdb({ ...databaseOptions, path, noSubdir: true, overlappingSync: false, maxDbs: 3, mapSize: mapBytes });

/** Creates an empty file. The caller flushes it, since LMDB does not flush the first pages of a file. */
async function makeEmpty(path: string): Promise<void> {
  await rm(path, { force: true });
  await openFile(path).close();
  await rm(`${path}-lock`, { force: true });
}

export class LmdbBacking implements Backing {
  readonly tables: LmdbTables;
  readonly kept: BackingState;
  readonly #directory: string;
  readonly #unlock: () => Promise<void>;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #meta: Table;
  /** The state as recorded in the file. */
  #committed: BackingState;

  /** Opens the tables. @param unlock - called on close */
  constructor(directory: string, root: RootDatabase<Buffer, Buffer>, unlock: () => Promise<void>) {
    this.#directory = directory;
    this.#root = root;
    this.#unlock = unlock;
    this.#meta = this.#root.openDB({ ...databaseOptions, name: "meta" });
    this.tables = new LmdbTables(
      this.#root.openDB({ ...databaseOptions, name: "heads" }),
      this.#root.openDB({ ...databaseOptions, name: "versions" }),
    );
    this.kept = readState(this.#meta.get(stateKey));
    this.#committed = this.kept;
  }

  /** Waits for the other writes of this turn of the event loop, which share a commit. */
  async gather(): Promise<void> {
    await setImmediate();
  }

  async commit(change: () => BackingState): Promise<void> {
    let committed = this.#committed;
    try {
      this.#root.transactionSync(() => {
        const kept = change();
        // If nothing was written, the state is not written either, so that nothing needs to be flushed and no space is
        // needed.
        if (isSame(kept, this.#committed)) return;
        this.#meta.putSync(stateKey, encodeState(kept));
        committed = kept;
      }, plainTransaction);
      this.#committed = committed;
    } catch (error) {
      throw await this.#commitError(error);
    }
  }

  /** Translates the error of a commit. LMDB reports an input/output error if the disk became full during a write. */
  async #commitError(error: unknown): Promise<StorageError> {
    const translated = fileError(this.#directory, error);
    if (translated.code !== "unavailable" || (await hasFreeSpace(this.#directory))) return translated;
    return new StorageError("full", `${this.#directory} has no room left`, { cause: error });
  }

  async close(): Promise<void> {
    await this.#root.close();
    await this.#unlock();
  }
}

/**
 * Whether the file could grow. Writes a test file, since the free space that a disk reports ignores quotas and the
 * limits of this process. The test bytes are written at the offset where the store's file ends.
 */
async function hasFreeSpace(directory: string): Promise<boolean> {
  const path = `${directory}/room`;
  try {
    const { size } = await stat(`${directory}/storage.mdb`);
    await rm(path, { force: true });
    const file = await open(path, "wx", 0o600);
    try {
      const { bytesWritten } = await file.write(Buffer.alloc(minFreeBytes), 0, minFreeBytes, size);
      return bytesWritten === minFreeBytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    return fileError(path, error).code !== "full";
  } finally {
    await rm(path, { force: true });
  }
}

const isSame = (a: BackingState, b: BackingState): boolean =>
  a.revision === b.revision && a.compacted === b.compacted && a.swept === b.swept;

function encodeState({ revision, compacted, swept }: BackingState): Buffer {
  return Buffer.from(JSON.stringify({ format, revision, compacted, swept }));
}

function readState(bytes: Buffer | undefined): BackingState {
  if (bytes === undefined) return newBackingState;
  const kept: unknown = parseJson(bytes.toString());
  if (!isStoredState(kept)) throw damagedRoot(bytes);
  if (!readableFormats.includes(kept.format)) throw corrupt(`its format is ${kept.format}, not ${format}`);
  const { revision, compacted, swept } = kept;
  if (swept > compacted || compacted > revision) throw damagedRoot(bytes);
  return { revision, compacted, swept };
}

const damagedRoot = (bytes: Buffer) => corrupt(`its revision is ${bytes.toString()}`);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStoredState(value: unknown): value is BackingState & { readonly format: number } {
  if (typeof value !== "object" || value === null) return false;
  const numbers = ["format", "revision", "compacted", "swept"].map((name): unknown => Reflect.get(value, name));
  return numbers.every((number) => Number.isSafeInteger(number));
}
