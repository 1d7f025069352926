/**
 * Keeps the watch caches of all resources up to date by a single watch of the store, and tracks the revision that the
 * caches have reached.
 *
 * @module
 */
import {
  type Damage,
  type Entry,
  isStorageError,
  type Storage,
  type Watch,
  type WatchEvent,
} from "../../storage/storage.ts";
import { type Log, stackOf } from "../http/log.ts";
import type { ObjectCount } from "../http/metrics.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { registryPrefix, resourcePrefix, storePathOfKey } from "./keys.ts";
import { WatchCache } from "./watch-cache.ts";

/** Delay before a failed store is tried again. */
const retryDelayMs = 500;

/** A caller that waits until the caches have reached a revision. */
interface Waiter {
  readonly revision: number;
  resolve(): void;
}

/** A cache that is being filled, and the changes in the meantime. */
interface FillingCache {
  readonly storePath: string;
  readonly events: WatchEvent[];
  /** Whether changes were missed. */
  isInterrupted: boolean;
}

/** Each version of a custom resource has a separate cache. */
const cacheKey = (resource: ServedResource): ServedResource | string =>
  resource.keeping ? resource : resource.storePath;

export class Reflector {
  private readonly storage: Storage;
  private readonly log: Log;
  /** Counts of unreadable entries by store path. */
  private readonly unreadableCountByPath = new Map<string, ObjectCount>();
  private readonly caches = new Map<ServedResource | string, WatchCache>();
  private readonly cachesByPath = new Map<string, Set<WatchCache>>();
  private readonly fillingCaches = new Set<FillingCache>();
  private readonly waiters = new Set<Waiter>();
  private readonly stopping = new AbortController();
  private watch: Watch | undefined;
  private reachedRevision = 0;
  private running: Promise<void> | undefined;

  /** @param resources - the served resources */
  constructor(storage: Storage, resources: readonly ServedResource[], log: Log) {
    this.storage = storage;
    this.log = log;
    for (const resource of resources) this.registerCache(resource, this.newCache(resource));
  }

  /** The number of unreadable entries of each resource so far. */
  get decodeErrors(): readonly ObjectCount[] {
    return [...this.unreadableCountByPath.values()];
  }

  private newCache(form: ServedResource): WatchCache {
    const { group, resource, storePath } = form;
    const report = (unreadable: Damage) => {
      const { count = 0 } = this.unreadableCountByPath.get(storePath) ?? {};
      this.unreadableCountByPath.set(storePath, { group, resource, count: count + 1 });
      this.log.error({ ...unreadable }, "an object of the store cannot be read and is left out");
    };
    const failed = (error: unknown) => {
      this.log.error({ error: stackOf(error) }, "a reader of changes failed");
    };
    return new WatchCache({ form, report, failed });
  }

  private registerCache(resource: ServedResource, cache: WatchCache): void {
    this.caches.set(cacheKey(resource), cache);
    const { storePath } = resource;
    const others = this.cachesByPath.get(storePath);
    if (others) others.add(cache);
    else this.cachesByPath.set(storePath, new Set([cache]));
  }

  /** Adds a cache for a resource. Resolves once it is filled. */
  async add(resource: ServedResource): Promise<void> {
    const { storePath } = resource;
    const cache = this.newCache(resource);
    const joining: FillingCache = { storePath, events: [], isInterrupted: true };
    this.fillingCaches.add(joining);
    try {
      while (joining.isInterrupted) await this.fill(cache, joining);
      for (const event of joining.events) if (event.revision > cache.revision) cache.apply(event);
      cache.advance(this.reachedRevision);
      this.registerCache(resource, cache);
    } finally {
      this.fillingCaches.delete(joining);
    }
  }

  private async fill(cache: WatchCache, joining: FillingCache): Promise<void> {
    joining.isInterrupted = false;
    joining.events.length = 0;
    const prefix = resourcePrefix(joining);
    const { entries, damaged = [], revision } = await this.storage.range({ prefix });
    await cache.load([...entries, ...damaged], revision);
  }

  /** Removes a resource, and ends the readers of its cache. */
  remove(resource: ServedResource): void {
    const cache = this.caches.get(cacheKey(resource));
    if (!cache) return;
    this.caches.delete(cacheKey(resource));
    const others = this.cachesByPath.get(resource.storePath);
    others?.delete(cache);
    if (others?.size === 0) this.cachesByPath.delete(resource.storePath);
    cache.close();
  }

  get revision(): number {
    return this.reachedRevision;
  }

  /**
   * Returns the cache of a resource.
   *
   * @throws {Error} if the reflector has no cache for it
   */
  cacheOf(resource: ServedResource): WatchCache {
    const cache = this.caches.get(cacheKey(resource));
    if (!cache) throw new Error(`no cache of ${resource.resource}`);
    return cache;
  }

  /** Reads the whole store. Resolves once all caches are filled. */
  async start(): Promise<void> {
    await this.load();
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Waits until the caches have reached a revision; resolves to false if that takes longer than `timeoutMs`. */
  async waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    if (this.reachedRevision >= revision) return true;
    this.watch?.requestProgress();
    return new Promise((resolve) => {
      const waiter: Waiter = { revision, resolve: () => settle(true) };
      const timer = setTimeout(() => settle(false), timeoutMs);
      const settle = (isReached: boolean) => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(isReached);
      };
      this.waiters.add(waiter);
    });
  }

  private async load(): Promise<void> {
    const { entries, damaged = [], revision } = await this.storage.range({ prefix: registryPrefix });
    const entriesByPath = new Map<string, (Entry | Damage)[]>([...this.cachesByPath.keys()].map((path) => [path, []]));
    for (const entry of [...entries, ...damaged]) entriesByPath.get(storePathOfKey(entry.key))?.push(entry);
    for (const [path, found] of entriesByPath) {
      for (const cache of this.cachesByPath.get(path) ?? []) await cache.load(found, revision);
    }
    for (const joining of this.fillingCaches) joining.isInterrupted = true;
    this.advance(revision);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.follow();
      } catch (error) {
        if (signal.aborted || isStorageError(error, "closed")) return;
        this.log.warn({ error: String(error) }, "the watch of the store ended; the server resumes it");
        await this.recover(error);
      }
    }
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    this.watch = this.storage.watch({ prefix: registryPrefix, after: this.reachedRevision, signal });
    for await (const { events, revision } of this.watch) {
      for (const event of events) this.apply(event);
      this.advance(revision);
    }
  }

  private apply(event: WatchEvent): void {
    const path = storePathOfKey(event.key);
    // A cache that was added recently may already have later changes.
    for (const cache of this.cachesByPath.get(path) ?? []) if (event.revision > cache.revision) cache.apply(event);
    for (const { storePath, events } of this.fillingCaches) if (storePath === path) events.push(event);
  }

  private async recover(error: unknown): Promise<void> {
    // A store that has compacted its history is available: waiting would not help.
    if (!isStorageError(error, "compacted")) await this.pause();
    if (!isStorageError(error, "compacted") && !isStorageError(error, "corrupt")) return;
    try {
      await this.load();
    } catch (failure) {
      this.log.warn({ error: String(failure) }, "the store could not be read");
      await this.pause();
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }

  private advance(revision: number): void {
    this.reachedRevision = revision;
    for (const cache of this.caches.values()) cache.advance(revision);
    for (const waiter of [...this.waiters]) if (waiter.revision <= revision) waiter.resolve();
  }
}
