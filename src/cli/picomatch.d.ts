/** Types for the part of picomatch that clustervet uses; the package itself has no types. */
declare module "picomatch" {
  interface Options {
    readonly dot?: boolean;
    /** Returns the part of a regular expression for `{from..to..step}`. */
    readonly expandRange?: (...bounds: readonly unknown[]) => string;
  }
  interface Scanned {
    /** The directories before the first path segment with a wildcard. */
    readonly base: string;
    readonly glob: string;
    readonly isGlob: boolean;
  }
  interface Picomatch {
    (pattern: string, options: Options): (path: string) => boolean;
    scan(pattern: string, options?: Options): Scanned;
    makeRe(pattern: string, options: Options): RegExp;
  }
  const picomatch: Picomatch;
  export = picomatch;
}
