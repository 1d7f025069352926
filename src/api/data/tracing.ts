/**
 * The types of `tracing`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const tracingTypes = (): string => `
tracing/v1.TracingConfiguration
endpoint - string *
samplingRatePerMillion - int32 *
`;
