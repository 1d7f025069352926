/** The overhead of an LMDB store beyond the stored bytes: file size, mapped addresses and memory. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import type { Revision, Storage } from "../../src/storage/storage.ts";
import { bytes, takeEvents } from "./observe.ts";

/** A size that is typical for objects of 600 bytes: four of them with their keys fit into a page. */
const valueBytes = 750;
const keys = Array.from({ length: 100 }, (_, index) => `/registry/configmaps/default/e${index}`);

let directory: string;
let storage: Storage;
let revisions: Map<string, Revision>;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "clustervet-lmdb-memory-"));
  storage = await openLmdbStorage(directory, { compactionIntervalMs: 0 });
  revisions = new Map();
});
afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

/** Writes the same keys repeatedly, so that only the history grows. */
async function writeAll(rounds: number): Promise<void> {
  const write = async (key: string) => {
    revisions.set(key, await storage.put(key, new Uint8Array(valueBytes), revisions.get(key) ?? 0));
  };
  for (let round = 0; round < rounds; round++) await Promise.all(keys.map(write));
}

const fileBytes = () => statSync(join(directory, "storage.mdb")).size;

test("the file grows by little more than the written bytes", async () => {
  await writeAll(10);
  const before = fileBytes();
  await writeAll(40);
  expect((fileBytes() - before) / (40 * keys.length * valueBytes)).toBeLessThan(1.4);
});

test.runIf(process.platform === "linux")("the file is mapped only once while it grows", async () => {
  await writeAll(50);
  const maps = readFileSync("/proc/self/maps", "utf8").split("\n");
  expect(maps.filter((line) => line.endsWith(`${directory}/storage.mdb`))).toHaveLength(1);
});

test("delivered events are garbage-collected", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: unknown = runInNewContext("gc");
  const ending = new AbortController();
  const watch = storage.watch({ prefix: "", after: await storage.currentRevision(), signal: ending.signal });
  const waitForDelivery = async () => {
    const [event] = await takeEvents(watch, 1);
    return new WeakRef(event?.entry?.value ?? {});
  };
  const value = waitForDelivery();
  await storage.put("/a", bytes("a"), 0);
  const reference = await value;
  expect(reference.deref()).toEqual(bytes("a"));
  await new Promise((resolve) => setImmediate(resolve));
  if (typeof collectGarbage === "function") collectGarbage();
  expect(reference.deref()).toBeUndefined();
  ending.abort();
});
