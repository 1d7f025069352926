/**
 * What the program writes to a terminal besides reports, and whether it may use colours.
 *
 * @module
 */
import { writeSync } from "node:fs";

export type ColorChoice = "auto" | "always" | "never";

/** The choice on the command line, then FORCE_COLOR, NO_COLOR, TERM=dumb, then whether the stream is a terminal. */
export function isColorful(choice: ColorChoice, stream: { readonly isTTY?: boolean }): boolean {
  if (choice !== "auto") return choice === "always";
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = process.env;
  if (force) return true;
  if (no || term === "dumb") return false;
  return stream.isTTY === true;
}

/** One line on standard error, under the program's name. */
export function printError(message: string): void {
  writeError(`clustervet: ${message}\n`);
}

/** Writes at once, so that nothing is lost when the program ends. */
export function writeError(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // nobody listens; there is no other place to say so
  }
}
