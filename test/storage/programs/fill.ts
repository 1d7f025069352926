/**
 * Writes to a store on a small disk until the disk is full, and reports the behavior then.
 *
 *   fill.mjs DIRECTORY
 *
 * @module
 */
import { rmSync, writeFileSync, writeSync } from "node:fs";
import { openLmdbStorage } from "../../../src/storage/lmdb.ts";
import { isStorageError, type Storage } from "../../../src/storage/storage.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";

const [directory = ""] = process.argv.slice(2);
const writeLine = (line: string) => writeSync(1, `${line}\n`);
const value = Buffer.alloc(20_000, "v");
const ballast = `${directory}/ballast`;
const acknowledged = new Map<string, number>();

writeFileSync(ballast, Buffer.alloc(1_000_000));
const storage = await openLmdbStorage(directory);
writeLine(`filled: ${await fill(storage)}`);
writeLine(`still: ${await outcomeOf(storage.put("/more", value, 0))}`);
writeLine(`reads: ${await countLost(storage)} lost`);
rmSync(ballast);
writeLine(`with room again: ${await outcomeOf(storage.put("/more", value, 0))}`);
await storage.close();
const reopened = await openLmdbStorage(directory);
writeLine(`opened again: ${await countLost(reopened)} lost`);
await reopened.close();
writeLine(`check: ${(await verifyDirectory(directory)).faults.length} faults`);

async function fill(store: Storage): Promise<string> {
  for (let i = 0; ; i++) {
    try {
      acknowledged.set(`/k${i}`, await store.put(`/k${i}`, value, 0));
    } catch (error) {
      return isStorageError(error) ? error.code : String(error);
    }
  }
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "written",
    (error: unknown) => (isStorageError(error) ? error.code : String(error)),
  );
}

async function countLost(store: Storage): Promise<number> {
  let count = 0;
  for (const [key, revision] of acknowledged) {
    const { entry } = await store.get(key);
    if (entry?.modRevision !== revision || !value.equals(entry.value)) count++;
  }
  return count;
}
