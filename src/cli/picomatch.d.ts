/** The part of picomatch that is used; the package has no types of its own. */
declare module "picomatch" {
  interface Options {
    readonly dot?: boolean;
    /** Makes a part of a regular expression of `{from..to..step}`. */
    readonly expandRange?: (...bounds: readonly unknown[]) => string;
  }
  interface Scanned {
    /** The directories before the first part with a wildcard. */
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
