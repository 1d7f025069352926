/**
 * Files and directories that a loss of power leaves whole, or not there at all.
 *
 * @part durable-file
 * @module
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { chmod, lstat, mkdir, open, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { StorageError } from "./storage.ts";

const ownerOnly = 0o700;
/** Of a file that is not finished. */
const ownerReadsAndWrites = 0o600;

/** Makes a directory, with those above it that are missing. */
export async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: ownerOnly });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(directory); made !== above; made = dirname(made)) await flush(dirname(made));
}

/** Bits of a mode that let other users in. */
const othersBits = 0o007;

/** @throws {StorageError} `unavailable` for a directory that other users can enter, with what to do */
export async function assertPrivate(directory: string): Promise<void> {
  const { mode } = await stat(directory);
  if (process.platform === "win32" || (mode & othersBits) === 0) return;
  const found = (mode & 0o777).toString(8);
  const message = `${directory} must not be accessible to other users; its mode is ${found}: run \`chmod 700 ${directory}\``;
  throw new StorageError("unavailable", message);
}

/**
 * Makes a file its owner's alone.
 *
 * @throws {StorageError} `unavailable` for a symbolic link, through which nothing is written
 */
export async function keepPrivate(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found?.isSymbolicLink()) {
    throw new StorageError("unavailable", `${path} is a symbolic link: replace it with the file itself`);
  }
  if (found && process.platform !== "win32" && (found.mode & 0o777) !== ownerReadsAndWrites)
    await chmod(path, ownerReadsAndWrites);
}

/** @param make - writes the file, under another name for now */
export async function makeFile(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.new`;
  await make(unfinished);
  await keepPrivate(unfinished);
  await flush(unfinished);
  await rename(unfinished, path);
  await flush(dirname(path));
}

/** Of a directory: the names in it. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Puts new content in the place of a file's. At any moment the old content or the new is there, whole. A link stays
 * one, and mode, owner and further names of the file stay; a pipe or a device is written to.
 *
 * @throws {NodeJS.ErrnoException} when it can't be written; the old content is there then
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const target = targetOf(path);
  const before = statSync(target, { throwIfNoEntry: false });
  if (before) accessSync(target, constants.W_OK);
  if (before && !before.isFile()) writeFileSync(target, content);
  else if (before && before.nlink > 1) overwrite(target, content);
  else exchange(target, content, before);
}

function exchange(target: string, content: string | Uint8Array, before: Stats | undefined): void {
  try {
    writeBeside(target, content, { before, use: (unfinished) => renameSync(unfinished, target) });
  } catch (error) {
    // The directory takes no new file, the owner can't be kept, or the file is mounted by itself.
    if (!before || !isRefused(error)) throw error;
    overwrite(target, content);
  }
}

/** Where links lead, also when nothing is there yet. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    return targetOf(resolve(dirname(path), readlinkSync(path)));
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
const isRefused = (error: unknown): boolean => ["EACCES", "EPERM", "EROFS", "EBUSY"].includes(codeOf(error));

/** Writes a file that others have names for; a copy of what it held stays until all is written. */
function overwrite(target: string, content: string | Uint8Array): void {
  const old = readFileSync(target);
  const write = () => {
    try {
      writeInPlace(target, content);
    } catch (error) {
      writeInPlace(target, old);
      throw error;
    }
  };
  try {
    writeBeside(target, old, { use: write });
  } catch (error) {
    if (!isRefused(error)) throw error;
    writeBeside(join(tmpdir(), basename(target)), old, { use: write });
  }
}

/** Never shorter than it was until all is written, so that on a full disk the old content fits in again. */
function writeInPlace(target: string, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  const file = openSync(target, "r+");
  try {
    writeAll(file, bytes);
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Of a name, in UTF-16 units: what goes around it must fit as well. */
const maxNameLength = 60;

interface Beside {
  /** Whose mode and owner the file gets. */
  readonly before?: Stats | undefined;
  /** The use of the file, which is removed afterwards. */
  use(unfinished: string): void;
}

function writeBeside(target: string, content: string | Uint8Array, { before, use }: Beside): void {
  const name = `.${basename(target).slice(0, maxNameLength)}.${process.pid}-${Date.now().toString(36)}`;
  const unfinished = join(dirname(target), name);
  const file = openSync(unfinished, "wx", before ? ownerReadsAndWrites : undefined);
  try {
    try {
      writeAll(file, Buffer.from(content));
      if (before) keepOwner(file, before);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    use(unfinished);
    flushDirectory(dirname(target));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, at);
}

function keepOwner(file: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(file);
  if (own.uid !== uid || own.gid !== gid) fchownSync(file, uid, gid);
  fchmodSync(file, mode);
}

/** Not every file system can. */
function flushDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } catch {
    // The file itself is flushed.
  } finally {
    closeSync(directory);
  }
}
