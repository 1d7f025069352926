/**
 * The purpose of the types and fields of `logging`.
 *
 * @module
 */
export const logging: Readonly<Record<string, string>> = {
  "logging/v1.FormatOptions.json": "Options of the format json.",
  "logging/v1.FormatOptions.text": "Options of the format text.",
  "logging/v1.JSONOptions.infoBufferSize": "How much of the rest is held back before it is written.",
  "logging/v1.JSONOptions.splitStream": "Write errors to standard error and the rest to standard output.",
  "logging/v1.LoggingConfiguration":
    "How a component writes its log. A part of other configurations, here as a file of its own.",
  "logging/v1.LoggingConfiguration.flushFrequency": "Longest time between two flushes; 5s by default.",
  "logging/v1.LoggingConfiguration.format": "text or json; text by default.",
  "logging/v1.LoggingConfiguration.options":
    "Settings of each format; those of a format that is not used change nothing.",
  "logging/v1.LoggingConfiguration.verbosity": "How much is logged; 0 is the least. Errors are always logged.",
  "logging/v1.LoggingConfiguration.vmodule": "Verbosity by source file; for the text format only.",
  "logging/v1.TextOptions.infoBufferSize": "How much of the rest is held back before it is written.",
  "logging/v1.TextOptions.splitStream": "Write errors to standard error and the rest to standard output.",
  "logging/v1.VModuleItem.filePattern": "Base name of source files, with wildcards.",
  "logging/v1.VModuleItem.verbosity": "Verbosity of these files.",
};
