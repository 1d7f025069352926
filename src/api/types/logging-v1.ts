/**
 * The types of `logging/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface FormatOptions {
  /** Options of the format text. */
  text?: TextOptions;
  /** Options of the format json. */
  json?: JSONOptions;
}

export interface JSONOptions {
  /** Write errors to standard error and the rest to standard output. */
  splitStream?: boolean;
  /** How much of the rest is held back before it is written. */
  infoBufferSize?: string;
}

/** How a component writes its log. A part of other configurations, here as a file of its own. */
export interface LoggingConfiguration {
  /** text or json; text by default. */
  format?: string;
  /** Longest time between two flushes; 5s by default. */
  flushFrequency?: string | number | bigint;
  /** How much is logged; 0 is the least. Errors are always logged. */
  verbosity?: number;
  /** Verbosity by source file; for the text format only. */
  vmodule?: VModuleItem[];
  /** Settings of each format; those of a format that is not used change nothing. */
  options?: FormatOptions;
}

export interface TextOptions {
  /** Write errors to standard error and the rest to standard output. */
  splitStream?: boolean;
  /** How much of the rest is held back before it is written. */
  infoBufferSize?: string;
}

export interface VModuleItem {
  /** Base name of source files, with wildcards. */
  filePattern?: string;
  /** Verbosity of these files. */
  verbosity?: number;
}
