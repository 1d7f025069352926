/**
 * Writes to many streams in rounds. A round takes what came since the last one, for each stream in one write; the longer
 * rounds take, the longer the next one waits, so that a busy server makes few large writes instead of many small ones.
 *
 * @module
 */

/** Someone who gathers bytes until its turn comes. */
export interface BatchedStream {
  /** What came since the last round, emptied. */
  take(): readonly Uint8Array[];
  write(bytes: Uint8Array): void;
}

/** The longest that bytes wait for their round. */
const maxDelayMs = 100;

export class WriteBatches {
  private readonly waiting = new Set<BatchedStream>();
  private lastParts: readonly Uint8Array[] = [];
  private lastBytes: Uint8Array = new Uint8Array();
  private lastRoundMs = 0;
  private isScheduled = false;

  /** The stream has something to write. */
  add(stream: BatchedStream): void {
    this.waiting.add(stream);
    if (this.isScheduled) return;
    this.isScheduled = true;
    if (this.lastRoundMs < 1) setImmediate(() => this.round());
    else setTimeout(() => this.round(), Math.min(this.lastRoundMs, maxDelayMs));
  }

  private round(): void {
    this.isScheduled = false;
    const streams = [...this.waiting];
    this.waiting.clear();
    const startMs = performance.now();
    for (const stream of streams) {
      const parts = stream.take();
      if (parts.length > 0) stream.write(this.joined(parts));
    }
    this.lastRoundMs = performance.now() - startMs;
    this.lastParts = [];
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
