/**
 * The client that waits for an answer.
 *
 * @module
 */

/** Whoever may be slow takes the caller and asks for its signal then: to make a signal costs as much as to read an object. */
export interface Caller {
  /** Aborted when the client is gone, when its time is over, and when the server stops; made when it is first asked for. */
  readonly signal: AbortSignal;
}
