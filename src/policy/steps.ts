/**
 * Runs work on policies in steps. A policy may have many expensive expressions; between steps a server can handle other
 * requests.
 *
 * @module
 */

/** Yields where other work may run; returns the result. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
