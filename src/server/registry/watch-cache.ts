/**
 * The cache of one resource: all objects in memory at a known revision, and their latest changes. Lists and watches are
 * served from it; the reflector keeps it up to date.
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
import { decodeStored, type StorageForm } from "./stored-object.ts";

/** Maximum number of revisions whose lists are kept for reading page by page. */
const maxPagedRevisions = 16;

/** Receives each change once, in order. */
export interface CacheReader {
  change(event: CacheEvent): void;
  /** Changes were missed: the reader must read the current state again. */
  reset(): void;
  /** The resource is no longer stored: there are no more changes. */
  close?(): void;
}

export interface WatchCacheOptions {
  /** The form of the objects. Its schema is only used if there are objects. */
  readonly form: StorageForm;
  /** Called for each entry that is left out because it cannot be read. */
  report(unreadable: Damage): void;
  /** Called with the error that a reader has thrown. */
  failed(error: unknown): void;
}

export class WatchCache {
  private readonly options: WatchCacheOptions;
  private objects = new ObjectIndex();
  private readonly unreadables = new Map<string, Damage>();
  private readonly events = new EventWindow();
  /** All changes after this revision are in `events`. */
  private historyStart = 0;
  private reachedRevision = 0;
  /** Kept indexes by revision, from the least to the most recently used. */
  private readonly pagedByRevision = new Map<number, ObjectIndex>();
  private readonly readers = new Set<CacheReader>();
  private readonly log: ChangeLog;

  constructor(options: WatchCacheOptions) {
    this.options = options;
    this.log = new ChangeLog((error) => options.failed(error));
  }

  /** The revision up to which the cache has seen all changes. */
  get revision(): number {
    return this.reachedRevision;
  }

  get size(): number {
    return this.objects.size;
  }

  get(key: string): ApiObject | undefined {
    return this.objects.get(key);
  }

  /** Returns the objects whose keys begin with the prefix, sorted by key. */
  range(prefix: string): Iterable<Leaf> {
    return this.objects.range(prefix);
  }

  /**
   * Same as `at`, but keeps the index for the following pages, so that results attached to its leaves can be reused.
   */
  pagedIndexAt(revision: number): ObjectIndex | undefined {
    const known = this.pagedByRevision.get(revision) ?? this.indexAt(revision);
    if (!known) return undefined;
    const objects = known === this.objects ? new ObjectIndex(known) : known;
    this.pagedByRevision.delete(revision);
    this.pagedByRevision.set(revision, objects);
    const [oldest = revision] = this.pagedByRevision.keys();
    if (this.pagedByRevision.size > maxPagedRevisions) this.pagedByRevision.delete(oldest);
    return objects;
  }

  /** Returns the objects at a revision that has been reached; undefined if that state is no longer known. */
  indexAt(revision: number): ObjectIndex | undefined {
    if (revision === this.reachedRevision) return this.objects;
    const changes = this.eventsAfter(revision);
    if (!changes) return undefined;
    const objects = new ObjectIndex(this.objects);
    for (const { key, previous } of changes.toReversed()) {
      if (previous) objects.set(key, previous);
      else objects.delete(key);
    }
    return objects;
  }

  /** Returns the number of entries with the prefix that are left out because they cannot be read. */
  countUnreadable(prefix: string): number {
    return [...this.unreadables.keys()].filter((key) => key.startsWith(prefix)).length;
  }

  /** Returns the changes after a revision; undefined if some of them are no longer known. */
  eventsAfter(revision: number): readonly CacheEvent[] | undefined {
    if (revision < this.historyStart) return undefined;
    return this.events.after(revision);
  }

  subscribe(reader: CacheReader): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }

  /** The current end of the log of changes. */
  get now(): LogMark {
    return this.log.end;
  }

  /** Passes the changes after a mark to a reader that reads several of them at a time. */
  follow(reader: ChangeReader, after = this.now): LogPlace {
    return this.log.follow(reader, after);
  }

  /**
   * Replaces all objects by the state of the store at a revision. Serves the old objects until all entries are read.
   */
  async load(entries: readonly (Entry | Damage)[], revision: number): Promise<void> {
    const objects = new ObjectIndex();
    this.unreadables.clear();
    for (const entry of entries) {
      if (isTurnOver()) await nextTurn();
      if ("why" in entry) {
        this.recordUnreadable(entry);
        continue;
      }
      const known = this.objects.get(entry.key);
      const isKnown = known?.metadata.resourceVersion === String(entry.modRevision);
      const object = isKnown ? known : this.read(entry);
      if (object) objects.set(entry.key, object);
    }
    this.objects = objects;
    this.reachedRevision = revision;
    this.resetHistory(revision);
  }

  apply({ key, revision, entry, previous: replaced }: WatchEvent): void {
    const previous = this.objects.get(key);
    this.unreadables.delete(key);
    const object = entry && this.read(entry);
    if (object) this.objects.set(key, object);
    else this.objects.delete(key);
    if (entry && !object) {
      // Watches must not get a deletion event for an object that still exists.
      if (previous) this.resetHistory(revision);
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
    this.reachedRevision = Math.max(this.reachedRevision, revision);
  }

  private read(entry: Entry): ApiObject | undefined {
    const decoded = decodeStored(entry, this.options.form);
    if (decoded.ok) return decoded.value;
    this.recordUnreadable({ key: entry.key, revision: entry.modRevision, why: decoded.error });
    return undefined;
  }

  private recordUnreadable(unreadable: Damage): void {
    this.unreadables.set(unreadable.key, unreadable);
    this.options.report(unreadable);
  }

  /** Drops the history before a revision, and resets all readers. */
  private resetHistory(revision: number): void {
    this.events.clear();
    this.forgetUpTo(revision);
    for (const reader of [...this.readers]) this.reset(reader);
    this.log.stopAll("reset");
  }

  /** Calls a reader. A reader that throws has missed a change and is reset; other readers are not affected. */
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

  /**
   * Drops changes up to a revision. Also drops the kept indexes of earlier revisions, which hold objects that no longer
   * exist.
   */
  private forgetUpTo(revision: number): void {
    this.historyStart = revision;
    for (const paged of this.pagedByRevision.keys()) if (paged < revision) this.pagedByRevision.delete(paged);
  }
}

const bytesOf = (entry: Entry | undefined): number => entry?.value.length ?? 0;
