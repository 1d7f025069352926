/**
 * Compacts the history periodically: each tick drops the history before the previous tick. History thus reaches back at
 * least one interval and at most two.
 *
 * @module
 */
import type { Revision } from "./storage.ts";

/** The default of kube-apiserver (`--etcd-compaction-interval`). */
const defaultCompactionIntervalMs = 5 * 60_000;

/** A parameter, so that tests control the time. */
export interface Clock {
  /** Calls `tick` at each interval. @returns a function that stops it */
  every(intervalMs: number, tick: () => void): () => void;
}

/** A timer that does not keep the process alive. */
const systemClock: Clock = {
  every(intervalMs, tick) {
    const timer = setInterval(tick, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

export interface CompactionOptions {
  /** Milliseconds; 0 keeps all history. Default: five minutes. */
  readonly compactionIntervalMs?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Called when a compaction fails; it is retried at the next tick. Default: errors are ignored. */
  readonly onCompactionError?: (error: unknown) => void;
}

/**
 * Starts periodic compaction.
 *
 * @param compact - drops the history before a revision (undefined: nothing) and returns the store's revision
 * @param initialRevision - the store's current revision, if known: the first tick drops the history before it. Otherwise the
 *   first tick drops nothing, and a store that is always closed before its second tick only grows
 * @returns a function that stops it
 */
export function startCompaction(
  { compactionIntervalMs = defaultCompactionIntervalMs, clock = systemClock, onCompactionError }: CompactionOptions,
  compact: (before: Revision | undefined) => Promise<Revision>,
  initialRevision?: Revision,
): () => void {
  if (compactionIntervalMs === 0) return () => {};
  let last = initialRevision;
  let isCompacting = false;
  return clock.every(compactionIntervalMs, () => {
    if (isCompacting) return;
    isCompacting = true;
    compact(last)
      .then(
        (revision) => {
          last = revision;
        },
        (error: unknown) => onCompactionError?.(error),
      )
      .finally(() => {
        isCompacting = false;
      });
  });
}
