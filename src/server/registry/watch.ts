/**
 * Watches: the objects that are there, where a client wants them, then every change, in order, none twice.
 *
 * @module
 */
import { isStorageError } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import { expired } from "../request/failures.ts";
import { atRevision } from "../request/object-json.ts";
import type { StatusError } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { type CacheEvent, cacheEvent, type WatchedChange } from "./cache-event.ts";
import { scopePrefix } from "./keys.ts";
import type { StoreParts } from "./parts.ts";
import type { Selection } from "./selection.ts";
import { decodeStored } from "./stored-object.ts";
import { keptForm } from "./version-conversion.ts";
import { awaitNewest, awaitRevision } from "./versions.ts";
import type { WatchCache } from "./watch-cache.ts";

/** How long a watch of the store that was cut off waits before it goes on. */
const retryDelayMs = 500;

export interface WatchRequest {
  readonly selection: Selection;
  /** Changes behind it; undefined for the newest state first, 0 for any state first. */
  readonly resourceVersion?: number;
  /**
   * Begin with the objects that are there, whatever the version, and say when they have all been sent; or with none of them,
   * although there is no version.
   */
  readonly sendInitialEvents?: boolean;
}

/** Who receives. All calls come in order; none comes after `fail` or after the watch was stopped. */
export interface WatchSink {
  /** There are changes, which come when the watch is read. Others come by themselves. */
  news(watch: RunningWatch): void;
  /** Some of the objects that are there; of a watch of all objects the array is the same until one of them changes. */
  state(objects: readonly ApiObject[]): Promise<void>;
  change(change: WatchedChange): void;
  /** The initial events that were asked for have all been sent; they are as of this revision. */
  initialEnd(revision: number): void;
  /** The watch cannot go on. */
  fail(error: StatusError): void;
  /** Nothing more comes: the resource is no longer served as it was. */
  end(): void;
}

/** Who gets the changes of a scope, selected or not. */
export interface EventSink extends Pick<WatchSink, "news" | "fail" | "end"> {
  event(event: CacheEvent): void;
}

/** The events of a selection. */
export function selecting(selection: Selection, sink: WatchSink): EventSink {
  return {
    news: (watch) => sink.news(watch),
    event: (event) => sendSelected(selection, event, sink),
    fail: (error) => sink.fail(error),
    end: () => sink.end(),
  };
}

export interface RunningWatch {
  /** Everything up to here has been sent, when all changes are read. */
  readonly revision: number;
  /** Sends all changes that have not been sent. */
  read(): void;
  stop(): void;
}

type StateSink = Pick<WatchSink, "state" | "initialEnd">;

/** @throws {StatusError} Timeout for a version that initial events cannot wait for */
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
  if (startsAtState) return fromState(parts, request, sink, events);
  if (!resourceVersion) return follow(parts, request.selection, parts.cache, events);
  return fromRevision(parts, request, resourceVersion, events);
}

/** The objects as they are now; others have their turns meanwhile, and what changes is sent afterwards. */
async function fromState(
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
  const running = follow(parts, selection, { revision, now }, events);
  running.read();
  return running;
}

/** Changes behind a revision: those that the cache still has, or the store, then live. */
function fromRevision(parts: StoreParts, { selection }: WatchRequest, revision: number, sink: EventSink): RunningWatch {
  const missed = parts.cache.eventsAfter(revision);
  if (!missed) return fromHistory(parts, selection, revision, sink);
  const { now } = parts.cache;
  const running = follow(parts, selection, { revision: Math.max(revision, parts.cache.revision), now }, sink);
  const prefix = scopePrefix(parts.resource, selection.namespace);
  for (const event of missed) if (event.key.startsWith(prefix)) sink.event(event);
  return running;
}

/** Live changes behind a revision. */
function follow(
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

/** A watch that begins further back than the cache knows has a watch of the store for itself. */
function fromHistory(parts: StoreParts, { namespace }: Selection, after: number, sink: EventSink) {
  const { storage, resource, cache } = parts;
  const form = keptForm(parts);
  const prefix = scopePrefix(resource, namespace);
  const control = new AbortController();
  let reached = after;
  const { signal } = control;
  const run = async () => {
    for await (const { events, revision } of storage.watch({ prefix, after: reached, signal })) {
      for (const { key, revision: at, entry, previous } of events) {
        const object = entry && decodeStored(entry, form);
        // A client that gets a deletion here would take the object for gone.
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
      // A store that went away comes back with its history.
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

/** An object that enters the selection is added, one that leaves it is gone, as far as the client is concerned. */
export function sendSelected(selection: Selection, event: CacheEvent, sink: Pick<WatchSink, "change">): void {
  if (selection.isAll) {
    sink.change(event.change);
    return;
  }
  const { object, previous } = event;
  const isIn = object !== undefined && selection.matches(object);
  const wasIn = previous !== undefined && selection.matches(previous);
  if (isIn) sink.change({ type: wasIn ? "MODIFIED" : "ADDED", object });
  else if (wasIn) sink.change({ type: "DELETED", object: object ? departed(previous, event) : event.change.object });
}

const departures = new WeakMap<CacheEvent, ApiObject>();

/** The old content, as of the write that took it out; one for all watches. */
function departed(previous: ApiObject, event: CacheEvent): ApiObject {
  const known = departures.get(event);
  if (known) return known;
  const object = atRevision(previous, event.revision);
  departures.set(event, object);
  return object;
}
