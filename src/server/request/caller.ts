/**
 * The client that waits for an answer.
 *
 * @module
 */

/** Slow work takes the caller, and reads its signal only when it waits: making a signal costs as much as reading an object. */
export interface Caller {
  /** Aborted when the client is gone, when its time is over, and when the server stops; made when it is first read. */
  readonly signal: AbortSignal;
}
