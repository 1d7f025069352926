/**
 * The client that waits for a response.
 *
 * @module
 */

/**
 * Slow operations take the caller and read its signal only when they wait, since making a signal costs as much as
 * reading an object.
 */
export interface Caller {
  /**
   * Aborted when the client has gone, when the request has timed out, and when the server stops; made at the first
   * access.
   */
  readonly signal: AbortSignal;
}
