/**
 * Files and directories that a loss of power leaves whole, or not there at all.
 *
 * @module
 */
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const ownerOnly = 0o700;

/** Makes a directory, with those above it that are missing. */
export async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: ownerOnly });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(directory); made !== above; made = dirname(made)) await flush(dirname(made));
}

/** @param make - writes the file, under another name for now */
export async function makeFile(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.new`;
  await make(unfinished);
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
