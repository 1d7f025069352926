/**
 * A store in one directory of this machine, on LMDB: what was acknowledged is on the disk.
 *
 * The directory holds `storage.mdb` (a database per table, and one that says how far the store has come), LMDB's own
 * `storage.mdb-lock`, and a socket while a process has it open. A commit is one transaction of LMDB, which flushes its pages,
 * then the root that points to them: after a crash the newest root is whole, and holds all that was acknowledged.
 *
 * @part lmdb
 * @module
 */
import { open, rm, stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { open as openLmdb, type RootDatabase } from "lmdb";
import type { CompactionOptions } from "./compactor.ts";
import { lockDirectory } from "./directory-lock.ts";
import { assertPrivate, keepPrivate, makeDirectory, makeFile } from "./durable-file.ts";
import { fileError } from "./file-error.ts";
import { checkFile } from "./lmdb-file.ts";
import { LmdbTables, type Table } from "./lmdb-tables.ts";
import { type Backing, type BackingState, LocalStorage, newBackingState } from "./local.ts";
import { lostKeys } from "./lost-keys.ts";
import { corrupt, type Storage, StorageError } from "./storage.ts";

/** Of what is written. Format 1, whose heads have no checksums, is read, too; others are refused. */
const format = 2;
const readableFormats: readonly number[] = [1, format];
const keptKey = Buffer.from("kept");
/** Below so many free bytes a write that failed is taken to have failed for want of room. */
const leastFreeBytes = 1024 * 1024;
/** LMDB's flag for a transaction that cannot be nested; it is flushed before it returns. */
const plainTransaction = 2;
/**
 * Addresses that are set aside for the file, not memory; the file may outgrow them. LMDB makes another map of a file that outgrows
 * the one before, which it keeps: pages that were read through both would count twice. Eight times what etcd keeps by default.
 */
const mapBytes = 16 * 1024 * 1024 * 1024;
const files = { encoding: "binary", keyEncoding: "binary" } as const;

/**
 * @param directory - made when it is not there
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
  void storage.sweepRest().catch((error: unknown) => options.onCompactionError?.(error));
  return storage;
}

/** Opens the directory for this process alone. */
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
    for (const each of both) await keepPrivate(each);
    if (!(await checkFile(path))) await makeFile(path, makeEmpty);
    root = openFile(path);
    for (const each of both) await keepPrivate(each);
    return new LmdbBacking(directory, root, unlock);
  } catch (error) {
    await root?.close();
    await unlock();
    throw fileError(directory, error);
  }
}

const openFile = (path: string): RootDatabase<Buffer, Buffer> =>
  openLmdb({ ...files, path, noSubdir: true, overlappingSync: false, maxDbs: 3, mapSize: mapBytes });

/** LMDB itself does not flush what it begins a file with. */
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
  /** The file's record of how far it has come. */
  #committed: BackingState;

  /** @param unlock - called when the directory is no longer used */
  constructor(directory: string, root: RootDatabase<Buffer, Buffer>, unlock: () => Promise<void>) {
    this.#directory = directory;
    this.#root = root;
    this.#unlock = unlock;
    this.#meta = this.#root.openDB({ ...files, name: "meta" });
    this.tables = new LmdbTables(
      this.#root.openDB({ ...files, name: "heads" }),
      this.#root.openDB({ ...files, name: "versions" }),
    );
    this.kept = readKept(this.#meta.get(keptKey));
    this.#committed = this.kept;
  }

  /** Writes that arrive in one turn of the event loop belong together. */
  async gather(): Promise<void> {
    await setImmediate();
  }

  async commit(change: () => BackingState): Promise<void> {
    let committed = this.#committed;
    try {
      this.#root.transactionSync(() => {
        const kept = change();
        // Where nothing was written there is nothing to flush, nor room needed for it.
        if (isSame(kept, this.#committed)) return;
        this.#meta.putSync(keptKey, encodeKept(kept));
        committed = kept;
      }, plainTransaction);
      this.#committed = committed;
    } catch (error) {
      throw await this.#commitError(error);
    }
  }

  /** LMDB calls it an input/output error when only a part of what it wrote found room. */
  async #commitError(error: unknown): Promise<StorageError> {
    const translated = fileError(this.#directory, error);
    if (translated.code !== "unavailable" || (await hasRoom(this.#directory))) return translated;
    return new StorageError("full", `${this.#directory} has no room left`, { cause: error });
  }

  async close(): Promise<void> {
    await this.#root.close();
    await this.#unlock();
  }
}

/**
 * Whether the file could grow. It is tried: what a disk says of itself leaves out quotas, and the limits of this process, so
 * the bytes are written where the file ends, into another one.
 */
async function hasRoom(directory: string): Promise<boolean> {
  const path = `${directory}/room`;
  try {
    const { size } = await stat(`${directory}/storage.mdb`);
    await rm(path, { force: true });
    const file = await open(path, "wx", 0o600);
    try {
      const { bytesWritten } = await file.write(Buffer.alloc(leastFreeBytes), 0, leastFreeBytes, size);
      return bytesWritten === leastFreeBytes;
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

function encodeKept({ revision, compacted, swept }: BackingState): Buffer {
  return Buffer.from(JSON.stringify({ format, revision, compacted, swept }));
}

function readKept(bytes: Buffer | undefined): BackingState {
  if (bytes === undefined) return newBackingState;
  const kept: unknown = parseJson(bytes.toString());
  if (!isKept(kept)) throw damagedRoot(bytes);
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

function isKept(value: unknown): value is BackingState & { readonly format: number } {
  if (typeof value !== "object" || value === null) return false;
  const numbers = ["format", "revision", "compacted", "swept"].map((name): unknown => Reflect.get(value, name));
  return numbers.every((number) => Number.isSafeInteger(number));
}
