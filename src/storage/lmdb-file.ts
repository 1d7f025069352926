/**
 * A look at the file of LMDB before it is opened. LMDB trusts its file: it ends the process on one that is not its own, and
 * on pages behind the end of a file that was cut off.
 *
 * @module
 */
import { type FileHandle, open } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { corrupt } from "./storage.ts";

/** The first two pages each begin with 24 bytes of a page header, then one of the two roots, of which the newer counts. */
const magicAt = 24;
const magic = 0xbeefc0de;
const pageSizeAt = 48;
const lastPageAt = 144;
const transactionAt = 152;
const rootBytes = 160;
const pageSizesBytes = { least: 512, most: 65_536 };

/**
 * A file that was cut off gets its length back; what is missing then reads as zeros, which is found out when it is read.
 *
 * @param path - of a file that need not exist
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

/** Up to the last page that either root knows. */
async function lengthOf(file: FileHandle, path: string): Promise<number> {
  const first = await readRoot(file, 0);
  if (first === undefined) throw corrupt(`${path} is not an LMDB file`);
  const second = await readRoot(file, first.pageSizeBytes);
  if (second === undefined || !areConsecutive(first, second)) {
    throw corrupt(`the two roots of ${path} are not from consecutive transactions: one of them is older`);
  }
  return first.pageSizeBytes * (1 + Math.max(first.lastPage, second.lastPage));
}

/** Transactions write the two roots in turn; the first one is the second to be written. */
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
