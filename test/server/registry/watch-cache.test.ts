import fc from "fast-check";
import { expect, test } from "vitest";
import { WatchCache } from "../../../src/server/registry/watch-cache.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const name = "configmaps/default/one";

const options = { form: { schema: {} }, report: () => {}, failed: () => {} };

function apply(cache: WatchCache, revision: number): void {
  const value = bytes(`{"metadata":{"name":"one","generation":${revision}}}`);
  cache.apply({ key: name, revision, entry: { key: name, value, createRevision: 2, modRevision: revision } });
  cache.advance(revision);
}

test("a cache keeps the last thousand changes (maxKeptEvents) and few more", async () => {
  const cache = new WatchCache(options);
  await cache.load([], 1);
  for (let revision = 2; revision <= 5000; revision++) {
    apply(cache, revision);
    expect(cache.eventsAfter(Math.max(1, revision - 1024))?.at(-1)?.revision).toBe(revision);
    expect(cache.eventsAfter(revision - 1088)).toBeUndefined();
  }
});

test("a cache keeps as many of the last changes as contain 8 MiB (maxKeptBytes) of objects, old and new", async () => {
  const cache = new WatchCache(options);
  await cache.load([], 1);
  const entryOf = (kib: number, modRevision: number) => ({
    key: name,
    value: bytes(`{"metadata":{"name":"one"},"data":"${"x".repeat(kib * 1024 - 38)}"}`),
    createRevision: 2,
    modRevision,
  });
  const isKnown = (revision: number) => cache.eventsAfter(revision) !== undefined;
  const replaced = entryOf(1024, 2);
  for (let revision = 3; revision <= 20; revision++)
    cache.apply({ key: name, revision, entry: entryOf(1024, revision), previous: replaced });
  expect([15, 16].map(isKnown)).toEqual([false, true]);
  cache.apply({ key: name, revision: 21, previous: entryOf(1024, 20) });
  expect([16, 17].map(isKnown)).toEqual([false, true]);
  // The last change is always kept, however large it is.
  cache.apply({ key: name, revision: 22, entry: entryOf(9 * 1024, 22) });
  expect([20, 21].map(isKnown)).toEqual([false, true]);
});

test("a cache has its state at each of its last revisions", async () => {
  const step = fc.record({ name: fc.constantFrom("a", "b", "c"), isDelete: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const cache = new WatchCache(options);
      await cache.load([], 1);
      const model = new Map<string, string>();
      const states = steps.map(({ name, isDelete }, at) => {
        const revision = at + 2;
        const key = `/toys/box/${name}`;
        const entry = {
          key,
          value: bytes(`{"metadata":{"name":"${name}"}}`),
          createRevision: 2,
          modRevision: revision,
        };
        cache.apply(isDelete ? { key, revision } : { key, revision, entry });
        cache.advance(revision);
        if (isDelete) model.delete(name);
        else model.set(name, String(revision));
        return [...model].sort();
      });
      for (const [at, state] of [[], ...states].entries()) {
        const objects = [...(cache.indexAt(at + 1)?.range("/") ?? [])].flatMap((leaf) => leaf.objects);
        expect(objects.map(({ metadata: { name, resourceVersion } }) => [name, resourceVersion])).toEqual(state);
      }
    }),
  );
});

const versionsOf = (objects: ReturnType<WatchCache["indexAt"]>) =>
  [...(objects?.range("") ?? [])].flatMap((leaf) => leaf.objects).map(({ metadata }) => metadata.resourceVersion);

test("the pages of a list are read from one index, even if objects are written meanwhile", async () => {
  const cache = new WatchCache(options);
  await cache.load([], 1);
  apply(cache, 2);
  const first = cache.pagedIndexAt(2);
  apply(cache, 3);
  expect(cache.pagedIndexAt(2)).toBe(first);
  expect(versionsOf(first)).toEqual(["2"]);
  expect(versionsOf(cache.pagedIndexAt(3))).toEqual(["3"]);
});

test("16 lists (maxPagedRevisions) can be read in pages at a time, each only as long as its changes are kept", async () => {
  const cache = new WatchCache(options);
  await cache.load([], 1);
  apply(cache, 2);
  const indexes = [cache.pagedIndexAt(2)];
  for (let revision = 3; revision <= 18; revision++) {
    apply(cache, revision);
    indexes.push(cache.pagedIndexAt(revision));
    expect(cache.pagedIndexAt(2)).toBe(indexes[0]);
  }
  expect(cache.pagedIndexAt(4)).toBe(indexes[2]);
  expect(cache.pagedIndexAt(3)).not.toBe(indexes[1]);
  for (let revision = 19; revision <= 1200; revision++) apply(cache, revision);
  expect(cache.pagedIndexAt(2)).toBeUndefined();
});

test("a subscriber that fails is reset, and the other subscribers get the change", async () => {
  const thrown: unknown[] = [];
  const seen: string[] = [];
  const cache = new WatchCache({ ...options, failed: (error) => thrown.push(error) });
  await cache.load([], 1);
  const fault = new Error("a fault of a reader");
  cache.subscribe({
    change() {
      throw fault;
    },
    reset: () => seen.push("reset"),
  });
  cache.subscribe({ change: ({ key }) => seen.push(key), reset: () => seen.push("reset of the other") });
  apply(cache, 2);
  expect(thrown).toEqual([fault]);
  expect(seen).toEqual(["reset", name]);
  expect(cache.revision).toBe(2);
});
