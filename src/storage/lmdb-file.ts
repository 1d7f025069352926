/**
 * Checks an LMDB file before it is opened, since LMDB trusts its files: it crashes the process if a file has another
 * format, or if pages are missing because the file was truncated.
 *
 * @module
 */
import { type FileHandle, open } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { corrupt } from "./storage.ts";

/**
 * Offsets in the first two pages. Each consists of a page header of 24 bytes and one of the two roots; the newer root
 * is valid.
 */
const magicAt = 24;
const magic = 0xbeefc0de;
const pageSizeAt = 48;
const lastPageAt = 144;
const transactionAt = 152;
const rootBytes = 160;
const pageSizesBytes = { least: 512, most: 65_536 };

/**
 * Checks the file. A truncated file is extended to its original length; the missing pages then contain zeros, which
 * reads report as damage.
 *
 * @param path - the file, which need not exist
 * @returns false if it is absent or empty
 * @throws {StorageError} `corrupt`, `read-only`
 */
export async function checkFile(path: string): Promise<boolean> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r+").catch(ifAbsent);
    if (file === undefined) return false;
    const { size } = await file.stat();
    if (size === 0) return false;
    const lengthBytes = await lengthOf(file, path);
    if (size < lengthBytes) await file.truncate(lengthBytes);
    return true;
  } catch (error) {
    throw fileError(path, error);
  } finally {
    await file?.close();
  }
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Returns the length up to the last page that either root refers to. */
async function lengthOf(file: FileHandle, path: string): Promise<number> {
  const first = await readRoot(file, 0);
  if (first === undefined) throw corrupt(`${path} is not an LMDB file`);
  const second = await readRoot(file, first.pageSizeBytes);
  if (second === undefined || !areConsecutive(first, second)) {
    throw corrupt(`the two roots of ${path} are not from consecutive transactions: one of them is older`);
  }
  return first.pageSizeBytes * (1 + Math.max(first.lastPage, second.lastPage));
}

/**
 * Whether the roots are from consecutive transactions, which write the two roots alternately. In a new file, both have
 * 0.
 */
function areConsecutive({ transaction: a }: Root, { transaction: b }: Root): boolean {
  return (a === 0n && b === 0n) || a - b === 1n || b - a === 1n;
}

interface Root {
  readonly pageSizeBytes: number;
  readonly lastPage: number;
  readonly transaction: bigint;
}

async function readRoot(file: FileHandle, position: number): Promise<Root | undefined> {
  const bytes = Buffer.alloc(rootBytes);
  const { bytesRead } = await file.read(bytes, 0, rootBytes, position);
  if (bytesRead < rootBytes || bytes.readUInt32LE(magicAt) !== magic) return undefined;
  const pageSizeBytes = bytes.readUInt32LE(pageSizeAt);
  if (pageSizeBytes < pageSizesBytes.least || pageSizeBytes > pageSizesBytes.most) return undefined;
  return {
    pageSizeBytes,
    lastPage: Number(bytes.readBigUInt64LE(lastPageAt)),
    transaction: bytes.readBigUInt64LE(transactionAt),
  };
}
