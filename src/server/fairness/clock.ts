/**
 * The clock that the queues use; tests replace it.
 *
 * @module
 */

export interface Clock {
  /** Seconds since an arbitrary start; never decreases. */
  seconds(): number;
  /** Calls back once after the given seconds. Returns a function that cancels it. */
  after(seconds: number, call: () => void): () => void;
}

const msPerSecond = 1000;

/** The clock of this process. */
export const processClock: Clock = {
  seconds: () => performance.now() / msPerSecond,
  after(seconds, call) {
    const timer = setTimeout(call, seconds * msPerSecond).unref();
    return () => clearTimeout(timer);
  },
};
