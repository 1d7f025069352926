/**
 * Writes to many streams in rounds. A round writes everything that arrived since the last one, for each stream in one
 * write. The longer a round takes, the longer the next one waits, so that a busy server makes few large writes instead
 * of many small ones.
 *
 * @module
 */

import { joinBytes } from "../request/own-pages.ts";

/** A stream that collects bytes until its turn in a round. */
export interface BatchedStream {
  /**
   * Removes and returns the bytes since the last round, or as many of them as may be written at once; empty if there
   * are no more.
   */
  take(): readonly Uint8Array[];
  write(bytes: Uint8Array): void;
}

/** The rest between rounds, as a multiple of the duration of the last round. */
const restPerRound = 4;
/** The maximum rest. */
const maxRestMs = 100;
/** Shorter rests are skipped, since timers are late by a turn of the event loop. */
const leastRestMs = 1;
/**
 * The maximum rest for each stream of the round: if a round of few streams takes long, the process only had to wait for
 * the processor.
 */
const maxRestMsPerStream = 0.1;
/** How long a round runs before other work has its turn. */
const sliceMs = 10;

/** Limit for the joined parts that a round remembers. */
const maxJoins = 64;

interface JoinedParts {
  readonly parts: readonly Uint8Array[];
  readonly bytes: Uint8Array;
}

export class WriteBatches {
  private waitingStreams = new Set<BatchedStream>();
  /** The parts that were joined in this round, by their first part. */
  private readonly joins = new Map<Uint8Array, JoinedParts>();
  private nextRoundMs = 0;
  /** The maximum rest after the current round. */
  private restMs = 0;
  private isScheduled = false;

  /** Adds a stream that has something to write to the next round. */
  add(stream: BatchedStream): void {
    this.waitingStreams.add(stream);
    if (this.isScheduled) return;
    this.isScheduled = true;
    const restMs = this.nextRoundMs - performance.now();
    if (restMs >= leastRestMs) setTimeout(() => this.startRound(), restMs);
    // In the same turn of the event loop as the response to the write. One turn later, a client that has received the
    // response could still read the state before its own write.
    else process.nextTick(() => this.startRound());
  }

  /** Writes all waiting streams. Streams that are added meanwhile wait for the next round. */
  private startRound(): void {
    const streams = this.waitingStreams;
    this.waitingStreams = new Set();
    this.restMs = Math.min(maxRestMs, streams.size * maxRestMsPerStream);
    this.continueRound(streams.values(), 0);
  }

  /** @param spentMs - duration of the previous slices */
  private continueRound(streams: Iterator<BatchedStream>, spentMs: number): void {
    const startMs = performance.now();
    let elapsedMs = 0;
    for (let next = streams.next(); !next.done; next = streams.next()) {
      this.writeAll(next.value);
      elapsedMs = performance.now() - startMs;
      if (elapsedMs < sliceMs) continue;
      setImmediate(() => this.continueRound(streams, spentMs + elapsedMs));
      return;
    }
    this.endRound(spentMs + elapsedMs);
  }

  private writeAll(stream: BatchedStream): void {
    for (let parts = stream.take(); parts.length > 0; parts = stream.take()) stream.write(this.joined(parts));
  }

  private endRound(spentMs: number): void {
    this.joins.clear();
    this.isScheduled = false;
    this.nextRoundMs = performance.now() + Math.min(restPerRound * spentMs, this.restMs);
    const [stream] = this.waitingStreams;
    // Other work has its turn in between, however short the rest is.
    if (stream) setImmediate(() => this.add(stream));
  }

  /** Joins parts. Streams at the same position have the same parts, which are joined once. */
  private joined(parts: readonly Uint8Array[]): Uint8Array {
    const [first = new Uint8Array()] = parts;
    if (parts.length === 1) return first;
    const known = this.joins.get(first);
    if (known && haveSameParts(parts, known.parts)) return known.bytes;
    const bytes = joinBytes(parts);
    if (this.joins.size >= maxJoins) this.joins.clear();
    this.joins.set(first, { parts, bytes });
    return bytes;
  }
}

function haveSameParts(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
