/**
 * A model of a store in which each version is a whole Map. Backends are compared with it over random commands.
 *
 * @module
 */
import fc from "fast-check";
import { expect } from "vitest";
import type { Entry, Revision, Storage } from "../../src/storage/storage.ts";
import { bytes, codeOf, eventLine, takeEvents, text } from "./observe.ts";

interface Written {
  readonly value: string;
  readonly created: Revision;
  readonly modified: Revision;
}

interface Model {
  /** The content of the store after each write by revision; the first is the initial state. */
  readonly versions: Map<Revision, ReadonlyMap<string, Written>>;
  /** The `eventLine` of each write by revision. */
  readonly events: Map<Revision, string>;
  compacted: Revision;
}

interface Real {
  readonly storage: Storage;
  readonly prefix: string;
}

type Command = fc.AsyncCommand<Model, Real>;

const latest = (model: Model): Revision => Math.max(...model.versions.keys());
const currentVersions = (model: Model): ReadonlyMap<string, Written> => model.versions.get(latest(model)) ?? new Map();

/** Maps a place from 0 to 1 to one of the revisions that the model knows, from the first to the last. */
const revisionIn = (model: Model, place: number): Revision => {
  const revisions = [...model.versions.keys()];
  return revisions[Math.round(place * (revisions.length - 1))] ?? 1;
};

class Write implements Command {
  readonly name: string;
  readonly value: string | undefined;
  readonly isStale: boolean;
  constructor(name: string, value: string | undefined, isStale: boolean) {
    this.name = name;
    this.value = value;
    this.isStale = isStale;
  }

  check(model: Readonly<Model>): boolean {
    return this.value !== undefined || this.isStale || currentVersions(model).has(this.name);
  }

  async run(model: Model, { storage, prefix }: Real): Promise<void> {
    const key = prefix + this.name;
    const before = currentVersions(model).get(this.name);
    const expected = (before?.modified ?? 0) + (this.isStale ? 1 : 0);
    const call =
      this.value === undefined ? storage.delete(key, expected) : storage.put(key, bytes(this.value), expected);
    if (this.isStale) {
      expect(await codeOf(call)).toBe("conflict");
      return;
    }
    const revision = await call;
    expect(revision).toBeGreaterThan(latest(model));
    const next = new Map(currentVersions(model));
    if (this.value === undefined) next.delete(this.name);
    else next.set(this.name, { value: this.value, created: before?.created ?? revision, modified: revision });
    model.versions.set(revision, next);
    const written = this.value === undefined ? `${this.name} deleted` : `${this.name}=${this.value}`;
    model.events.set(revision, before ? `${written} was ${before.value}` : written);
  }

  toString(): string {
    return `${this.value === undefined ? "delete" : "put"} ${this.name}${this.isStale ? " stale" : ""}`;
  }
}

class Read implements Command {
  readonly start: string | undefined;
  readonly limit: number | undefined;
  readonly place: number | undefined;
  constructor(start: string | undefined, limit: number | undefined, place: number | undefined) {
    this.start = start;
    this.limit = limit;
    this.place = place;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { storage, prefix }: Real): Promise<void> {
    const revision = this.place === undefined ? undefined : revisionIn(model, this.place);
    const request = {
      prefix,
      ...(this.start === undefined ? {} : { start: prefix + this.start }),
      ...(this.limit === undefined ? {} : { limit: this.limit }),
      ...(revision === undefined ? {} : { revision }),
    };
    if (revision !== undefined && revision < model.compacted) {
      expect(await codeOf(storage.range(request))).toBe("compacted");
      return;
    }
    const { entries, remaining } = await storage.range(request);
    const there = model.versions.get(revision ?? latest(model)) ?? new Map<string, Written>();
    const expected = [...there]
      .filter(([name]) => this.start === undefined || Buffer.compare(Buffer.from(name), Buffer.from(this.start)) >= 0)
      .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const page = expected.slice(0, this.limit);
    expect(entries.map((entry) => writtenEntry(entry, prefix))).toEqual(page);
    expect(remaining).toBe(expected.length - page.length);
    for (const [name] of page) {
      const { entry } = await storage.get(prefix + name, revision === undefined ? {} : { revision });
      expect(entry && writtenEntry(entry, prefix)).toEqual([name, there.get(name)]);
    }
  }

  toString(): string {
    return `range from ${this.start ?? "the first"} limit ${this.limit} at ${this.place ?? "now"}`;
  }
}

function writtenEntry(entry: Entry, prefix: string): [string, Written] {
  const { createRevision: created, modRevision: modified } = entry;
  return [entry.key.slice(prefix.length), { value: text(entry) ?? "", created, modified }];
}

class WatchFrom implements Command {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { storage, prefix }: Real): Promise<void> {
    const after = revisionIn(model, this.place);
    const expected = [...model.events].filter(([revision]) => revision > after).map(([, line]) => line);
    const taken = takeEvents(storage.watch({ prefix, after }), expected.length);
    if (after < model.compacted) {
      if (expected.length > 0) expect(await codeOf(taken)).toBe("compacted");
      return;
    }
    expect((await taken).map((event) => eventLine(event).replaceAll(prefix, ""))).toEqual(expected);
  }

  toString(): string {
    return `watch from ${this.place}`;
  }
}

class Compact implements Command {
  readonly place: number;
  constructor(place: number) {
    this.place = place;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { storage }: Real): Promise<void> {
    const revision = revisionIn(model, this.place);
    if (revision <= model.compacted) {
      // The store itself need not be compacted up to the first revision of the model.
      if (model.compacted !== Math.min(...model.versions.keys())) {
        expect(await codeOf(storage.compact(revision))).toBe("compacted");
      }
      return;
    }
    await storage.compact(revision);
    model.compacted = revision;
  }

  toString(): string {
    return `compact to ${this.place}`;
  }
}

const names = fc.constantFrom("a", "a/b", "a0", "b", "é", "\u{1f600}", "\uffee");
const values = fc.constantFrom("", "one", "two", "three");
const fraction = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const isStale = fc.integer({ min: 0, max: 5 }).map((n) => n === 0);

const commands = [
  fc.tuple(names, values, isStale).map(([name, value, stale]) => new Write(name, value, stale)),
  fc.tuple(names, values, isStale).map(([name, value, stale]) => new Write(name, value, stale)),
  fc.tuple(names, isStale).map(([name, stale]) => new Write(name, undefined, stale)),
  fc
    .tuple(optional(names), optional(fc.nat({ max: 4 })), optional(fraction))
    .map(([start, limit, at]) => new Read(start, limit, at)),
  fraction.map((at) => new WatchFrom(at)),
  fraction.map((at) => new Compact(at / 2)),
];

/** @param runs - the number of command sequences */
export async function agreesWithModel(storage: Storage, runs: number): Promise<void> {
  let count = 0;
  const property = fc.asyncProperty(
    fc.commands<Model, Real, false>(commands, { maxCommands: 60, size: "max" }),
    async (sequence) => {
      const prefix = `/model-${process.pid}-${count++}/`;
      const start = await storage.currentRevision();
      const versions = new Map([[start, new Map<string, Written>()]]);
      // No command reads revisions below the first one, so compactions by other tests have no effect.
      const model = { versions, events: new Map<Revision, string>(), compacted: start };
      await fc.asyncModelRun(() => ({ model, real: { storage, prefix } }), sequence);
    },
  );
  await fc.assert(property, { numRuns: runs });
}
