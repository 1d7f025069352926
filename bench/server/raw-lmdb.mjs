/**
 * Measures the limit of a store: LMDB by itself, with the same amount of data and a flush for each group of writes.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { measure } from "./calls.mjs";

export async function measureLmdb({ objectCount, concurrency, payloadBytes }) {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-bench-"));
  const db = open({ path: join(folder, "raw.mdb"), noSubdir: true, overlappingSync: false, encoding: "binary" });
  const value = Buffer.alloc(payloadBytes, "x");
  const put = async (index) => {
    await db.put(`m${index}`, value);
    await db.flushed;
  };
  const puts = await measure(objectCount, concurrency, put);
  const gets = await measure(objectCount, concurrency, async (index) => db.get(`m${index}`));
  await db.close();
  rmSync(folder, { recursive: true, force: true });
  return { puts, gets };
}
