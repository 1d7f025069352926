/**
 * How the program ends.
 *
 * @module
 */

/** No findings at or above the fail level. */
export const exitClean = 0;
export const exitFindings = 1;
/** Wrong usage, a broken project file, an unreadable path, output that can't be written, or a fault of our own. */
export const exitCannotRun = 2;

/** Ends the program with `exitCannotRun`; the message is all that the user sees. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** Ends the program silently with `exitCannotRun`: the reader of its output, such as `head`, has closed the pipe. */
export class ReaderGone extends UsageError {
  override readonly name = "ReaderGone";
}

const reasonByCode: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EISDIR", "a directory, not a file"],
  ["ELOOP", "too many links, or circular links"],
  ["ENAMETOOLONG", "the path is too long"],
  ["ENOENT", "no such file or directory"],
  ["ENOSPC", "no space left on the device"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EPIPE", "the reader of the pipe is gone"],
]);

/** Why the machine refused to read or write, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return reasonByCode.get(code) ?? error.message;
}

/** Why a pipe or a device is not read where files were not named one by one. */
export const notRegular = "not a regular file";
