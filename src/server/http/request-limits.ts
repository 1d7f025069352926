/**
 * How long requests may take, and how much of the server they may use; with the defaults of kube-apiserver.
 *
 * @module
 */

export interface RequestLimits {
  /** The longest that a request may take that is no stream, in milliseconds; default a minute. */
  readonly timeoutMs?: number;
  /** The least time of a watch that names none, in seconds; at most twice as much is picked. Default 1800. */
  readonly minWatchSeconds?: number;
  /** Objects of a collection that are deleted at the same time; default 1. */
  readonly deletionWorkers?: number;
  /** From 0 to 1: how probable it is that a connection of HTTP/2 ends with a request; default 0. */
  readonly goawayChance?: number;
  /** Requests that a client may have open on one connection of HTTP/2; default 100. */
  readonly maxConcurrentStreams?: number;
}

export const usualRequestLimits: Required<RequestLimits> = {
  timeoutMs: 60_000,
  minWatchSeconds: 1800,
  deletionWorkers: 1,
  goawayChance: 0,
  maxConcurrentStreams: 100,
};
