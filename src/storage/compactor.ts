/**
 * Forgets history on time: at each tick what was before the tick before. So history reaches back at least one interval and at
 * most two.
 *
 * @module
 */
import type { Revision } from "./storage.ts";

/** As kube-apiserver does (`--etcd-compaction-interval`). */
const defaultCompactionIntervalMs = 5 * 60_000;

/** Passed in, so that tests decide when time passes. */
export interface Clock {
  /** @returns what stops it */
  every(intervalMs: number, tick: () => void): () => void;
}

/** Does not keep the process alive. */
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
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Told of a compaction that failed; it is tried again at the next tick. Default: nobody is. */
  readonly onCompactionError?: (error: unknown) => void;
}

/**
 * @param compact - forgets what was before a revision (undefined: nothing) and tells the store's revision
 * @param opened - the store's revision now, where that is known: the first tick forgets what was before. Else it forgets nothing,
 *   and a store that is opened again and again before its second tick only grows
 * @returns what stops it
 */
export function compactOnTime(
  { compactionIntervalMs = defaultCompactionIntervalMs, clock = systemClock, onCompactionError }: CompactionOptions,
  compact: (before: Revision | undefined) => Promise<Revision>,
  opened?: Revision,
): () => void {
  if (compactionIntervalMs === 0) return () => {};
  let last = opened;
  let isUnderWay = false;
  return clock.every(compactionIntervalMs, () => {
    if (isUnderWay) return;
    isUnderWay = true;
    compact(last)
      .then(
        (revision) => {
          last = revision;
        },
        (error: unknown) => onCompactionError?.(error),
      )
      .finally(() => {
        isUnderWay = false;
      });
  });
}
