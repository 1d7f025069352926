/**
 * The types of `eventratelimit/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
/** How many events the API server accepts: in all, by namespace, by user, or by source and object. */
export interface Configuration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** All of them must allow an event. */
  limits?: Limit[];
}

export interface Limit {
  /** The subject for which a bucket is kept. */
  type?: string;
  /** Events that are added to the allowance each second. */
  qps?: number;
  /** Largest allowance. */
  burst?: number;
  /** How many buckets are kept; 4096 when absent. Not for type Server. */
  cacheSize?: number;
}
