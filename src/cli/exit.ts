/**
 * Exit codes, and errors that end the program.
 *
 * @module
 */

/** No findings at or above the fail level. */
export const exitClean = 0;
export const exitFindings = 1;
/**
 * Wrong usage, an invalid project file, an unreadable path, output that can't be written, or an internal fault of
 * clustervet.
 */
export const exitCannotRun = 2;

/** Ends the program with `exitCannotRun`. The user sees only the message and the help. */
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
  ["EEXIST", "a file of that name exists"],
  ["EISDIR", "a directory, not a file"],
  ["ELOOP", "too many links, or circular links"],
  ["ENAMETOOLONG", "the path is too long"],
  ["ENOENT", "no such file or directory"],
  ["ENOSPC", "no space left on the device"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EPIPE", "the reader of the pipe is gone"],
]);

/** Describes why the operating system could not read or write. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return reasonByCode.get(code) ?? error.message;
}

/** Reason for skipping a pipe or device that the user did not name individually. */
export const notRegular = "not a regular file";
