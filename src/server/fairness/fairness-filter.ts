/**
 * The filter for priority and fairness: each request gets seats of its priority level, waits for them, or is refused.
 *
 * It differs from upstream in two ways, so that unknown clients cannot fill the server. A request whose body has not
 * arrived gives its seats back until the body arrives. Long-running requests, such as watches, use slots, of which one
 * user gets only a part.
 *
 * @module
 */
import { deadlineOf, isLongRunning } from "../http/deadline.ts";
import type { Exchange, Filter } from "../http/exchange.ts";
import { defaultLimits, type InFlightLimits, isWrite } from "../http/in-flight.ts";
import { sendText } from "../http/plain-text.ts";
import { isExemptFromLimits, Slots, tooManyText, userKey } from "../http/slots.ts";
import { tooManyRequests } from "../request/failures.ts";
import type { Clock } from "./clock.ts";
import type { LevelRequest } from "./priority-level.ts";
import type { FlowSchema, PriorityLevels } from "./priority-levels.ts";
import type { Ticket, Work } from "./queue-set.ts";
import type { WatchCounts } from "./watch-counts.ts";
import type { Estimate } from "./work-estimate.ts";

export interface FairnessParts {
  readonly levels: PriorityLevels;
  readonly estimate: Estimate;
  readonly watches: WatchCounts;
  readonly limits: InFlightLimits;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

const schemaHeader = "X-Kubernetes-PF-FlowSchema-UID";
const levelHeader = "X-Kubernetes-PF-PriorityLevel-UID";

/** The fraction of a request's total time that it may spend waiting. */
const maxWaitFraction = 1 / 4;
const msPerSecond = 1000;
const tooManyCode = 429;

const noop = (): void => {};

export function fairnessFilter(parts: FairnessParts): Filter {
  const { maxUploads, maxWatches, maxWatchesPerUser } = { ...defaultLimits, ...parts.limits };
  const uploads = new Slots(maxUploads);
  const streams = new Slots(maxWatches, maxWatchesPerUser);
  return async (exchange, next) => {
    const { info } = exchange;
    if (!isLongRunning(info)) return serve(new QueuedRequest(exchange, parts), exchange, next, uploads);
    const release = isExemptFromLimits(exchange) ? noop : streams.take(userKey(exchange));
    try {
      if (info.verb === "watch") await serveWatch(new QueuedRequest(exchange, parts), exchange, next, parts.watches);
      else await next();
    } finally {
      release();
    }
  };
}

async function serve(
  turn: QueuedRequest,
  exchange: Exchange,
  next: () => Promise<void>,
  uploads: Slots,
): Promise<void> {
  if (!(await turn.begin())) return turn.refuse();
  let release = noop;
  if (isWrite(exchange.info)) {
    exchange.onUpload = () => {
      turn.pause();
      if (!isExemptFromLimits(exchange)) release = uploads.take(userKey(exchange));
    };
    exchange.onBodyReceived = () => {
      release();
      release = noop;
      return turn.isPaused ? turn.resume() : undefined;
    };
  }
  try {
    await next();
  } finally {
    release();
    turn.end();
  }
}

async function serveWatch(
  turn: QueuedRequest,
  exchange: Exchange,
  next: () => Promise<void>,
  watches: WatchCounts,
): Promise<void> {
  if (!(await turn.begin())) return turn.refuse();
  exchange.onWatchStarted = () => turn.end();
  const removeWatch = watches.add(exchange.info, exchange.query);
  try {
    await next();
  } finally {
    removeWatch();
    turn.end();
  }
}

/** A request at its priority level. */
class QueuedRequest implements LevelRequest {
  readonly exchange: Exchange;
  private readonly parts: FairnessParts;
  readonly schema: FlowSchema;
  readonly work: Work;
  ticket: Ticket | undefined;
  isPaused = false;

  constructor(exchange: Exchange, parts: FairnessParts) {
    this.exchange = exchange;
    this.parts = parts;
    const schema = parts.levels.classify(exchange.user, exchange.info);
    const { level, counts } = schema;
    this.schema = schema;
    exchange.answer.setHeader(schemaHeader, schema.uid);
    exchange.answer.setHeader(levelHeader, level.uid);
    this.work = parts.estimate(exchange, { maxSeats: level.maxSeats, counts });
    counts.seats.add(Math.max(this.work.initialSeats, this.work.finalSeats));
  }

  /** @returns false if the request is refused; a promise only if the request has to wait */
  begin(): boolean | Promise<boolean> {
    this.schema.level.requests.add(this);
    const ticket = this.start();
    if (ticket?.state !== "waiting") return this.recordOutcome(ticket);
    return this.wait(ticket).then(() => this.recordOutcome(ticket));
  }

  /** Releases the seats for other requests until `resume`. */
  pause(): void {
    if (this.ticket) this.schema.level.queueSet.finish(this.ticket, false);
    this.isPaused = true;
  }

  /** @throws {StatusError} TooManyRequests if the request does not get seats again */
  async resume(): Promise<void> {
    this.isPaused = false;
    const ticket = this.start();
    if (ticket?.state === "waiting") await this.wait(ticket);
    if (ticket?.state === "executing") return;
    const { retryAfter } = this.schema.level;
    retryAfter.countRefusal(this.parts.nowMs());
    throw tooManyRequests(tooManyText, retryAfter.seconds);
  }

  end(): void {
    const { level, counts } = this.schema;
    level.requests.delete(this);
    const seconds = this.ticket && level.queueSet.finish(this.ticket);
    if (seconds === undefined) return;
    const tally = this.exchange.info.verb === "watch" ? counts.watchStart : counts.execution;
    tally.add(seconds);
  }

  refuse(): void {
    const { requests, retryAfter } = this.schema.level;
    requests.delete(this);
    retryAfter.countRefusal(this.parts.nowMs());
    this.exchange.answer.setHeader("Retry-After", String(retryAfter.seconds));
    sendText(this.exchange, tooManyCode, tooManyText);
  }

  private start(): Ticket | undefined {
    const { exchange, schema } = this;
    const hand = schema.handOf(exchange.user, exchange.info);
    this.ticket = schema.level.queueSet.start(this.work, hand, schema.counts);
    return this.ticket;
  }

  private recordOutcome(ticket: Ticket | undefined): boolean {
    const { level, counts } = this.schema;
    const isExecuting = ticket?.state === "executing";
    if (isExecuting) counts.dispatched++;
    if (level.isExempt) return isExecuting;
    if (isExecuting) counts.waitOfExecuted.add(ticket.startSeconds - ticket.arrivalSeconds);
    else counts.waitOfRefused.add(ticket ? this.parts.clock.seconds() - ticket.arrivalSeconds : 0);
    return isExecuting;
  }

  /** Resolves when the request executes, when it has waited too long, or when the client has gone. */
  private wait(ticket: Ticket): Promise<void> {
    const { exchange, parts, schema } = this;
    return new Promise((resolve) => {
      const end = () => {
        stopTimer();
        exchange.signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        schema.level.queueSet.cancel(ticket);
        end();
      };
      const stopTimer = parts.clock.after(this.waitSeconds, giveUp);
      exchange.signal.addEventListener("abort", giveUp);
      ticket.onDispatch = end;
      if (exchange.signal.aborted) giveUp();
    });
  }

  private get waitSeconds(): number {
    const { exchange, parts } = this;
    const { receivedMs } = exchange;
    const totalMs = exchange.info.verb === "watch" ? exchange.maxMs : deadlineOf(exchange) - receivedMs;
    return Math.max(0, totalMs * maxWaitFraction - (parts.nowMs() - receivedMs)) / msPerSecond;
  }
}
