/**
 * Writes to a store until it is killed, and prints the acknowledged writes, one `key revision value` per line. Each
 * writer creates separate keys and updates a counter with their number.
 *
 *   writer.mjs DIRECTORY ROUND [WRITERS [WRITES]]
 *
 * @module
 */
import { writeSync } from "node:fs";
import { openLmdbStorage } from "../../../src/storage/lmdb.ts";
import { isStorageError } from "../../../src/storage/storage.ts";

const [directory = "", round = "0", writers = "8", writes = "1000000"] = process.argv.slice(2);
const padding = "x".repeat(600);

try {
  const storage = await openLmdbStorage(directory);
  writeSync(1, "open\n");
  const put = async (key: string, value: string, expected: number) => {
    const revision = await storage.put(key, Buffer.from(`${value} ${padding}`), expected);
    writeSync(1, `${key} ${revision} ${value}\n`);
    return revision;
  };
  const write = async (writer: number) => {
    const counter = `/counter/${round}-${writer}`;
    let last = 0;
    for (let i = 0; i < Number(writes); i++) {
      await put(`/key/${round}-${writer}-${i}`, String(i), 0);
      last = await put(counter, String(i), last);
    }
  };
  await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));
  await storage.close();
} catch (error) {
  writeSync(1, `error ${isStorageError(error) ? error.code : String(error)}\n`);
  process.exitCode = 1;
}
