/**
 * Work on policies in steps: a policy may have very many expressions, each may cost much, and a server does something else in
 * between.
 *
 * @module
 */

/** Yields where others may have a turn; returns the result. */
export type Steps<T> = Generator<undefined, T>;

/** All steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
