/**
 * A queue of background work by keys. A key that was added several times is handled once, and a failed key is retried
 * later.
 *
 * @module
 */
import { type Log, stackOf } from "../http/log.ts";
import { StatusError } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";

/** Default number of keys that are handled in parallel. */
const usualParallel = 8;
/** Delay before the retry of a failed key: at first, and at most. */
const minRetryMs = 50;
const maxRetryMs = 30_000;

export class WorkQueue {
  private readonly handle: (key: string) => Promise<void>;
  private readonly log: Log;
  private readonly waiting = new Set<string>();
  private readonly running = new Set<string>();
  private readonly failures = new Map<string, number>();
  /** Retry timers of failed keys. A key has at most one timer, however often it is added in the meantime. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly maxParallel: number;
  private readonly idleResolvers: (() => void)[] = [];
  private isStopped = false;

  /** @param maxParallel - maximum number of keys that are handled in parallel */
  constructor(handle: (key: string) => Promise<void>, log: Log, maxParallel = usualParallel) {
    this.maxParallel = maxParallel;
    this.handle = handle;
    this.log = log;
  }

  add(key: string): void {
    if (this.isStopped) return;
    this.waiting.add(key);
    queueMicrotask(() => this.fill());
  }

  /** Resolves once no key is waiting or running, except failed keys whose retry is scheduled. */
  idle(): Promise<void> {
    if (this.waiting.size === 0 && this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.idleResolvers.push(resolve));
  }

  /** Stops the queue: running handlers finish, and no further ones start. */
  stop(): void {
    this.isStopped = true;
    this.waiting.clear();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.resolveIdle();
  }

  private fill(): void {
    for (const key of this.waiting) {
      if (this.running.size >= this.maxParallel) return;
      if (this.running.has(key)) continue;
      this.waiting.delete(key);
      this.running.add(key);
      void this.run(key);
    }
  }

  private async run(key: string): Promise<void> {
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    try {
      if (isTurnOver()) await nextTurn(this);
      await this.handle(key);
      this.failures.delete(key);
    } catch (error) {
      this.retry(key, error);
    } finally {
      this.running.delete(key);
      this.fill();
      this.resolveIdle();
    }
  }

  private resolveIdle(): void {
    if (this.waiting.size > 0 || this.running.size > 0) return;
    for (const resolve of this.idleResolvers.splice(0)) resolve();
  }

  private retry(key: string, error: unknown): void {
    if (this.isStopped) return;
    const count = this.failures.get(key) ?? 0;
    this.failures.set(key, count + 1);
    const delayMs = Math.min(minRetryMs * 2 ** count, maxRetryMs);
    if (!(error instanceof StatusError))
      this.log.error({ key, delayMs, error: stackOf(error) }, "failed; the server tries again later");
    else this.log.debug({ key, delayMs, error: String(error) }, "tried again later");
    this.timers.set(
      key,
      setTimeout(() => this.add(key), delayMs),
    );
  }
}
