/**
 * All objects of one resource in memory, as of a known revision, and the last changes to them. Lists and watches are
 * served from here; the reflector keeps it up to date.
 *
 * @module
 */
import type { Damage, Entry, WatchEvent } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type CacheEvent, cacheEvent } from "./cache-event.ts";
import { ChangeLog, type ChangeReader, type LogMark, type LogPlace } from "./change-log.ts";
import { EventWindow } from "./event-window.ts";
import { type Leaf, ObjectIndex } from "./object-index.ts";
import { decodeStored, type KeptForm } from "./stored-object.ts";

/** Revisions whose lists are read page by page at the same time. */
const maxPagedRevisions = 16;

/** Sees each change once, in order. */
export interface CacheReader {
  change(event: CacheEvent): void;
  /** Changes were missed: what is known must be read again. */
  reset(): void;
  /** The resource is no longer kept: no more changes come. */
  close?(): void;
}

export interface WatchCacheOptions {
  /** Of the objects; its schema is looked at when there are some. */
  readonly form: KeptForm;
  /** Is called for each entry that is left out. */
  report(unreadable: Damage): void;
  /** Is called with what a reader threw. */
  failed(error: unknown): void;
}

export class WatchCache {
  private readonly options: WatchCacheOptions;
  private objects = new ObjectIndex();
  private readonly unreadables = new Map<string, Damage>();
  private readonly events = new EventWindow();
  /** Changes above it are all in `events`. */
  private knownAfter = 0;
  private reached = 0;
  /** The one that was asked for last comes last. */
  private readonly pagedByRevision = new Map<number, ObjectIndex>();
  private readonly readers = new Set<CacheReader>();
  private readonly log: ChangeLog;

  constructor(options: WatchCacheOptions) {
    this.options = options;
    this.log = new ChangeLog((error) => options.failed(error));
  }

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

  /** Objects whose keys begin with the prefix, ascending by key. */
  range(prefix: string): Iterable<Leaf> {
    return this.objects.range(prefix);
  }

  /** As `at`, and the same index for the pages that follow: what is made of its leaves for one of them serves the others. */
  keptAt(revision: number): ObjectIndex | undefined {
    const known = this.pagedByRevision.get(revision) ?? this.at(revision);
    if (!known) return undefined;
    const objects = known === this.objects ? new ObjectIndex(known) : known;
    this.pagedByRevision.delete(revision);
    this.pagedByRevision.set(revision, objects);
    const [oldest = revision] = this.pagedByRevision.keys();
    if (this.pagedByRevision.size > maxPagedRevisions) this.pagedByRevision.delete(oldest);
    return objects;
  }

  /** The objects as they were at a revision that has been reached, or undefined when that is no longer known. */
  at(revision: number): ObjectIndex | undefined {
    if (revision === this.reached) return this.objects;
    const changes = this.eventsAfter(revision);
    if (!changes) return undefined;
    const objects = new ObjectIndex(this.objects);
    for (const { key, previous } of changes.toReversed()) {
      if (previous) objects.set(key, previous);
      else objects.delete(key);
    }
    return objects;
  }

  /** How many entries of the prefix are left out because they cannot be read. */
  unreadable(prefix: string): number {
    return [...this.unreadables.keys()].filter((key) => key.startsWith(prefix)).length;
  }

  /** The changes behind a revision, or undefined when they are no longer all here. */
  eventsAfter(revision: number): readonly CacheEvent[] | undefined {
    if (revision < this.knownAfter) return undefined;
    return this.events.after(revision);
  }

  subscribe(reader: CacheReader): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }

  /** The changes from now on. */
  get now(): LogMark {
    return this.log.end;
  }

  /** The changes behind a mark, to a reader that takes several of them at a time. */
  follow(reader: ChangeReader, after = this.now): LogPlace {
    return this.log.follow(reader, after);
  }

  /** Starts over with what the store has at a revision. The old objects are served until all of it is read. */
  async load(entries: readonly (Entry | Damage)[], revision: number): Promise<void> {
    const objects = new ObjectIndex();
    this.unreadables.clear();
    for (const entry of entries) {
      if (isTurnOver()) await nextTurn();
      if ("why" in entry) {
        this.leaveOut(entry);
        continue;
      }
      const known = this.objects.get(entry.key);
      const isKnown = known?.metadata.resourceVersion === String(entry.modRevision);
      const object = isKnown ? known : this.read(entry);
      if (object) objects.set(entry.key, object);
    }
    this.objects = objects;
    this.reached = revision;
    this.restart(revision);
  }

  apply({ key, revision, entry, previous: replaced }: WatchEvent): void {
    const previous = this.objects.get(key);
    this.unreadables.delete(key);
    const object = entry && this.read(entry);
    if (object) this.objects.set(key, object);
    else this.objects.delete(key);
    if (entry && !object) {
      // No watcher gets a deletion of an object that still exists.
      if (previous) this.restart(revision);
      return;
    }
    const event = cacheEvent({ key, revision, object, previous });
    if (!event) return;
    const dropped = this.events.keep(event, bytesOf(entry) + bytesOf(replaced));
    if (dropped !== undefined) this.forgetUpTo(dropped);
    for (const reader of [...this.readers]) this.tell(reader, event);
    this.log.add(event);
  }

  close(): void {
    for (const reader of [...this.readers]) reader.close?.();
    this.readers.clear();
    this.log.stopAll("close");
  }

  advance(revision: number): void {
    this.reached = Math.max(this.reached, revision);
  }

  private read(entry: Entry): ApiObject | undefined {
    const decoded = decodeStored(entry, this.options.form);
    if (decoded.ok) return decoded.value;
    this.leaveOut({ key: entry.key, revision: entry.modRevision, why: decoded.error });
    return undefined;
  }

  private leaveOut(unreadable: Damage): void {
    this.unreadables.set(unreadable.key, unreadable);
    this.options.report(unreadable);
  }

  /** The state before a revision is no longer known here. */
  private restart(revision: number): void {
    this.events.clear();
    this.forgetUpTo(revision);
    for (const reader of [...this.readers]) this.reset(reader);
    this.log.stopAll("reset");
  }

  /** A reader that fails has missed a change; the others have not. */
  private tell(reader: CacheReader, event: CacheEvent): void {
    try {
      reader.change(event);
    } catch (error) {
      this.options.failed(error);
      this.reset(reader);
    }
  }

  private reset(reader: CacheReader): void {
    try {
      reader.reset();
    } catch (error) {
      this.options.failed(error);
    }
  }

  /** The list that pages are read from is forgotten with the changes since: it holds objects that are there no more. */
  private forgetUpTo(revision: number): void {
    this.knownAfter = revision;
    for (const paged of this.pagedByRevision.keys()) if (paged < revision) this.pagedByRevision.delete(paged);
  }
}

const bytesOf = (entry: Entry | undefined): number => entry?.value.length ?? 0;
