/**
 * How the program ends.
 *
 * @module
 */

/** No findings at or above the fail level. */
export const exitClean = 0;
export const exitFindings = 1;
/** Wrong usage, a broken project file, an unreadable path, or a fault of our own. */
export const exitCannotRun = 2;

/** Ends the program once its output is written. Node by itself waits for V8, which compiles what will never run. */
export function leave(): void {
  process.stdout.write("", () => process.exit());
}

/** Ends the program with `exitCannotRun`; the message is all that the user sees. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** By name: a part of the program that is loaded on demand has the class once more. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === "UsageError";
}
