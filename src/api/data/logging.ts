/**
 * The types of `logging`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const loggingTypes = (): string => `
logging/v1.FormatOptions
text - TextOptions
json - JSONOptions

logging/v1.JSONOptions
splitStream - bool
infoBufferSize - quantity

logging/v1.LoggingConfiguration
format - string
flushFrequency - durationOrNanos +
verbosity - uint32 +
vmodule - []VModuleItem
options - FormatOptions

logging/v1.OutputRoutingOptions
splitStream - bool
infoBufferSize - quantity

logging/v1.TextOptions
splitStream - bool
infoBufferSize - quantity

logging/v1.VModuleItem
filePattern - string +
verbosity - uint32 +
`;
