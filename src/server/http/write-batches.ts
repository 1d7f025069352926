/**
 * Writes to many streams in rounds. A round takes what came since the last one, for each stream in one write; the longer
 * rounds take, the longer the next one waits, so that a busy server makes few large writes instead of many small ones.
 *
 * @module
 */

import { joinBytes } from "../request/own-pages.ts";

/** Someone who gathers bytes until its turn comes. */
export interface BatchedStream {
  /** The bytes since the last round, taken out, or as much of it as is written at once; at last nothing. */
  take(): readonly Uint8Array[];
  write(bytes: Uint8Array): void;
}

/** Between rounds everything else has so many times the time that the last round took. */
const restPerRound = 4;
/** The longest rest. */
const maxRestMs = 100;
/** A shorter rest is left out: timers are late by a turn. */
const leastRestMs = 1;
/** The longest rest for each stream of the round: a few streams took long only because the process had to wait for its turn. */
const maxRestMsPerStream = 0.1;
/** A round lets others have a turn after so long. */
const sliceMs = 10;

/** The most that a round remembers to have put together. */
const maxJoins = 64;

interface Join {
  readonly parts: readonly Uint8Array[];
  readonly bytes: Uint8Array;
}

export class WriteBatches {
  private waiting = new Set<BatchedStream>();
  /** The parts joined in this round, by the first of them. */
  private readonly joins = new Map<Uint8Array, Join>();
  private nextRoundMs = 0;
  /** The longest rest behind the round that runs. */
  private restMs = 0;
  private isScheduled = false;

  /** The stream has something to write. */
  add(stream: BatchedStream): void {
    this.waiting.add(stream);
    if (this.isScheduled) return;
    this.isScheduled = true;
    const restMs = this.nextRoundMs - performance.now();
    if (restMs >= leastRestMs) setTimeout(() => this.startRound(), restMs);
    // In the turn in which the write itself is answered: one turn later, a client that has its answer would still read
    // the state before its own write.
    else process.nextTick(() => this.startRound());
  }

  /** Streams that come in while it runs wait for the next one. */
  private startRound(): void {
    const streams = this.waiting;
    this.waiting = new Set();
    this.restMs = Math.min(maxRestMs, streams.size * maxRestMsPerStream);
    this.continueRound(streams.values(), 0);
  }

  /** @param spentMs - on the slices before */
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
    const [stream] = this.waiting;
    // Others have a turn in between, however short the rest is.
    if (stream) setImmediate(() => this.add(stream));
  }

  /** Streams that came equally far get the same parts, which are put together once. */
  private joined(parts: readonly Uint8Array[]): Uint8Array {
    const [first = new Uint8Array()] = parts;
    if (parts.length === 1) return first;
    const known = this.joins.get(first);
    if (known && isSame(parts, known.parts)) return known.bytes;
    const bytes = joinBytes(parts);
    if (this.joins.size >= maxJoins) this.joins.clear();
    this.joins.set(first, { parts, bytes });
    return bytes;
  }
}

function isSame(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
