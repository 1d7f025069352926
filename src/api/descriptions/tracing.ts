/**
 * The purpose of the types and fields of `tracing`.
 *
 * @module
 */
export const tracing: Readonly<Record<string, string>> = {
  "tracing/v1.TracingConfiguration.endpoint":
    "Address of the collector, reached without TLS; localhost:4317 when absent.",
  "tracing/v1.TracingConfiguration.samplingRatePerMillion":
    "How many of a million spans are sampled; the parent span decides when absent.",
};
