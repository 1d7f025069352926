/**
 * Writes audit events in batches, so that requests do not wait for them. If the buffer is full, events are lost, and
 * counted.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { AuditOutput, AuditText, LossReporter } from "./audit-sink.ts";

export interface BatchOptions {
  /** Number of events that can wait while a batch is written. */
  readonly bufferSize: number;
  /** Number of events in a full batch. */
  readonly maxBatchSize: number;
  /** Milliseconds after which a batch is sent even if it is not full. */
  readonly maxWaitMs: number;
  readonly throttle?: Throttle;
  /** Whether a batch may be sent before the previous one was delivered. */
  readonly isAsync: boolean;
}

export interface Throttle {
  /** Batches per second. */
  readonly perSecond: number;
  /** Batches that may be sent at once after a pause. */
  readonly burst: number;
}

export class AuditBatches implements AuditOutput {
  private readonly output: AuditOutput;
  private readonly options: BatchOptions;
  private readonly reportLoss: LossReporter;
  private readonly bucket: TokenBucket | undefined;
  private batch: AuditText[] = [];
  private readonly waiting: AuditText[] = [];
  private readonly pendingWrites = new Set<Promise<unknown>>();
  private timer: NodeJS.Timeout | undefined;
  /** Set while a batch waits for the throttle or is being written. */
  private draining: Promise<void> | undefined;
  private isClosed = false;

  constructor(output: AuditOutput, options: BatchOptions, lost: LossReporter) {
    this.output = output;
    this.options = options;
    this.reportLoss = lost;
    this.bucket = options.throttle && new TokenBucket(options.throttle);
  }

  write(events: readonly AuditText[]): boolean {
    for (const event of events) this.add(event);
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.drain();
    while (this.draining) await this.draining;
    await Promise.all(this.pendingWrites);
    await this.output.close();
  }

  private add(event: AuditText): void {
    const { bufferSize, maxBatchSize, maxWaitMs } = this.options;
    if (this.isClosed) this.reportLoss("buffered", 1, new Error("audit backend shut down"));
    else if (this.draining) {
      if (this.waiting.length < bufferSize) this.waiting.push(event);
      else this.reportLoss("buffered", 1, new Error("audit buffer queue blocked"));
    } else {
      this.batch.push(event);
      if (this.batch.length >= maxBatchSize) this.drain();
      else this.timer ??= setTimeout(() => this.drain(), maxWaitMs).unref();
    }
  }

  private drain(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.draining ??= this.send().finally(() => {
      this.draining = undefined;
      const isDue = this.batch.length >= this.options.maxBatchSize || (this.isClosed && this.batch.length > 0);
      if (isDue) this.drain();
      else if (this.batch.length > 0) this.timer ??= setTimeout(() => this.drain(), this.options.maxWaitMs).unref();
    });
  }

  /** Sends the current batch, then starts the next one with the waiting events. */
  private async send(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    // Do not delay the request that filled the batch.
    await new Promise(setImmediate);
    if (batch.length > 0) {
      await this.bucket?.take();
      const written = Promise.resolve(this.output.write(batch)).finally(() => this.pendingWrites.delete(written));
      this.pendingWrites.add(written);
      if (!this.options.isAsync) await written;
    }
    this.batch = this.waiting.splice(0, this.options.maxBatchSize);
  }
}

/** Limits a rate: allows `burst` at once, and `perSecond` after that. */
class TokenBucket {
  private readonly throttle: Throttle;
  private tokens: number;
  private lastMs = performance.now();

  constructor(throttle: Throttle) {
    this.throttle = throttle;
    this.tokens = throttle.burst;
  }

  async take(): Promise<void> {
    const { perSecond, burst } = this.throttle;
    const nowMs = performance.now();
    this.tokens = Math.min(burst, this.tokens + ((nowMs - this.lastMs) * perSecond) / msPerSecond) - 1;
    this.lastMs = nowMs;
    if (this.tokens < 0) await sleep((-this.tokens * msPerSecond) / perSecond);
  }
}

const msPerSecond = 1000;
