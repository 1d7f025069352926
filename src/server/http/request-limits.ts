/**
 * Limits for the duration of requests and for their use of the server, with kube-apiserver's defaults.
 *
 * @module
 */

export interface RequestLimits {
  /** Maximum duration of a request other than a stream, in milliseconds; default a minute. */
  readonly timeoutMs?: number;
  /**
   * Minimum duration of a watch that specifies none, in seconds. The server picks a random duration up to twice as
   * long. Default 1800.
   */
  readonly minWatchSeconds?: number;
  /** Objects of a collection that are deleted concurrently; default 1. */
  readonly deletionWorkers?: number;
  /** Probability, from 0 to 1, that a request ends its HTTP/2 connection; default 0. */
  readonly goawayChance?: number;
  /** Limit for the open requests on one HTTP/2 connection; default 100. */
  readonly maxConcurrentStreams?: number;
}

export const defaultRequestLimits: Required<RequestLimits> = {
  timeoutMs: 60_000,
  minWatchSeconds: 1800,
  deletionWorkers: 1,
  goawayChance: 0,
  maxConcurrentStreams: 100,
};
