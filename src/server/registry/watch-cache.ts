/**
 * All objects of one resource in memory, as of a known revision, and the last changes to them. Lists and watches are
 * served from here; the mirror keeps it up to date.
 *
 * @module
 */
import type { Entry } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { type CacheEvent, cacheEvent } from "./cache-event.ts";
import { type Leaf, ObjectIndex } from "./object-index.ts";
import { decodeStored } from "./stored-object.ts";

/** Changes that are kept for watches that begin a little back; what is older is read from the store. */
const maxKeptEvents = 1024;
/** Dropping one at a time would move all the others each time. */
const droppedAtOnce = 64;

/** Sees each change once, in order. `reset` says that changes were missed: what is known must be read anew. */
export interface CacheReader {
  change(event: CacheEvent): void;
  reset(): void;
}

export class WatchCache {
  private objects = new ObjectIndex();
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
  range(prefix: string, start = prefix): readonly Leaf[] {
    return this.objects.range(prefix, start);
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
    this.objects = new ObjectIndex();
    for (const entry of entries) {
      const known = before.get(entry.key);
      const isKnown = known?.metadata.resourceVersion === String(entry.modRevision);
      this.objects.set(entry.key, isKnown ? known : decodeStored(entry));
    }
    this.events.length = 0;
    this.knownAfter = revision;
    this.reached = revision;
    for (const reader of [...this.readers]) reader.reset();
  }

  apply({ key, revision, entry }: { readonly key: string; readonly revision: number; readonly entry?: Entry }): void {
    const previous = this.objects.get(key);
    const object = entry && decodeStored(entry);
    if (object) this.objects.set(key, object);
    else this.objects.delete(key);
    const event = cacheEvent({ key, revision, object, previous });
    if (!event) return;
    this.keep(event);
    for (const reader of [...this.readers]) reader.change(event);
  }

  advance(revision: number): void {
    this.reached = Math.max(this.reached, revision);
  }

  private keep(event: CacheEvent): void {
    this.events.push(event);
    if (this.events.length < maxKeptEvents + droppedAtOnce) return;
    const dropped = this.events.splice(0, droppedAtOnce);
    this.knownAfter = dropped.at(-1)?.revision ?? this.knownAfter;
  }
}
