/**
 * Writes to standard output and standard error, and decides whether output may be colored.
 *
 * @module
 */
import { visible } from "../report/visible.ts";
import { ReaderGone, reasonOf, UsageError } from "./exit.ts";
import { io, type OutStream } from "./io.ts";

export type ColorChoice = "auto" | "always" | "never";

/**
 * Whether to use colors. In order of precedence: the choice on the command line, FORCE_COLOR (off for `0` and `false`),
 * NO_COLOR, TERM=dumb, and whether the stream is a terminal.
 */
export function isColorful(choice: ColorChoice, stream: Pick<OutStream, "isTTY">): boolean {
  if (choice !== "auto") return choice === "always";
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = process.env;
  if (force) return force !== "0" && force !== "false";
  if (no || term === "dumb") return false;
  return stream.isTTY === true;
}

/**
 * Writes to standard output. Returns after the whole text is written.
 *
 * @throws {UsageError} if not all of it can be written: a truncated report must not look like a clean run
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

/** Prints lines without colors on standard output. @throws {UsageError} */
export function printLines(lines: readonly string[]): void {
  print(`${lines.map(visible).join("\n")}\n`);
}

/** Prints a line on standard error, preceded by the program's name. */
export function printError(message: string): void {
  writeError(`clustervet: ${visible(message)}\n`);
}

/**
 * Writes text to standard error. The caller must have escaped it for terminals. Returns after the text is written, so
 * that nothing is lost when the program ends.
 */
export function writeError(text: string): void {
  try {
    io().stderr.write(text);
  } catch {
    // Standard error is closed, so there is no way to report this.
  }
}
