/**
 * Writes files and directories so that they are either complete or absent after a power failure.
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
/** The mode of unfinished files and of files that `makePrivate` protects. */
const ownerReadsAndWrites = 0o600;

/** Creates a directory and its missing parents, and flushes them to disk. */
export async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: ownerOnly });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(directory); made !== above; made = dirname(made)) await flush(dirname(made));
}

/** Mode bits that give access to other users. */
const othersBits = 0o007;

/**
 * Checks that other users cannot access a directory.
 *
 * @throws {StorageError} `unavailable` if they can; the message contains the remedy
 */
export async function assertPrivate(directory: string): Promise<void> {
  const { mode } = await stat(directory);
  if (process.platform === "win32" || (mode & othersBits) === 0) return;
  const found = (mode & 0o777).toString(8);
  const message = `${directory} must not be accessible to other users; its mode is ${found}: run \`chmod 700 ${directory}\``;
  throw new StorageError("unavailable", message);
}

/**
 * Sets the mode of a file so that only its owner can access it.
 *
 * @throws {StorageError} `unavailable` for a symbolic link, since the store never writes through links
 */
export async function makePrivate(path: string): Promise<void> {
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

/** Creates a file atomically. @param make - writes the file under a temporary name */
export async function makeFile(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.new`;
  await make(unfinished);
  await makePrivate(unfinished);
  await flush(unfinished);
  await rename(unfinished, path);
  await flush(dirname(path));
}

/** Flushes a file, or the entries of a directory, to disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces the content of a file. At any moment the file has either the complete old content or the complete new
 * content. Symbolic links, mode, owner and hard links are preserved; a pipe or device is written to.
 *
 * @throws {NodeJS.ErrnoException} if the file cannot be written; it then has the old content
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const target = targetOf(path);
  const before = statSync(target, { throwIfNoEntry: false });
  if (before) accessSync(target, constants.W_OK);
  if (before && !before.isFile()) writeFileSync(target, content);
  else if (before && before.nlink > 1) overwrite(target, content);
  else replaceByRename(target, content, before);
}

function replaceByRename(target: string, content: string | Uint8Array, before: Stats | undefined): void {
  try {
    writeTemporaryFile(target, content, { before, use: (unfinished) => renameSync(unfinished, target) });
  } catch (error) {
    // The directory allows no new files, the owner cannot be preserved, or the file is a mount point.
    if (!before || !isRefused(error)) throw error;
    overwrite(target, content);
  }
}

/** Resolves symbolic links, even if their target does not exist yet. */
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

/**
 * Overwrites a file that cannot be replaced, such as one with several hard links. A copy of the old content is kept
 * until the new content is complete.
 */
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
    writeTemporaryFile(target, old, { use: write });
  } catch (error) {
    if (!isRefused(error)) throw error;
    writeTemporaryFile(join(tmpdir(), basename(target)), old, { use: write });
  }
}

/** Writes without truncating the file first, so that the old content still fits if the disk becomes full. */
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

/** The part of the file name to use in a temporary name, in UTF-16 units, so that the prefix and suffix also fit. */
const maxNameLength = 60;

interface TemporaryFileOptions {
  /** The file whose mode and owner the temporary file gets. */
  readonly before?: Stats | undefined;
  /** Uses the temporary file, which is removed afterwards. */
  use(unfinished: string): void;
}

function writeTemporaryFile(target: string, content: string | Uint8Array, { before, use }: TemporaryFileOptions): void {
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

/** Ignores errors, since not every file system supports it. */
function flushDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } catch {
    // The file itself is already flushed.
  } finally {
    closeSync(directory);
  }
}
