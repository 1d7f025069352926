/**
 * Keeps the watch caches of all resources up to date from one watch of the store, and knows how far it has come.
 *
 * @module
 */
import { type Damage, type Entry, isStorageError, type Storage, type Watch } from "../../storage/storage.ts";
import { type Log, stackOf } from "../http/log.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { registryPrefix, resourceOfKey } from "./keys.ts";
import { WatchCache } from "./watch-cache.ts";

/** How long a store that went away is left alone before it is asked again. */
const retryDelayMs = 500;

/** Someone who waits until the mirror has come to a revision. */
interface Waiter {
  readonly revision: number;
  resolve(): void;
}

export class Mirror {
  private readonly storage: Storage;
  private readonly log: Log;
  /** How often an entry of a resource could not be read. */
  readonly decodeErrors = new Map<string, number>();
  private readonly caches = new Map<string, WatchCache>();
  private readonly waiters = new Set<Waiter>();
  private readonly stopping = new AbortController();
  private watch: Watch | undefined;
  private reached = 0;
  private running: Promise<void> | undefined;

  /** @param resources - those that are served */
  constructor(storage: Storage, resources: readonly ServedResource[], log: Log) {
    this.storage = storage;
    this.log = log;
    for (const served of resources) {
      const { resource } = served;
      const report = (unreadable: Damage) => {
        this.decodeErrors.set(resource, (this.decodeErrors.get(resource) ?? 0) + 1);
        log.error({ ...unreadable }, "an object of the store cannot be read and is left out");
      };
      const failed = (error: unknown) => {
        log.error({ error: stackOf(error) }, "a reader of changes failed");
      };
      this.caches.set(resource, new WatchCache({ shape: served, report, failed }));
    }
  }

  get revision(): number {
    return this.reached;
  }

  /** @throws {Error} for a resource that the mirror was not made for */
  cacheOf(resource: string): WatchCache {
    const cache = this.caches.get(resource);
    if (!cache) throw new Error(`no cache of ${resource}`);
    return cache;
  }

  /** Reads everything once; resolves when the caches are filled. */
  async start(): Promise<void> {
    await this.load();
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Waits until the caches have seen a revision; false when that takes longer than `timeoutMs`. */
  async waitFor(revision: number, timeoutMs: number): Promise<boolean> {
    if (this.reached >= revision) return true;
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
    const entriesByResource = new Map<string, (Entry | Damage)[]>(
      [...this.caches.keys()].map((resource) => [resource, []]),
    );
    for (const entry of [...entries, ...damaged]) entriesByResource.get(resourceOfKey(entry.key))?.push(entry);
    for (const [resource, cache] of this.caches) await cache.load(entriesByResource.get(resource) ?? [], revision);
    this.advance(revision);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.follow();
      } catch (error) {
        if (signal.aborted || isStorageError(error, "closed")) return;
        this.log.warn({ error: String(error) }, "the watch of the store ended; it is taken up again");
        await this.recover(error);
      }
    }
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    this.watch = this.storage.watch({ prefix: registryPrefix, after: this.reached, signal });
    for await (const { events, revision } of this.watch) {
      for (const event of events) this.caches.get(resourceOfKey(event.key))?.apply(event);
      this.advance(revision);
    }
  }

  private async recover(error: unknown): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    if (!isStorageError(error, "compacted") && !isStorageError(error, "corrupt")) return;
    try {
      await this.load();
    } catch (failure) {
      this.log.warn({ error: String(failure) }, "the store could not be read");
    }
  }

  private advance(revision: number): void {
    this.reached = revision;
    for (const cache of this.caches.values()) cache.advance(revision);
    for (const waiter of [...this.waiters]) if (waiter.revision <= revision) waiter.resolve();
  }
}
