/**
 * The contract of all storage backends. A tested store may contain other keys and be at any revision, since the tests
 * share an etcd.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Revision, Storage, WatchEvent } from "../../src/storage/storage.ts";
import { expectLinearizable } from "./linearizability.ts";
import { agreesWithModel } from "./model.ts";
import { bytes, codeOf, eventLine, takeEvents, text } from "./observe.ts";

export interface ContractOptions {
  /** Opens the same store again, if several processes may have it open. */
  readonly openAnother?: () => Promise<Storage>;
  /** The number of runs per property. Default: 60. */
  readonly runs?: number;
  /** The number of rounds in which two clients race for one key. Default: 500; `STORAGE_RACE_ROUNDS` overrides it. */
  readonly raceRounds?: number;
}

/** Declares the tests of the contract. Each test uses a separate key prefix. */
export function storageContract(
  open: () => Promise<Storage>,
  { openAnother, runs = 60, raceRounds = 500 }: ContractOptions = {},
): void {
  const rounds = Number(process.env["STORAGE_RACE_ROUNDS"] ?? raceRounds);
  let storage: Storage;
  let count = 0;
  let prefix = "";
  const contract = (name: string, body: () => Promise<void>, timeoutMs = 30_000) =>
    test(
      name,
      async () => {
        prefix = `/contract-${process.pid}-${count++}/`;
        await body();
      },
      timeoutMs,
    );
  const put = (name: string, value: string, expected: Revision) => storage.put(prefix + name, bytes(value), expected);
  const remove = (name: string, expected: Revision) => storage.delete(prefix + name, expected);
  const readText = async (name: string, revision?: Revision) =>
    text((await storage.get(prefix + name, revision === undefined ? {} : { revision })).entry);
  const names = async (request: { start?: string; limit?: number; revision?: Revision } = {}) => {
    const { start, ...rest } = request;
    const range = await storage.range({ prefix, ...rest, ...(start === undefined ? {} : { start: prefix + start }) });
    return range.entries.map(({ key }) => key.slice(prefix.length));
  };
  const lines = (events: readonly WatchEvent[]) => events.map((event) => eventLine(event).replaceAll(prefix, ""));

  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  describe("writes", () => {
    contract("create, update and delete take revisions that rise", async () => {
      const before = await storage.currentRevision();
      const created = await put("a", "one", 0);
      const updated = await put("a", "two", created);
      const deleted = await remove("a", updated);
      expect(before).toBeLessThan(created);
      expect(created).toBeLessThan(updated);
      expect(updated).toBeLessThan(deleted);
      expect(await storage.currentRevision()).toBeGreaterThanOrEqual(deleted);
    });

    contract("who knows the newest write of a key need not be sent it again", async () => {
      const created = await put("a", "one", 0);
      const known = await storage.get(`${prefix}a`, { knownRevision: created });
      expect(known.isUnchanged ?? text(known.entry) === "one").toBe(true);
      expect(known.revision).toBeGreaterThanOrEqual(created);
      const updated = await put("a", "two", created);
      expect(text((await storage.get(`${prefix}a`, { knownRevision: created })).entry)).toBe("two");
      expect(text((await storage.get(`${prefix}a`, { knownRevision: updated, revision: created })).entry)).toBe("one");
      await remove("a", updated);
      expect(await storage.get(`${prefix}a`, { knownRevision: updated })).not.toMatchObject({ isKnown: true });
      expect((await storage.get(`${prefix}a`, { knownRevision: updated })).entry).toBeUndefined();
      expect((await storage.get(`${prefix}none`, { knownRevision: 0 })).entry).toBeUndefined();
    });

    contract("an entry knows when it was created and changed", async () => {
      const created = await put("a", "one", 0);
      const updated = await put("a", "two", created);
      expect((await storage.get(`${prefix}a`)).entry).toEqual({
        key: `${prefix}a`,
        value: bytes("two"),
        createRevision: created,
        modRevision: updated,
      });
      const deleted = await remove("a", updated);
      const again = await put("a", "three", 0);
      expect(again).toBeGreaterThan(deleted);
      expect((await storage.get(`${prefix}a`)).entry).toMatchObject({ createRevision: again, modRevision: again });
    });

    contract("a stale write is a conflict that tells what is there, and writes nothing", async () => {
      const created = await put("a", "one", 0);
      const updated = await put("a", "two", created);
      for (const stale of [() => put("a", "x", 0), () => put("a", "x", created), () => remove("a", created)]) {
        const error = await stale().catch((error: unknown) => error);
        expect(error).toMatchObject({ name: "StorageError", code: "conflict" });
        expect(error).toMatchObject({
          current: { value: bytes("two"), modRevision: updated, createRevision: created },
        });
      }
      expect(await readText("a")).toBe("two");
    });

    contract("a write of what does not exist is a conflict without an entry", async () => {
      const created = await put("a", "one", 0);
      const deleted = await remove("a", created);
      for (const stale of [() => put("a", "x", created), () => remove("a", created), () => put("b", "x", deleted)]) {
        const error = await stale().catch((error: unknown) => error);
        expect(error).toMatchObject({ code: "conflict" });
        expect(error).not.toHaveProperty("current");
      }
      expect(await names()).toEqual([]);
    });

    contract("values are bytes, none and any", async () => {
      const value = Uint8Array.from({ length: 256 }, (_, i) => i);
      await storage.put(`${prefix}all`, value, 0);
      await storage.put(`${prefix}none`, new Uint8Array(), 0);
      const all = (await storage.get(`${prefix}all`)).entry;
      expect(Array.from(all?.value ?? [])).toEqual(Array.from(value));
      expect((await storage.get(`${prefix}none`)).entry?.value).toHaveLength(0);
    });

    contract("a value of 1 MiB fits, one of 2 MiB is too large", async () => {
      await storage.put(`${prefix}fits`, new Uint8Array(1024 * 1024), 0);
      expect((await storage.get(`${prefix}fits`)).entry?.value).toHaveLength(1024 * 1024);
      expect(await codeOf(storage.put(`${prefix}large`, new Uint8Array(2 * 1024 * 1024), 0))).toBe("too-large");
      expect(await names()).toEqual(["fits"]);
    });

    contract("of writes that race on a revision exactly one wins", async () => {
      const created = await put("a", "start", 0);
      const writers = Array.from({ length: 20 }, (_, i) => put("a", String(i), created));
      const outcomes = await Promise.allSettled(writers);
      const winners = outcomes.flatMap((outcome, i) => (outcome.status === "fulfilled" ? [String(i)] : []));
      expect(winners).toHaveLength(1);
      expect(await readText("a")).toBe(winners[0]);
    });

    contract(
      "two clients race on one key: each round has one winner",
      async () => {
        let current = await put("a", "", 0);
        for (let round = 0; round < rounds; round++) {
          const outcomes = await Promise.allSettled([
            put("a", `left ${round}`, current),
            put("a", `right ${round}`, current),
          ]);
          const winners = outcomes.filter((outcome) => outcome.status === "fulfilled");
          expect(winners).toHaveLength(1);
          current = winners[0]?.value ?? 0;
        }
        expect((await storage.get(`${prefix}a`)).entry?.modRevision).toBe(current);
      },
      600_000,
    );
  });

  describe("reads", () => {
    contract("a key at past revisions", async () => {
      const created = await put("a", "one", 0);
      const updated = await put("a", "two", created);
      const deleted = await remove("a", updated);
      const again = await put("a", "three", 0);
      expect(await Promise.all([created - 1, created, updated, deleted, again].map((at) => readText("a", at)))).toEqual(
        [undefined, "one", "two", undefined, "three"],
      );
    });

    contract("a reading tells its revision", async () => {
      const created = await put("a", "one", 0);
      await put("b", "one", 0);
      expect((await storage.get(`${prefix}a`, { revision: created })).revision).toBe(created);
      expect((await storage.range({ prefix, revision: created })).revision).toBe(created);
      const now = (await storage.get(`${prefix}none`)).revision;
      expect(now).toBeGreaterThan(created);
      expect((await storage.range({ prefix })).revision).toBeGreaterThanOrEqual(now);
    });

    contract("a range is ordered by the bytes of the keys and stops at the prefix", async () => {
      const keys = ["b", "a/1", "a", "é", "\u{10ffff}", "\uffee", "a0", "B", "a-", "z"];
      for (const key of keys) await put(key, key, 0);
      await storage.put(`${prefix.slice(0, -1)}0`, bytes("behind"), 0);
      const ordered = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(await names()).toEqual(ordered);
      const below = await storage.range({ prefix: `${prefix}a` });
      expect(below.entries.map(text)).toEqual(["a", "a-", "a/1", "a0"]);
    });

    contract("pages at one revision, with what remains, while others write", async () => {
      for (const name of ["a", "b", "c", "d", "e"]) await put(name, name, 0);
      const first = await storage.range({ prefix, limit: 2 });
      expect(first.entries.map(text)).toEqual(["a", "b"]);
      expect(first.remaining).toBe(3);
      const { revision } = first;
      const c = await storage.get(`${prefix}c`);
      await remove("c", c.entry?.modRevision ?? 0);
      await put("bb", "bb", 0);
      const second = await storage.range({ prefix, start: `${prefix}b\0`, limit: 2, revision });
      expect(second).toMatchObject({ remaining: 1, revision });
      expect(second.entries.map(text)).toEqual(["c", "d"]);
      const third = await storage.range({ prefix, start: `${prefix}d\0`, limit: 2, revision });
      expect(third).toMatchObject({ remaining: 0, revision });
      expect(third.entries.map(text)).toEqual(["e"]);
      expect(await names()).toEqual(["a", "b", "bb", "d", "e"]);
    });

    contract("a start before the prefix is the prefix; one behind it leaves nothing", async () => {
      await put("a", "a", 0);
      expect((await storage.range({ prefix, start: "" })).entries.map(text)).toEqual(["a"]);
      expect(await storage.range({ prefix, start: `${prefix.slice(0, -1)}0` })).toMatchObject({
        entries: [],
        remaining: 0,
      });
    });

    contract("a limit of 0 counts", async () => {
      for (const name of ["a", "b", "c"]) await put(name, name, 0);
      expect(await storage.range({ prefix, limit: 0 })).toMatchObject({ entries: [], remaining: 3 });
      expect(await storage.range({ prefix, limit: 3 })).toMatchObject({ remaining: 0 });
    });

    contract("a revision that is not reached cannot be read", async () => {
      const revision = (await storage.currentRevision()) + 1000;
      expect(await codeOf(storage.get(`${prefix}a`, { revision }))).toBe("future-revision");
      expect(await codeOf(storage.range({ prefix, revision }))).toBe("future-revision");
    });
  });

  describe("watches", () => {
    contract("events behind a revision, in order, with what was before", async () => {
      const before = await storage.currentRevision();
      const a = await put("a", "one", 0);
      const a2 = await put("a", "two", a);
      const b = await put("b", "other", 0);
      const a3 = await remove("a", a2);
      await put("a", "three", 0);
      const events = await takeEvents(storage.watch({ prefix, after: before }), 5);
      expect(lines(events)).toEqual(["a=one", "a=two was one", "b=other", "a deleted was two", "a=three"]);
      expect(events.slice(0, 4).map(({ revision }) => revision)).toEqual([a, a2, b, a3]);
      expect(lines(await takeEvents(storage.watch({ prefix, after: a2 }), 3))).toEqual([
        "b=other",
        "a deleted was two",
        "a=three",
      ]);
    });

    contract("events as they are written, of the prefix alone", async () => {
      const watch = storage.watch({ prefix, after: await storage.currentRevision() });
      const taken = takeEvents(watch, 2);
      await storage.put(`${prefix.slice(0, -1)}0`, bytes("behind"), 0);
      const a = await put("a", "one", 0);
      await remove("a", a);
      expect(lines(await taken)).toEqual(["a=one", "a deleted was one"]);
    });

    contract("entries in events know their revisions", async () => {
      const after = await storage.currentRevision();
      const created = await put("a", "one", 0);
      const updated = await put("a", "two", created);
      const [, event] = await takeEvents(storage.watch({ prefix, after }), 2);
      const key = `${prefix}a`;
      expect(event).toEqual({
        key,
        revision: updated,
        entry: { key, value: bytes("two"), createRevision: created, modRevision: updated },
        previous: { key, value: bytes("one"), createRevision: created, modRevision: created },
      });
    });

    contract("batches tell how far the watch is, and split no revision", async () => {
      const after = await storage.currentRevision();
      for (let i = 0; i < 50; i++) await put(`k${i}`, "", 0);
      let reached = after;
      let count = 0;
      for await (const { events, revision } of storage.watch({ prefix, after })) {
        expect(revision).toBeGreaterThanOrEqual(reached);
        for (const event of events) {
          expect(event.revision).toBeGreaterThan(reached);
          expect(event.revision).toBeLessThanOrEqual(revision);
        }
        reached = revision;
        count += events.length;
        if (count === 50) break;
      }
    });

    contract("progress can be asked for", async () => {
      const watch = storage.watch({ prefix, after: await storage.currentRevision() });
      const first = watch.next();
      const elsewhere = await storage.put(`/elsewhere${prefix}`, bytes(""), 0);
      watch.requestProgress();
      const batch = await first;
      expect(batch.value?.events).toEqual([]);
      expect(batch.value?.revision).toBeGreaterThanOrEqual(elsewhere);
      await watch.return();
    });

    contract("progress never overtakes events", async () => {
      const after = await storage.currentRevision();
      const watch = storage.watch({ prefix, after });
      let wanted: Revision = 0;
      const seen: Revision[] = [];
      const reading = (async () => {
        for await (const { events, revision } of watch) {
          seen.push(...events.map((event) => event.revision));
          if (wanted > 0 && revision >= wanted) return revision;
        }
        return 0;
      })();
      const written: Revision[] = [];
      for (let i = 0; i < 200; i++) {
        written.push(await put(`k${i}`, "", 0));
        watch.requestProgress();
      }
      wanted = written.at(-1) ?? 0;
      watch.requestProgress();
      expect(await reading).toBeGreaterThanOrEqual(wanted);
      expect(seen).toEqual(written);
    });

    contract("a slow reader misses nothing", async () => {
      const watch = storage.watch({ prefix, after: await storage.currentRevision() });
      const count = 3000;
      for (let i = 0; i < count; i += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, j) => put(`k${i + j}`, "x".repeat(500), 0)));
      }
      const events = await takeEvents(watch, count);
      expect(new Set(events.map(({ key }) => key)).size).toBe(count);
      const revisions = events.map(({ revision }) => revision);
      expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    });

    contract("a signal ends a watch without an error", async () => {
      const controller = new AbortController();
      const after = await storage.currentRevision();
      const watch = storage.watch({ prefix, after, signal: controller.signal });
      const next = watch.next();
      controller.abort();
      expect(await next).toEqual({ done: true, value: undefined });
      expect(await watch.next()).toEqual({ done: true, value: undefined });
      const aborted = storage.watch({ prefix, after, signal: controller.signal });
      expect(await aborted.next()).toEqual({ done: true, value: undefined });
    });
  });

  describe("compaction", () => {
    contract("compacted revisions cannot be read or watched; the current ones stay", async () => {
      const a = await put("a", "one", 0);
      const a2 = await put("a", "two", a);
      const b = await put("b", "gone", 0);
      const b2 = await remove("b", b);
      const c = await put("c", "kept", 0);
      await storage.compact(c);
      expect(await codeOf(storage.get(`${prefix}a`, { revision: a2 }))).toBe("compacted");
      expect(await codeOf(storage.range({ prefix, revision: b2 }))).toBe("compacted");
      expect(await codeOf(storage.watch({ prefix, after: a }).next())).toBe("compacted");
      expect(await codeOf(storage.watch({ prefix, after: c - 1 }).next())).toBe("compacted");
      expect(await names({ revision: c })).toEqual(["a", "c"]);
      expect(await readText("a", c)).toBe("two");
      expect(await names()).toEqual(["a", "c"]);
    });

    contract("watches behind the compacted revision see what was before its events", async () => {
      const a = await put("a", "one", 0);
      const b = await put("b", "one", 0);
      await storage.compact(b);
      const a2 = await put("a", "two", a);
      await remove("b", b);
      await remove("a", a2);
      await put("b", "again", 0);
      const events = await takeEvents(storage.watch({ prefix, after: b }), 4);
      expect(lines(events)).toEqual(["a=two was one", "b deleted was one", "a deleted was two", "b=again"]);
    });

    contract("a watch that is up to date is not harmed; one that was overtaken ends", async () => {
      const before = await storage.currentRevision();
      const behind = storage.watch({ prefix, after: before });
      const a = await put("a", "one", 0);
      const current = storage.watch({ prefix, after: a });
      const next = current.next();
      const a2 = await put("a", "two", a);
      await next;
      await storage.compact(a2);
      const a3 = await put("a", "three", a2);
      expect((await current.next()).value?.events.map(({ revision }: WatchEvent) => revision)).toEqual([a3]);
      await current.return();
      // A backend may already have had the events in its queue; then it must deliver all of them.
      const late = await codeOf(takeEvents(behind, 3));
      expect(["compacted", "none"]).toContain(late);
      await behind.return();
    });

    contract("it is done once, and not ahead of the store", async () => {
      const a = await put("a", "one", 0);
      await storage.compact(a);
      expect(await codeOf(storage.compact(a))).toBe("compacted");
      expect(await codeOf(storage.compact(a - 1))).toBe("compacted");
      expect(await codeOf(storage.compact(a + 1000))).toBe("future-revision");
    });

    contract("keys written, deleted and written again across it", async () => {
      const a = await put("a", "one", 0);
      const deleted = await remove("a", a);
      await storage.compact(deleted);
      const again = await put("a", "two", 0);
      expect(await readText("a", deleted)).toBeUndefined();
      expect(await readText("a", again)).toBe("two");
      await storage.compact(again);
      expect((await storage.get(`${prefix}a`)).entry).toMatchObject({ createRevision: again });
    });
  });

  describe("laws", () => {
    test("it behaves like a model under any sequence of commands", () => agreesWithModel(storage, runs), 120_000);

    test("concurrent clients see a linearizable history", async () => {
      const other = openAnother ? await openAnother() : storage;
      await expectLinearizable([storage, other], runs);
      if (other !== storage) await other.close();
    }, 120_000);
  });

  test("aborted calls reject with the reason of the signal", async () => {
    const signal = AbortSignal.abort(new Error("given up"));
    await expect(storage.currentRevision({ signal })).rejects.toThrow("given up");
    await expect(storage.get("/a", { signal })).rejects.toThrow("given up");
    await expect(storage.range({ prefix: "/a", signal })).rejects.toThrow("given up");
    await expect(storage.put("/aborted", bytes(""), 0, { signal })).rejects.toThrow("given up");
    await expect(storage.delete("/a", 1, { signal })).rejects.toThrow("given up");
    await expect(storage.compact(1, { signal })).rejects.toThrow("given up");
    expect((await storage.get("/aborted")).entry).toBeUndefined();
  });

  test("a closed store rejects all calls and has finished its writes", async () => {
    const own = await open();
    const key = `/closed-${process.pid}`;
    const watch = own.watch({ prefix: key, after: await own.currentRevision() });
    const next = codeOf(
      (async () => {
        for await (const _ of watch);
      })(),
    );
    const writing = own.put(key, bytes("last"), 0);
    await own.close();
    await own.close();
    expect(await codeOf(writing)).toBe("none");
    expect(await next).toBe("closed");
    expect(await codeOf(own.currentRevision())).toBe("closed");
    expect(await codeOf(own.get("/a"))).toBe("closed");
    expect(await codeOf(own.range({ prefix: "/a" }))).toBe("closed");
    expect(await codeOf(own.put("/a", bytes(""), 0))).toBe("closed");
    expect(await codeOf(own.delete("/a", 1))).toBe("closed");
    expect(await codeOf(own.compact(1))).toBe("closed");
    expect(await codeOf(own.watch({ prefix: "/a", after: 1 }).next())).toBe("closed");
  });
}
