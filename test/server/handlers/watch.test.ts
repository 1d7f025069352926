import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Route } from "../../../src/server/handlers/route.ts";
import { handleWatch } from "../../../src/server/handlers/watch.ts";
import { jsonCodec } from "../../../src/server/http/json-codec.ts";
import { Responder } from "../../../src/server/http/responder.ts";
import { newToy, startToys, type Toys, write } from "../registry/toy.ts";

/** A second codec for watches, with another media type. */
const otherCodec = { ...jsonCodec, mediaType: "application/other" };

let toys: Toys;
let encoded: string[] = [];
let responder: Responder;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  toys = await startToys();
  encoded = [];
  const codecs = [jsonCodec, otherCodec].map((codec) => ({
    ...codec,
    encodeObject(...args: Parameters<typeof codec.encodeObject>) {
      encoded.push(`${codec.mediaType} ${args[0].metadata.name}`);
      return codec.encodeObject(...args);
    },
  }));
  responder = new Responder({ codecs, transforms: [], nowMs: Date.now });
});
afterEach(async () => {
  vi.useRealTimers();
  await toys.stop();
  await toys.storage.close();
});

/** A watch whose client reads only while the test lets it. */
class Watching {
  reads = true;
  text = "";
  ending: "" | "ended" | "cut off" = "";
  private resume = () => {};

  constructor(query: string, accept = "application/json") {
    const exchange = {
      headers: { accept },
      warnings: new Set<string>(),
      query: new URLSearchParams(`watch=true&${query}`),
      info: { isItem: false, name: "" },
      signal: new AbortController().signal,
      onStop: () => () => {},
      onWatchStarted: () => {},
      answer: {
        isStarted: false,
        setHeader: () => {},
        start() {
          this.isStarted = true;
        },
        write: (bytes: Uint8Array) => {
          this.text += Buffer.from(bytes).toString();
          return this.reads;
        },
        onDrain: (resume: () => void) => {
          this.resume = resume;
        },
        end: () => {
          this.ending ||= "ended";
        },
        abort: () => {
          this.ending ||= "cut off";
        },
      },
    };
    const limits = { minWatchSeconds: 1800 };
    const route = { exchange, store: toys.store, responder, limits, namespace: "box" } as unknown as Route;
    handleWatch(route).catch((error) => {
      throw error;
    });
  }

  drain(): void {
    this.reads = true;
    this.resume();
  }

  get events(): readonly { type: string; object: { metadata: { name?: string; resourceVersion: string } } }[] {
    const lines = this.text.split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  get names(): readonly (string | undefined)[] {
    return this.events.map(({ object }) => object.metadata.name);
  }
}

/**
 * Runs turns of the event loop until `holds` returns true. The fake clock advances 1 ms every few turns: far slower
 * than the loop, since some tests count seconds.
 */
async function waitUntil(holds: () => boolean): Promise<void> {
  for (let turn = 1; !holds(); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (turn % turnsPerMillisecond === 0) vi.advanceTimersByTime(1);
  }
}

const turnsPerMillisecond = 20;

const minuteMs = 60_000;
const kib = 1024;
const largeToy = (name: string, sizeBytes: number) => newToy(name, { spec: { colour: "x".repeat(sizeBytes) } });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

async function createAll(names: readonly string[], sizeBytes = 0): Promise<void> {
  for (const name of names) await toys.store.create(largeToy(name, sizeBytes), write);
}

test("a watch gets a bookmark every minute, with the resource version that it has reached", async () => {
  const watching = new Watching("resourceVersion=0&allowWatchBookmarks=true");
  await createAll(["a"]);
  await waitUntil(() => watching.events.length === 1);
  for (let minute = 1; minute <= 5; minute++) {
    vi.advanceTimersByTime(minuteMs - 100);
    await waitUntil(() => watching.events.length === 2 * minute);
    await createAll([`b${minute}`]);
    await waitUntil(() => watching.events.length === 2 * minute + 1);
  }
  const types = watching.events.map(({ type }) => type);
  expect(types).toEqual(["ADDED", ...Array(5).fill(["BOOKMARK", "ADDED"]).flat()]);
  const versions = watching.events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
});

test("a watch gets a last bookmark two seconds before its timeout", async () => {
  const watching = new Watching("resourceVersion=0&allowWatchBookmarks=true&timeoutSeconds=90");
  await waitUntil(() => toys.store.size === 0 && vi.getTimerCount() > 0);
  vi.advanceTimersByTime(minuteMs + 27_000);
  await waitUntil(() => watching.events.length === 1);
  vi.advanceTimersByTime(1000);
  await waitUntil(() => watching.events.length === 2);
  expect(watching.ending).toBe("");
  vi.advanceTimersByTime(2000);
  expect([watching.ending, watching.events.length]).toEqual(["ended", 2]);
});

test("a watch that does not request bookmarks gets none", async () => {
  const watching = new Watching("resourceVersion=0");
  await waitUntil(() => vi.getTimerCount() > 0);
  vi.advanceTimersByTime(10 * minuteMs);
  await createAll(["a"]);
  await waitUntil(() => watching.events.length > 0);
  expect(watching.names).toEqual(["a"]);
});

test("events wait for a client that does not read, and arrive in order", async () => {
  const watching = new Watching("resourceVersion=0");
  watching.reads = false;
  const names = numbered(50);
  await createAll(names, 60 * kib);
  await waitUntil(() => toys.store.size === names.length);
  expect(watching.events.length).toBeLessThan(10);
  watching.drain();
  await waitUntil(() => watching.events.length === names.length);
  expect(watching.names).toEqual(names);
  expect(watching.ending).toBe("");
});

test("a watch is cut off when more than 4 MiB wait for its client; other watches are not", async () => {
  const slow = new Watching("resourceVersion=0");
  const quick = new Watching("resourceVersion=0");
  slow.reads = false;
  const names = numbered(100);
  for (const name of names) {
    await createAll([name], 60 * kib);
    await waitUntil(() => quick.events.at(-1)?.object.metadata.name === name);
    if (quick.text.length - slow.text.length > 4 * kib * kib) break;
    expect(slow.ending).toBe("");
  }
  expect(slow.ending).toBe("cut off");
  const before = slow.text.length;
  await createAll(["later"]);
  await waitUntil(() => quick.names.includes("later"));
  expect([slow.text.length, quick.ending]).toEqual([before, ""]);
});

test("the initial events of a watch may be larger than the 4 MiB that may wait", async () => {
  const names = numbered(100);
  await createAll(names, 60 * kib);
  const watching = new Watching("");
  watching.reads = false;
  await waitUntil(() => watching.text !== "");
  await createAll(["a", "b"], 60 * kib);
  await waitUntil(() => toys.store.size === 102);
  expect(watching.ending).toBe("");
  watching.drain();
  await waitUntil(() => watching.events.length === 102);
  expect(watching.names).toEqual([...[...names].sort(), "a", "b"]);
});

test("an event is encoded once for each media type, however many watches get it", async () => {
  const many = Array.from({ length: 100 }, () => new Watching("resourceVersion=0"));
  const others = Array.from({ length: 5 }, () => new Watching("resourceVersion=0", otherCodec.mediaType));
  const names = numbered(20);
  await createAll(names);
  await waitUntil(() => many.every(({ events }) => events.length === names.length));
  await waitUntil(() => others.every(({ events }) => events.length === names.length));
  for (const watching of many) expect(watching.names).toEqual(names);
  const encodingsAs = (mediaType: string) => names.map((name) => `${mediaType} ${name}`);
  expect([...encoded].sort()).toEqual(
    [...encodingsAs("application/json"), ...encodingsAs(otherCodec.mediaType)].sort(),
  );
});
