/**
 * Reads the bytes of files, pipes and devices. Limits the size, since some pipes and devices never end.
 *
 * @module
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { maxFileMiB } from "./file-size.ts";

const chunkBytes = 256 * 1024;

/** @throws {Error} of the operating system, and if a pipe or device has more than 256 MiB */
export function readBytes(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    return readOpened(file);
  } finally {
    closeSync(file);
  }
}

/** @param file - an open file descriptor; 0 is standard input */
export function readOpened(file: number): Uint8Array {
  if (fstatSync(file).isFile()) return readFileSync(file);
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= maxFileMiB * 1024 ** 2; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  throw new Error(`does not end after ${maxFileMiB} MiB`);
}
