import { expect, test } from "vitest";
import { WatchCache } from "../../../src/server/registry/watch-cache.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const name = "configmaps/default/one";

function apply(cache: WatchCache, revision: number): void {
  const value = bytes(`{"metadata":{"name":"one","generation":${revision}}}`);
  cache.apply({ key: name, revision, entry: { key: name, value, createRevision: 2, modRevision: revision } });
  cache.advance(revision);
}

test("it knows the last thousand changes and little more, however many there were", () => {
  const cache = new WatchCache();
  cache.load([], 1);
  for (let revision = 2; revision <= 5000; revision++) {
    apply(cache, revision);
    expect(cache.eventsAfter(Math.max(1, revision - 1024))?.at(-1)?.revision).toBe(revision);
    expect(cache.eventsAfter(revision - 1088)).toBeUndefined();
  }
});
