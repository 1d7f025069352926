import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type Clock, startCompaction } from "../../src/storage/compactor.ts";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { verifyDirectory } from "../../src/storage/verify.ts";

/** A clock that ticks when the test calls it. */
function handClock() {
  const clock = {
    tick: () => {},
    intervalMs: 0,
    isStopped: false,
    every(intervalMs: number, tick: () => void) {
      Object.assign(clock, { tick, intervalMs });
      return () => {
        clock.isStopped = true;
      };
    },
  } satisfies Clock & Record<string, unknown>;
  return clock;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until the work that a tick started is done. */
async function waitForTick(): Promise<void> {
  for (let i = 0; i < 10; i++) await nextTurn();
}

async function codeAt(storage: Storage, revision: number): Promise<string> {
  return storage.get("/a", { revision }).then(
    () => "read",
    (error: { code: string }) => error.code,
  );
}

test("every five minutes, the history before the previous tick is compacted", async () => {
  const clock = handClock();
  const storage = openMemoryStorage({ clock });
  expect(clock.intervalMs).toBe(300_000);
  const first = await storage.put("/a", Buffer.from("one"), 0);
  const second = await storage.put("/a", Buffer.from("two"), first);
  clock.tick();
  await waitForTick();
  expect(await codeAt(storage, first)).toBe("read");
  const third = await storage.put("/a", Buffer.from("three"), second);
  clock.tick();
  await waitForTick();
  expect(await codeAt(storage, first)).toBe("compacted");
  expect(await codeAt(storage, second)).toBe("read");
  clock.tick();
  await waitForTick();
  expect(await codeAt(storage, second)).toBe("compacted");
  expect(await codeAt(storage, third)).toBe("read");
  // Without writes since the last tick there is nothing to compact, which is not an error.
  clock.tick();
  await waitForTick();
  await storage.close();
  expect(clock.isStopped).toBe(true);
});

test("a memory store compacts history beyond 8 to 16 MiB of replaced values (maxHistoryBytes) without waiting for a tick", async () => {
  const storage = openMemoryStorage({ clock: handClock() });
  const value = Buffer.alloc(1024 * 1024);
  const revisions = [await storage.put("/a", value, 0)];
  const putTimes = async (times: number) => {
    for (let i = 0; i < times; i++) revisions.push(await storage.put("/a", value, revisions.at(-1) ?? 0));
    await waitForTick();
  };
  const oldest = async () => {
    const codes = await Promise.all(revisions.map((revision) => codeAt(storage, revision)));
    return codes.indexOf("read");
  };
  await putTimes(15);
  expect(await oldest()).toBe(0);
  await putTimes(1);
  expect(await oldest()).toBe(8);
  await putTimes(7);
  expect(await oldest()).toBe(8);
  await putTimes(1);
  expect(await oldest()).toBe(16);
  await storage.delete("/a", revisions.at(-1) ?? 0);
  expect(await codeAt(storage, revisions.at(-1) ?? 0)).toBe("read");
  await storage.close();
});

test("the first tick compacts the history from before the opening, so frequent restarts do not let the store grow", async () => {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-compaction-"));
  const before = await openLmdbStorage(directory, { clock: handClock() });
  const first = await before.put("/a", Buffer.from("one"), 0);
  const second = await before.put("/a", Buffer.from("two"), first);
  await before.close();

  const clock = handClock();
  const storage = await openLmdbStorage(directory, { clock });
  const third = await storage.put("/a", Buffer.from("three"), second);
  expect(await codeAt(storage, first)).toBe("read");
  clock.tick();
  await expect.poll(() => codeAt(storage, first)).toBe("compacted");
  expect(await codeAt(storage, second)).toBe("read");
  clock.tick();
  await expect.poll(() => codeAt(storage, second)).toBe("compacted");
  expect(await codeAt(storage, third)).toBe("read");
  await storage.close();
  rmSync(directory, { recursive: true });
});

test("an interval of 0 keeps all history", () => {
  const clock = handClock();
  startCompaction({ clock, compactionIntervalMs: 0 }, async () => 1);
  expect(clock.intervalMs).toBe(0);
});

test("a failed compaction is logged and retried, and a running one is not started twice", async () => {
  const clock = handClock();
  const onCompactionError = vi.fn();
  const failure = new Error("no");
  const compact = vi.fn<(before: number | undefined) => Promise<number>>();
  compact.mockResolvedValueOnce(5).mockRejectedValueOnce(failure).mockResolvedValue(7);
  startCompaction({ clock, onCompactionError }, compact);
  for (let i = 0; i < 4; i++) {
    clock.tick();
    clock.tick();
    await waitForTick();
  }
  expect(compact.mock.calls).toEqual([[undefined], [5], [5], [7]]);
  expect(onCompactionError.mock.calls).toEqual([[failure]]);
});

test("on disk, compacted versions are deleted, even if the store was closed in between", async () => {
  const directory = mkdtempSync(join(tmpdir(), "clustervet-compaction-"));
  const storage = await openLmdbStorage(directory, { compactionIntervalMs: 0 });
  const writes = 5000;
  let last = 0;
  for (let i = 0; i < writes; i += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, j) => storage.put(`/k${i + j}`, Buffer.alloc(50), 0)));
  }
  for (let i = 0; i < 50; i++) last = await storage.put("/a", Buffer.from(String(i)), last);
  const deleted = await storage.delete("/a", last);
  const compacting = storage.compact(deleted);
  await nextTurn();
  await nextTurn();
  await storage.close();
  await compacting;
  const halfway = await verifyDirectory(directory);
  expect(halfway).toMatchObject({ keys: writes, faults: [], span: { compacted: deleted } });
  expect(halfway.versions).toBeGreaterThan(writes);

  const again = await openLmdbStorage(directory, { compactionIntervalMs: 0 });
  expect((await again.range({ prefix: "/k", limit: 1 })).remaining).toBe(writes - 1);
  await expect
    .poll(() => again.put("/a", Buffer.from("new"), 0).catch(() => again.currentRevision()))
    .toBe(deleted + 1);
  for (let i = 0; i < 20; i++) await waitForTick();
  await again.close();
  expect(await verifyDirectory(directory)).toMatchObject({ keys: writes + 1, versions: writes + 1, faults: [] });
  rmSync(directory, { recursive: true });
});
