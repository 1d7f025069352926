/**
 * All objects of one resource in memory, as of a known revision, and the last changes to them. Lists and watches are
 * served from here; the mirror keeps it up to date.
 *
 * @module
 */
import { compareUtf8 } from "../../lexical/utf8.ts";
import type { Entry } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { type CacheEvent, cacheEvent } from "./cache-event.ts";
import { decodeStored } from "./stored-object.ts";

/** Changes that are kept for watches that begin a little back; what is older is read from the store. */
const maxKeptEvents = 1024;

/** Sees each change once, in order. `reset` says that changes were missed: what is known must be read anew. */
export interface CacheReader {
  change(event: CacheEvent): void;
  reset(): void;
}

export class WatchCache {
  private objects = new Map<string, ApiObject>();
  /** Sorted, once `isSorted`. */
  private keys: string[] = [];
  private isSorted = true;
  private readonly events: CacheEvent[] = [];
  /** Changes above it are all in `events`. */
  private knownAfter = 0;
  private reached = 0;
  private readonly readers = new Set<CacheReader>();

  /** Everything up to here has been seen. */
  get revision(): number {
    return this.reached;
  }

  get size(): number {
    return this.objects.size;
  }

  get(key: string): ApiObject | undefined {
    return this.objects.get(key);
  }

  /** Objects whose keys begin with the prefix, ascending by key, from `start` on. */
  range(prefix: string, start = prefix): { readonly key: string; readonly object: ApiObject }[] {
    this.sort();
    const found: { key: string; object: ApiObject }[] = [];
    for (let index = lowerBound(this.keys, start); index < this.keys.length; index++) {
      const key = this.keys[index] ?? "";
      if (!key.startsWith(prefix)) break;
      const object = this.objects.get(key);
      if (object) found.push({ key, object });
    }
    return found;
  }

  /** The changes behind a revision, or undefined when they are no longer all here. */
  eventsAfter(revision: number): readonly CacheEvent[] | undefined {
    if (revision < this.knownAfter) return undefined;
    return this.events.filter((event) => event.revision > revision);
  }

  subscribe(reader: CacheReader): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }

  /** Starts over with what the store has at a revision. */
  load(entries: readonly Entry[], revision: number): void {
    const before = this.objects;
    this.objects = new Map();
    for (const entry of entries) {
      const known = before.get(entry.key);
      const isKnown = known?.metadata.resourceVersion === String(entry.modRevision);
      this.objects.set(entry.key, isKnown ? known : decodeStored(entry));
    }
    this.keys = [...this.objects.keys()];
    this.isSorted = false;
    this.events.length = 0;
    this.knownAfter = revision;
    this.reached = revision;
    for (const reader of [...this.readers]) reader.reset();
  }

  apply({ key, revision, entry }: { readonly key: string; readonly revision: number; readonly entry?: Entry }): void {
    const previous = this.objects.get(key);
    const object = entry && decodeStored(entry);
    if (object) this.set(key, object, previous === undefined);
    else this.remove(key);
    const event = cacheEvent({ key, revision, object, previous });
    if (!event) return;
    this.keep(event);
    for (const reader of [...this.readers]) reader.change(event);
  }

  advance(revision: number): void {
    this.reached = Math.max(this.reached, revision);
  }

  private set(key: string, object: ApiObject, isNew: boolean): void {
    this.objects.set(key, object);
    if (!isNew) return;
    const last = this.keys.at(-1);
    if (last !== undefined && compareUtf8(last, key) > 0) this.isSorted = false;
    this.keys.push(key);
  }

  private remove(key: string): void {
    if (!this.objects.delete(key)) return;
    this.sort();
    const index = lowerBound(this.keys, key);
    if (this.keys[index] === key) this.keys.splice(index, 1);
  }

  private sort(): void {
    if (this.isSorted) return;
    this.keys.sort(compareUtf8);
    this.isSorted = true;
  }

  private keep(event: CacheEvent): void {
    this.events.push(event);
    // Dropped in halves: one at a time would move all the others each time.
    if (this.events.length <= 2 * maxKeptEvents) return;
    const dropped = this.events.splice(0, maxKeptEvents);
    this.knownAfter = dropped.at(-1)?.revision ?? this.knownAfter;
  }
}

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(keys[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
