/**
 * Reports errors that end a command, or one run of a command that continues.
 *
 * @module
 */
import { visibleLines } from "../report/visible.ts";
import { exitCannotRun, reasonOf, UsageError } from "./exit.ts";
import { printError, writeError } from "./terminal.ts";

/**
 * Prints what went wrong and returns the exit code. Prints a stack trace only for internal errors, and only if
 * CLUSTERVET_DEBUG is set.
 */
export function reportFailure(error: unknown): number {
  if (error instanceof UsageError) {
    printError(error.message);
    if (error.help) writeError(`  help: ${visibleLines(error.help).replaceAll("\n", "\n  ")}\n`);
    return exitCannotRun;
  }
  const refusal = systemErrorMessage(error);
  if (refusal !== undefined) {
    printError(refusal);
    return exitCannotRun;
  }
  // Prints only the name of the error: its message may quote a value from a document.
  printError(`internal error (${error instanceof Error ? error.name : typeof error})`);
  writeError("  this is a bug in clustervet; set CLUSTERVET_DEBUG=1 for the stack trace and report it\n");
  if (process.env["CLUSTERVET_DEBUG"] && error instanceof Error) writeError(`${error.stack}\n`);
  return exitCannotRun;
}

/** Describes a file operation that the operating system refused; undefined for any other error. */
function systemErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  const path = error.syscall === "uv_cwd" ? "the current directory" : "path" in error ? String(error.path) : undefined;
  return `${path === undefined ? "" : `${path}: `}${reasonOf(error)} (${String(error.syscall)})`;
}
