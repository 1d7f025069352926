/**
 * Work to be done in the background: each key once, however often it was asked for, and again when it failed.
 *
 * @module
 */
import { type Log, stackOf } from "../http/log.ts";
import { StatusError } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";

/** Keys that are worked on at the same time, where nothing else is said. */
const usualParallel = 8;
/** How long after a failure a key is tried again, at first and at most. */
const minRetryMs = 50;
const maxRetryMs = 30_000;

export class WorkQueue {
  private readonly handle: (key: string) => Promise<void>;
  private readonly log: Log;
  private readonly waiting = new Set<string>();
  private readonly running = new Set<string>();
  private readonly failures = new Map<string, number>();
  /** Of keys that failed. A key has one, however often it is asked for in the meantime. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly maxParallel: number;
  private readonly idlers: (() => void)[] = [];
  private isStopped = false;

  /** @param maxParallel - how many keys are worked on at the same time */
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

  /** Resolves when nothing is waiting or running, apart from keys that failed and are tried again later. */
  idle(): Promise<void> {
    if (this.waiting.size === 0 && this.running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.idlers.push(resolve));
  }

  /** Running tasks are finished; no new one begins. */
  stop(): void {
    this.isStopped = true;
    this.waiting.clear();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.tellIdlers();
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
      this.tellIdlers();
    }
  }

  private tellIdlers(): void {
    if (this.waiting.size > 0 || this.running.size > 0) return;
    for (const resolve of this.idlers.splice(0)) resolve();
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
