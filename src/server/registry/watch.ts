/**
 * Watches: sends the existing objects if the client wants them, and then every change exactly once, in order.
 *
 * @module
 */
import { isStorageError } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { expired } from "../request/failures.ts";
import { withRevision } from "../request/object-json.ts";
import type { StatusError } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type CacheEvent, cacheEvent, type WatchedChange } from "./cache-event.ts";
import { scopePrefix } from "./keys.ts";
import type { StoreParts } from "./parts.ts";
import type { Selection } from "./selection.ts";
import { decodeStored } from "./stored-object.ts";
import { storageForm } from "./version-conversion.ts";
import { awaitNewest, awaitRevision } from "./versions.ts";
import type { WatchCache } from "./watch-cache.ts";

/** Delay before an interrupted watch of the store is resumed. */
const retryDelayMs = 500;

export interface WatchRequest {
  readonly selection: Selection;
  /** Starts with the changes after this version; undefined starts with the newest state, 0 with any state. */
  readonly resourceVersion?: number;
  /**
   * True: starts with the existing objects, whatever the version, and reports when all of them have been sent. False:
   * starts without them, even if there is no version.
   */
  readonly sendInitialEvents?: boolean;
}

/**
 * The receiver of a watch. All calls come in order; there are no calls after `fail`, or after the watch was stopped.
 */
export interface WatchSink {
  /** Changes are available, and are sent when the watch is read. All other calls come without a read. */
  news(watch: RunningWatch): void;
  /**
   * Sends some of the existing objects. For a watch of all objects, the array is the same until one of its objects
   * changes.
   */
  state(objects: readonly ApiObject[]): Promise<void>;
  change(change: WatchedChange): void;
  /** All requested initial events have been sent; they are the state at this revision. */
  initialEnd(revision: number): void;
  /** The watch cannot continue. */
  fail(error: StatusError): void;
  /** The watch is complete: the resource is no longer served in the same way. */
  end(): void;
}

/** The receiver of all changes in a scope, selected or not. */
export interface EventSink extends Pick<WatchSink, "news" | "fail" | "end"> {
  event(event: CacheEvent): void;
}

/** Returns a receiver that passes on only the events of a selection. */
export function selectingSink(selection: Selection, sink: WatchSink): EventSink {
  return {
    news: (watch) => sink.news(watch),
    event: (event) => sendSelected(selection, event, sink),
    fail: (error) => sink.fail(error),
    end: () => sink.end(),
  };
}

export interface RunningWatch {
  /** The revision up to which all changes have been sent once the watch has been read. */
  readonly revision: number;
  /** Sends all changes that have not been sent yet. */
  read(): void;
  stop(): void;
}

type StateSink = Pick<WatchSink, "state" | "initialEnd">;

/**
 * Starts a watch.
 *
 * @throws {StatusError} Timeout if the initial events need a version that the caches do not reach in time
 */
export async function watchObjects(
  parts: StoreParts,
  request: WatchRequest,
  sink: StateSink,
  events: EventSink,
): Promise<RunningWatch> {
  const { resourceVersion, sendInitialEvents } = request;
  const startsAtState = sendInitialEvents ?? !resourceVersion;
  if (resourceVersion === undefined) await awaitNewest(parts);
  else if (sendInitialEvents) await awaitRevision(parts, resourceVersion);
  if (startsAtState) return watchFromState(parts, request, sink, events);
  if (!resourceVersion) return watchLive(parts, request.selection, parts.cache, events);
  return watchFromRevision(parts, request, resourceVersion, events);
}

/**
 * Sends the current objects, and then the changes. Other work may run in between; changes in the meantime are sent
 * afterwards.
 */
async function watchFromState(
  parts: StoreParts,
  { selection, sendInitialEvents }: WatchRequest,
  sink: StateSink,
  events: EventSink,
): Promise<RunningWatch> {
  const { cache, resource } = parts;
  const { revision, now } = cache;
  const leaves = [...cache.range(scopePrefix(resource, selection.namespace))];
  for (const { objects } of leaves) {
    if (isTurnOver()) await nextTurn();
    const selected = selection.isAll ? objects : objects.filter((object) => selection.matches(object));
    if (selected.length > 0) await sink.state(selected);
  }
  if (sendInitialEvents) sink.initialEnd(revision);
  const running = watchLive(parts, selection, { revision, now }, events);
  running.read();
  return running;
}

/**
 * Sends the changes after a revision: first those in the cache or, if it no longer has them, in the store; then live
 * changes.
 */
function watchFromRevision(
  parts: StoreParts,
  { selection }: WatchRequest,
  revision: number,
  sink: EventSink,
): RunningWatch {
  const missed = parts.cache.eventsAfter(revision);
  if (!missed) return watchFromStorage(parts, selection, revision, sink);
  const { now } = parts.cache;
  const running = watchLive(parts, selection, { revision: Math.max(revision, parts.cache.revision), now }, sink);
  const prefix = scopePrefix(parts.resource, selection.namespace);
  for (const event of missed) if (event.key.startsWith(prefix)) sink.event(event);
  return running;
}

/** Sends the live changes after a revision. */
function watchLive(
  { cache, resource }: StoreParts,
  { namespace }: Selection,
  { revision, now }: Pick<WatchCache, "revision" | "now">,
  sink: EventSink,
): RunningWatch {
  const prefix = scopePrefix(resource, namespace);
  const place = cache.follow(
    {
      news: () => sink.news(running),
      change(event) {
        if (event.revision > revision && event.key.startsWith(prefix)) sink.event(event);
      },
      reset: () => sink.fail(expired("too old resource version: the server's history begins later")),
      close: () => sink.end(),
    },
    now,
  );
  const running = {
    get revision() {
      return Math.max(revision, cache.revision);
    },
    read: () => place.read(),
    stop: () => place.stop(),
  };
  return running;
}

/** Watches the store itself, for a watch that starts earlier than the history of the cache. */
function watchFromStorage(parts: StoreParts, { namespace }: Selection, after: number, sink: EventSink) {
  const { storage, resource, cache } = parts;
  const form = storageForm(parts);
  const prefix = scopePrefix(resource, namespace);
  const control = new AbortController();
  let reached = after;
  const { signal } = control;
  const run = async () => {
    for await (const { events, revision } of storage.watch({ prefix, after: reached, signal })) {
      for (const { key, revision: at, entry, previous } of events) {
        const object = entry && decodeStored(entry, form);
        // Fails, since a deletion event would tell the client that the object no longer exists.
        if (object?.ok === false) throw new Error(object.error);
        const before = previous && decodeStored(previous, form);
        const event = cacheEvent({
          key,
          revision: at,
          object: object?.value,
          previous: before?.ok ? before.value : undefined,
        });
        if (event) sink.event(event);
      }
      reached = revision;
    }
  };
  const failed = (error: unknown): void => {
    if (signal.aborted) return;
    if (isStorageError(error, "unavailable")) {
      // The store keeps its history while it is unavailable, so the watch can continue later.
      setTimeout(() => void run().catch(failed), retryDelayMs);
      return;
    }
    const isTooOld = isStorageError(error, "compacted");
    sink.fail(
      expired(isTooOld ? "The resourceVersion for the provided watch is too old." : "the watch was interrupted"),
    );
  };
  run().catch(failed);
  const close = () => {
    control.abort();
    sink.end();
  };
  const forget = cache.subscribe({ change: () => {}, reset: () => {}, close });
  return {
    get revision() {
      return reached;
    },
    read() {},
    stop() {
      forget();
      control.abort();
    },
  };
}

/**
 * Sends an event as the client of a selection sees it: an object that begins to match is added, and an object that no
 * longer matches is deleted.
 */
export function sendSelected(selection: Selection, event: CacheEvent, sink: Pick<WatchSink, "change">): void {
  if (selection.isAll) {
    sink.change(event.change);
    return;
  }
  const { object, previous } = event;
  const isIn = object !== undefined && selection.matches(object);
  const wasIn = previous !== undefined && selection.matches(previous);
  if (isIn) sink.change({ type: wasIn ? "MODIFIED" : "ADDED", object });
  else if (wasIn)
    sink.change({ type: "DELETED", object: object ? lastMatchingState(previous, event) : event.change.object });
}

const departures = new WeakMap<CacheEvent, ApiObject>();

/**
 * Returns the last matching content of an object with the resource version of the write after which it no longer
 * matches. All watches share it.
 */
function lastMatchingState(previous: ApiObject, event: CacheEvent): ApiObject {
  const known = departures.get(event);
  if (known) return known;
  const object = withRevision(previous, event.revision);
  departures.set(event, object);
  return object;
}
