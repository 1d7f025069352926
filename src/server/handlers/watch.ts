/**
 * Watches over HTTP: a stream of events that ends after its timeout, when the client disconnects, or when the client
 * reads too slowly.
 *
 * @module
 */
import { randomInt } from "node:crypto";
import { storedValue } from "../../schema/go-values.ts";
import type { EventType, StreamCodec } from "../http/codec.ts";
import type { ResponseWriter } from "../http/exchange.ts";
import type { WatchForm } from "../http/frames.ts";
import type { Output } from "../http/negotiate.ts";
import { writeWarnings } from "../http/warnings.ts";
import type { SlowWatch } from "../http/watch-queues.ts";
import { WebSocketWriter, wantsWebSocket } from "../http/web-socket.ts";
import type { BatchedStream } from "../http/write-batches.ts";
import { type Selection, selectionOf } from "../registry/selection.ts";
import type { RunningWatch } from "../registry/watch.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest } from "../request/failures.ts";
import { type ListOptions, readListOptions, watchVersion } from "../request/list-options.ts";
import { StatusError } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { answerFields } from "../tracing/request-spans.ts";
import { traced } from "../tracing/span.ts";
import type { Route } from "./route.ts";

/** The maximum duration of a watch. */
const maxWatchSeconds = 86_400;
/** Interval of the bookmarks. */
const bookmarkIntervalMs = 60_000;
/** How long before the end of the watch the last bookmark is sent. */
const lastBookmarkMs = 2000;
/**
 * Limit for the bytes that wait for a client that reads slowly, apart from the initial state that it requested. Above
 * it the server ends the watch.
 */
const maxQueuedBytes = 4 * 1024 * 1024;
/**
 * Limit for the bytes of several events that are written at once. Bytes that the connection has received use memory
 * that is no longer shared with other watches.
 */
const maxWriteBytes = 32 * 1024;

const initialEventsEnd = "k8s.io/initial-events-end";

export async function handleWatch(route: Route): Promise<void> {
  const { exchange, store, namespace } = route;
  const output = route.responder.negotiateStream(exchange, store.resource);
  const options = readListOptions(exchange.query, true);
  const selection = selectionOf(store.resource, namespace, options);
  if (exchange.info.isItem && options.fields.length > 0 && selection.name !== exchange.info.name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  const version = watchVersion(options);
  const itemSelection = exchange.info.isItem
    ? {
        ...selection,
        isAll: false,
        matches: (object: ApiObject) => object.metadata.name === exchange.info.name && selection.matches(object),
      }
    : selection;
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const stream = new WatchStream(route, output, options, resolve);
      stream.open(itemSelection, version).catch(reject);
    });
  await traced("WatchServer.HandleHTTP", () => answerFields(exchange), run);
}

/** The watch of one client. */
class WatchStream implements BatchedStream, SlowWatch {
  private readonly route: Route;
  private readonly form: WatchForm;
  private readonly options: ListOptions;
  private readonly onDone: () => void;
  private readonly answer: Pick<ResponseWriter, "isStarted" | "start" | "write" | "onDrain" | "end" | "abort">;
  /** Present if the client uses a WebSocket, in which each event is one message. */
  private readonly socket: WebSocketWriter | undefined;
  /** Duration of the watch. If the request specifies none, it is random, so that not all watches end at once. */
  private readonly durationSeconds: number;
  private readonly timers: NodeJS.Timeout[] = [];
  private runningWatch: RunningWatch | undefined;
  /** The watch, after it has first reported news. */
  private unreadWatch: RunningWatch | undefined;
  private isTaking = false;
  private isStarted = false;
  private unregisterStop: (() => void) | undefined;
  private isEnded = false;
  private isInitial = true;
  private hasSent = false;
  /** Events that the next round of writes sends. */
  private events: Uint8Array[] = [];
  /** Events that wait until the client reads; their bytes are shared with other waiting watches. */
  private queue: Uint8Array[] = [];
  private queuedBytes = 0;
  /** How many of the queued bytes belong to the initial state. */
  private initialBytes = 0;
  private mustDrain = false;

  constructor(route: Route, output: Output<StreamCodec>, options: ListOptions, done: () => void) {
    this.route = route;
    this.form = { resource: route.store.resource, output, exchange: route.exchange };
    this.options = options;
    this.onDone = done;
    const { exchange } = route;
    this.socket = wantsWebSocket(exchange)
      ? new WebSocketWriter(exchange, output.codec.isText, () => this.end())
      : undefined;
    this.answer = this.socket ?? exchange.answer;
    const { minWatchSeconds } = route.limits;
    this.durationSeconds = options.timeoutSeconds ?? randomInt(minWatchSeconds, 2 * minWatchSeconds + 1);
  }

  /** @param resourceVersion - the watch sends the changes after it; undefined for changes from now on */
  async open(selection: Selection, resourceVersion: number | undefined): Promise<void> {
    const { exchange, store } = this.route;
    const { sendInitialEvents } = this.options;
    exchange.signal.addEventListener("abort", () => this.end());
    this.unregisterStop = exchange.onStop(() => this.end());
    this.answer.onDrain(() => this.resume());
    exchange.answer.setHeader("Content-Type", this.form.output.codec.stream.mediaType);
    writeWarnings(exchange);
    const request = {
      selection,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(sendInitialEvents === undefined ? {} : { sendInitialEvents }),
    };
    const start = () => {
      if (this.isStarted) return;
      this.isStarted = true;
      if (this.answer.isStarted) return;
      this.answer.start(200);
      exchange.audit?.noteStart();
    };
    this.runningWatch = await store.watch(request, {
      news: (watch) => {
        this.unreadWatch = watch;
        this.route.responder.batches.add(this);
      },
      state: (objects) => {
        start();
        return this.sendState(objects);
      },
      change: ({ type, object }) => {
        start();
        this.send(type, object);
      },
      initialEnd: (revision) => {
        if (this.options.allowBookmarks) this.sendBookmark(revision, true);
      },
      fail: (error) => {
        start();
        this.fail(error);
      },
      end: () => this.end(),
    });
    start();
    exchange.onWatchStarted();
    if (this.durationSeconds < 0 || (this.durationSeconds === 0 && this.options.timeoutSeconds === undefined))
      this.fail(new StatusError(500, "InternalError", "context deadline exceeded"));
    this.isInitial = false;
    this.initialBytes = this.queuedBytes;
    if (this.isEnded) this.runningWatch.stop();
    else this.setTimers();
  }

  private setTimers(): void {
    const ms = Math.min(this.durationSeconds, maxWatchSeconds) * 1000;
    this.timers.push(setTimeout(() => this.end(), ms));
    if (!this.options.allowBookmarks) return;
    this.timers.push(setInterval(() => this.sendBookmark(this.runningWatch?.revision ?? 0, false), bookmarkIntervalMs));
    if (ms > lastBookmarkMs) {
      this.timers.push(
        setTimeout(() => this.sendBookmark(this.runningWatch?.revision ?? 0, false), ms - lastBookmarkMs),
      );
    }
  }

  /** Writes the initial state, which precedes all events and does not wait for a round. */
  private async sendState(objects: readonly ApiObject[]): Promise<void> {
    if (this.socket) return this.sendStateAsMessages(objects);
    if (this.isEnded) return;
    const parts = await this.route.responder.frames.state(objects, this.form, this.hasSent);
    this.hasSent = true;
    for (const bytes of parts) {
      if (this.isEnded) return;
      this.queuedBytes += bytes.length;
      this.write(bytes);
    }
  }

  /** Sends each object separately, because a part of the state contains several events. */
  private async sendStateAsMessages(objects: readonly ApiObject[]): Promise<void> {
    for (const object of objects) {
      if (isTurnOver()) await nextTurn();
      this.send("ADDED", object);
    }
  }

  private send(type: EventType, object: ApiObject): void {
    if (this.isEnded) return;
    this.enqueue(this.route.responder.frames.frame(type, object, this.form, this.hasSent));
    this.hasSent = true;
  }

  private sendBookmark(revision: number, isInitialEnd: boolean): void {
    this.unreadWatch?.read();
    const annotations = isInitialEnd ? { annotations: { [initialEventsEnd]: "true" } } : {};
    const { resource, output } = this.form;
    const empty = { metadata: { resourceVersion: String(revision), ...annotations } };
    // Go writes the fields that an empty object of the kind has. Rows of tables are made from objects and do not need
    // them.
    this.send("BOOKMARK", output.transform ? empty : storedValue(empty, resource.schema));
  }

  private fail(error: StatusError): void {
    if (this.isEnded) return;
    const { codec } = this.form.output;
    this.enqueue(codec.stream.frame("ERROR", codec.encodeValue(error.toStatus())));
    this.end();
  }

  take(): readonly Uint8Array[] {
    this.isTaking = true;
    this.unreadWatch?.read();
    this.isTaking = false;
    let bytes = 0;
    const end = this.events.findIndex((event, index) => {
      bytes += event.length;
      return index > 0 && bytes > maxWriteBytes;
    });
    return this.events.splice(0, end < 0 ? this.events.length : end);
  }

  write(bytes: Uint8Array): void {
    if (!this.mustDrain && this.queue.length === 0) {
      this.writeNow(bytes);
      return;
    }
    this.queue.push(bytes);
    this.route.responder.queues.add(this, bytes);
  }

  private resume(): void {
    this.mustDrain = false;
    this.flush();
  }

  private flush(): void {
    while (!this.mustDrain) {
      const bytes = this.queue.shift();
      if (!bytes) return;
      this.route.responder.queues.remove(this, bytes);
      this.writeNow(bytes);
    }
  }

  private writeNow(bytes: Uint8Array): void {
    this.queuedBytes -= bytes.length;
    this.initialBytes = Math.max(0, this.initialBytes - bytes.length);
    this.mustDrain = !this.answer.write(bytes);
  }

  /** Adds an event to the next round, and cuts the client off if too many bytes already wait for it. */
  private enqueue(framed: Uint8Array): void {
    const { headerBytes } = this.form.output.codec.stream;
    const bytes = this.socket?.message(framed.subarray(headerBytes)) ?? framed;
    this.events.push(bytes);
    this.queuedBytes += bytes.length;
    if (!this.isTaking) this.route.responder.batches.add(this);
    if (!this.isInitial && this.queuedBytes - this.initialBytes > maxQueuedBytes) this.cutOff();
  }

  cutOff(): void {
    // Stops reading: not even `end` may read more events.
    this.unreadWatch?.stop();
    this.runningWatch?.stop();
    this.events = [];
    this.clearQueue();
    this.answer.abort();
    this.end();
  }

  private clearQueue(): readonly Uint8Array[] {
    const { queue } = this;
    this.queue = [];
    for (const bytes of queue) this.route.responder.queues.remove(this, bytes);
    return queue;
  }

  private end(): void {
    if (this.isEnded) return;
    this.unreadWatch?.read();
    this.isEnded = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.unregisterStop?.();
    this.runningWatch?.stop();
    for (const bytes of [...this.clearQueue(), ...this.events]) this.answer.write(bytes);
    this.events = [];
    this.answer.end();
    this.onDone();
  }
}
