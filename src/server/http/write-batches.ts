/**
 * Writes to many streams in rounds. A round takes what came since the last one, for each stream in one write; the longer
 * rounds take, the longer the next one waits, so that a busy server makes few large writes instead of many small ones.
 *
 * @module
 */

/** Someone who gathers bytes until its turn comes. */
export interface BatchedStream {
  /** What to write now, taken out; nothing when the client has to read first. */
  take(): readonly Uint8Array[];
  write(bytes: Uint8Array): void;
}

/** Between rounds everything else has so many times the time that the last round took. */
const restPerRound = 4;
/** The longest rest. */
const maxRestMs = 100;
/** A round lets others have a turn after so long. */
const sliceMs = 10;

export class WriteBatches {
  private waiting = new Set<BatchedStream>();
  private lastParts: readonly Uint8Array[] = [];
  private lastBytes: Uint8Array = new Uint8Array();
  private nextRoundMs = 0;
  private isScheduled = false;

  /** The stream has something to write. */
  add(stream: BatchedStream): void {
    this.waiting.add(stream);
    if (this.isScheduled) return;
    this.isScheduled = true;
    const restMs = this.nextRoundMs - performance.now();
    if (restMs <= 0) setImmediate(() => this.startRound());
    else setTimeout(() => this.startRound(), restMs);
  }

  /** Streams that come in while it runs wait for the next one. */
  private startRound(): void {
    const streams = this.waiting;
    this.waiting = new Set();
    this.continueRound(streams.values(), 0);
  }

  /** @param spentMs - on the slices before */
  private continueRound(streams: Iterator<BatchedStream>, spentMs: number): void {
    const startMs = performance.now();
    let elapsedMs = 0;
    for (let next = streams.next(); !next.done; next = streams.next()) {
      const parts = next.value.take();
      if (parts.length > 0) next.value.write(this.joined(parts));
      elapsedMs = performance.now() - startMs;
      if (elapsedMs < sliceMs) continue;
      setImmediate(() => this.continueRound(streams, spentMs + elapsedMs));
      return;
    }
    this.endRound(spentMs + elapsedMs);
  }

  private endRound(spentMs: number): void {
    this.lastParts = [];
    this.lastBytes = new Uint8Array();
    this.isScheduled = false;
    this.nextRoundMs = performance.now() + Math.min(restPerRound * spentMs, maxRestMs);
    const [stream] = this.waiting;
    if (stream) this.add(stream);
  }

  /** Most streams get the same parts, which are put together once. */
  private joined(parts: readonly Uint8Array[]): Uint8Array {
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    if (isSame(parts, this.lastParts)) return this.lastBytes;
    this.lastBytes = Buffer.concat(parts);
    this.lastParts = parts;
    return this.lastBytes;
  }
}

function isSame(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
