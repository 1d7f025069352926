/**
 * The types of `tracing/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface TracingConfiguration {
  /** Address of the collector, reached without TLS; localhost:4317 when absent. */
  endpoint?: string;
  /** How many of a million spans are sampled; the parent span decides when absent. */
  samplingRatePerMillion?: number;
}
