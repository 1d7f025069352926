/**
 * Deletes Events that have not been written for some time, like kube-apiserver, whose leases in etcd expire.
 *
 * @module
 */
import { type Log, stackOf } from "../http/log.ts";
import type { Registry } from "../registry/registry.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Controller } from "./controller.ts";

export interface EventExpiryOptions {
  readonly registry: Registry;
  readonly log: Log;
  /** Time for which an Event is kept after its last write. */
  readonly ttlMs: number;
  readonly nowMs: () => number;
}

/** Interval between searches for expired Events. */
const sweepIntervalMs = 1000;
/** Maximum number of Events that are deleted in parallel. */
const maxParallel = 64;

export function startEventExpiry(options: EventExpiryOptions): Controller {
  const store = options.registry.store("", "events");
  if (!store) throw new Error("events are not served");
  const expiry = new EventExpiry(store, options);
  const unsubscribe = store.subscribe({
    change: ({ object, previous }) => expiry.noteWrite(object, previous),
    reset: () => expiry.load(),
  });
  expiry.load();
  const timer = setInterval(() => void expiry.sweep(), Math.min(sweepIntervalMs, options.ttlMs));
  return {
    stop() {
      unsubscribe();
      clearInterval(timer);
    },
  };
}

class EventExpiry {
  private readonly store: ResourceStore;
  private readonly options: EventExpiryOptions;
  /** Last writes by the UID of the Event, oldest first. */
  private readonly writes = new Map<string, LastWrite>();
  private isSweeping = false;

  constructor(store: ResourceStore, options: EventExpiryOptions) {
    this.store = store;
    this.options = options;
  }

  /**
   * Records a write.
   *
   * @param event - undefined if the Event was deleted
   */
  noteWrite(event: ApiObject | undefined, previous: ApiObject | undefined): void {
    this.writes.delete((event ?? previous)?.metadata.uid ?? "");
    if (event) this.add({ event, writtenMs: this.options.nowMs() });
  }

  /**
   * Loads all Events. For those written before the server started, or while it could not see the store, the metadata
   * contains the time.
   */
  load(): void {
    const now = this.options.nowMs();
    const writes = this.store.cached().map((event) => ({ event, writtenMs: Math.min(lastWriteMs(event), now) }));
    this.writes.clear();
    for (const write of writes.sort((a, b) => a.writtenMs - b.writtenMs)) this.add(write);
  }

  async sweep(): Promise<void> {
    if (this.isSweeping) return;
    this.isSweeping = true;
    try {
      const expired = this.expired();
      for (let at = 0; at < expired.length; at += maxParallel) {
        await Promise.all(expired.slice(at, at + maxParallel).map((event) => this.store.expire(event)));
      }
    } catch (error) {
      this.options.log.debug(
        { error: stackOf(error) },
        "expired events could not be deleted; the server tries again later",
      );
    } finally {
      this.isSweeping = false;
    }
  }

  private add(write: LastWrite): void {
    this.writes.set(write.event.metadata.uid ?? "", write);
  }

  private expired(): readonly ApiObject[] {
    const { nowMs, ttlMs } = this.options;
    const expired: ApiObject[] = [];
    for (const { event, writtenMs } of this.writes.values()) {
      if (writtenMs + ttlMs > nowMs()) break;
      expired.push(event);
    }
    return expired;
  }
}

interface LastWrite {
  readonly event: ApiObject;
  readonly writtenMs: number;
}

function lastWriteMs({ metadata: { creationTimestamp = "", managedFields = [] } }: ApiObject): number {
  const times = [creationTimestamp, ...managedFields.map(({ time }) => time)].map((time) => Date.parse(time ?? ""));
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}
