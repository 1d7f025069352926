/**
 * The output of the program to standard output and standard error, and whether it may use colours.
 *
 * @module
 */
import { visible } from "../report/visible.ts";
import { ReaderGone, reasonOf, UsageError } from "./exit.ts";
import { io, type OutStream } from "./io.ts";

export type ColorChoice = "auto" | "always" | "never";

/** The choice on the command line, then FORCE_COLOR, which `0` and `false` turn off, NO_COLOR, TERM=dumb, then whether the stream is a terminal. */
export function isColorful(choice: ColorChoice, stream: Pick<OutStream, "isTTY">): boolean {
  if (choice !== "auto") return choice === "always";
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = process.env;
  if (force) return force !== "0" && force !== "false";
  if (no || term === "dumb") return false;
  return stream.isTTY === true;
}

/**
 * Writes to standard output; returns when all of it is written.
 *
 * @throws {UsageError} when not all of it can be: a report that is cut off must not look like a clean run
 */
export function print(text: string): void {
  try {
    io().stdout.write(text);
  } catch (error) {
    const message = `standard output can't be written: ${reasonOf(error)}`;
    const isGone = error instanceof Error && "code" in error && error.code === "EPIPE";
    throw isGone ? new ReaderGone(message) : new UsageError(message);
  }
}

/** Lines without colours on standard output. @throws {UsageError} */
export function printLines(lines: readonly string[]): void {
  print(`${lines.map(visible).join("\n")}\n`);
}

/** One line on standard error, under the program's name. */
export function printError(message: string): void {
  writeError(`clustervet: ${visible(message)}\n`);
}

/** Text that is fit for a terminal, on standard error; returns when it is written, so that nothing is lost at the end. */
export function writeError(text: string): void {
  try {
    io().stderr.write(text);
  } catch {
    // nobody listens; there is no other place to say so
  }
}
