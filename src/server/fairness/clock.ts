/**
 * Time as queues see it; tests have their own.
 *
 * @module
 */

export interface Clock {
  /** Seconds since any start; never goes back. */
  seconds(): number;
  /** Calls back once, after so many seconds; returns what takes that back. */
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
