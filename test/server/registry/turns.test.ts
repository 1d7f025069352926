/**
 * Work on all objects of a resource gives other work turns of the event loop. The fake clock advances by a millisecond
 * each time it is read.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startGarbageCollector } from "../../../src/server/controllers/garbage-collector.ts";
import { WorkQueue } from "../../../src/server/controllers/work-queue.ts";
import { WatchCache } from "../../../src/server/registry/watch-cache.ts";
import { Messages } from "../messages.ts";
import { newToy, selectionFor, startToys, type Toys, write } from "./toy.ts";

const count = 4000;
/**
 * The least number of turns that other work must get. A slice is 2 ms, and the clock is read after each object or small
 * group of objects.
 */
const leastTurns = 2;

let toys: Toys;
beforeEach(async () => {
  toys = await startToys();
  const names = Array.from({ length: count }, (_none, index) => `n${index}`);
  await Promise.all(names.map((name) => toys.store.create(newToy(name), write)));
  // Ends the slice that began with the clock of the previous test.
  await new Promise((resolve) => setImmediate(resolve));
  let nowMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => nowMs++);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await toys.stop();
  await toys.storage.close();
});

/** Returns how many rounds of the event loop other work got meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns++;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await work();
  isOver = true;
  return turns;
}

const selection = (labelSelector: string) => selectionFor(toys, { labelSelector }, "box");

test("a list by labels gives other work turns", async () => {
  let items = 0;
  const turns = await turnsDuring(async () => {
    items = (await toys.store.list({ selection: selection("!none") })).items.length;
  });
  expect(items).toBe(count);
  expect(turns).toBeGreaterThanOrEqual(leastTurns);
});

test("a watch gives turns while it sends the initial state; changes in the meantime come after it, once", async () => {
  const seen: string[] = [];
  const late = newToy("late");
  const turns = await turnsDuring(async () => {
    let created: Promise<unknown> | undefined;
    const running = await toys.store.watch(
      { selection: selection("!none"), sendInitialEvents: true },
      {
        news: (watch) => watch.read(),
        async state(objects) {
          created ??= toys.store.create(late, write);
          for (const { metadata } of objects) seen.push(metadata.name ?? "");
        },
        change: ({ object }) => seen.push(object.metadata.name ?? ""),
        initialEnd: () => seen.push("end"),
        fail: () => seen.push("fail"),
        end: () => seen.push("over"),
      },
    );
    await created;
    await vi.waitFor(() => expect(seen).toContain("late"));
    running.stop();
  });
  expect(seen.slice(count)).toEqual(["end", "late"]);
  expect(turns).toBeGreaterThanOrEqual(leastTurns);
});

test("a cache that is loaded again gives turns, and keeps its content until it has read everything", async () => {
  const cache = new WatchCache({ form: { schema: {} }, report: () => {}, failed: () => {} });
  const entries = Array.from({ length: count }, (_none, index) => ({
    key: `/toys/box/n${index}`,
    value: new TextEncoder().encode(`{"metadata":{"name":"n${index}"}}`),
    createRevision: 1,
    modRevision: 1,
  }));
  await cache.load(entries.slice(0, 1), 1);
  const sizes = new Set<number>();
  const turns = await turnsDuring(async () => {
    const loading = cache.load(entries, 2);
    sizes.add(cache.size);
    await loading;
    sizes.add(cache.size);
  });
  expect([...sizes]).toEqual([1, count]);
  expect(turns).toBeGreaterThanOrEqual(leastTurns);
});

test("a work queue gives other work turns", async () => {
  let done = 0;
  const turns = await turnsDuring(
    () =>
      new Promise<void>((resolve) => {
        const handle = async () => {
          if (++done === count) resolve();
        };
        const queue = new WorkQueue(handle, new Messages());
        for (let key = 0; key < count; key++) queue.add(String(key));
      }),
  );
  expect(turns).toBeGreaterThanOrEqual(leastTurns);
});

test("the garbage collector gives turns while it first reads all objects", async () => {
  const looks = vi.spyOn(toys.store, "cachedObject");
  const collector = startGarbageCollector({ registry: toys.registry, write, log: new Messages() });
  expect(looks.mock.calls.length).toBeLessThan(count / leastTurns);
  while (looks.mock.calls.length < count) await new Promise((resolve) => setImmediate(resolve));
  collector.stop();
});

/** The walks over an object on its way into the store: two copies, two comparisons, and the encoding. */
const walksPerWrite = 5;

test("a write of a large object gives turns between the walks over it", async () => {
  // Each walk takes longer than a slice.
  let nowMs = 1e6;
  vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 20));
  const annotations = Object.fromEntries(Array.from({ length: 5000 }, (_none, index) => [`k${index}`, "v"]));
  const wideToy = (colour: string) => {
    const { metadata } = newToy("wide");
    return { metadata: { ...metadata, annotations }, spec: { colour } };
  };
  const target = { namespace: "box", name: "wide" };
  const request = { target, subresource: "", isDetached: true, change: () => wideToy("blue") };
  const created = await turnsDuring(() => toys.store.create(wideToy("red"), write));
  const updated = await turnsDuring(() => toys.store.update(request, write));
  const small = await turnsDuring(() => toys.store.create(newToy("small"), write));
  expect(created - small).toBeGreaterThanOrEqual(2);
  expect(updated - small).toBeGreaterThanOrEqual(walksPerWrite);
});
