/** A file of a bundle. */
export interface BundledFile {
  readonly path: string;
  readonly code: string;
  readonly gzipBytes: number;
}

/** What is loaded at once, the entry first, and what is loaded when it is needed. */
export interface EngineBundle {
  readonly atOnce: readonly BundledFile[];
  readonly later: readonly BundledFile[];
}

/** See `browser.mjs`. */
export function bundleEngine(names?: readonly string[]): Promise<EngineBundle>;
