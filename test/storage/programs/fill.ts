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
const say = (line: string) => writeSync(1, `${line}\n`);
const value = Buffer.alloc(20_000, "v");
const ballast = `${directory}/ballast`;
const acknowledged = new Map<string, number>();

writeFileSync(ballast, Buffer.alloc(1_000_000));
const storage = await openLmdbStorage(directory);
say(`filled: ${await fill(storage)}`);
say(`still: ${await outcome(storage.put("/more", value, 0))}`);
say(`reads: ${await lost(storage)} lost`);
rmSync(ballast);
say(`with room again: ${await outcome(storage.put("/more", value, 0))}`);
await storage.close();
const again = await openLmdbStorage(directory);
say(`opened again: ${await lost(again)} lost`);
await again.close();
say(`check: ${(await verifyDirectory(directory)).faults.length} faults`);

async function fill(store: Storage): Promise<string> {
  for (let i = 0; ; i++) {
    try {
      acknowledged.set(`/k${i}`, await store.put(`/k${i}`, value, 0));
    } catch (error) {
      return isStorageError(error) ? error.code : String(error);
    }
  }
}

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "written",
    (error: unknown) => (isStorageError(error) ? error.code : String(error)),
  );
}

async function lost(store: Storage): Promise<number> {
  let count = 0;
  for (const [key, revision] of acknowledged) {
    const { entry } = await store.get(key);
    if (entry?.modRevision !== revision || !value.equals(entry.value)) count++;
  }
  return count;
}
