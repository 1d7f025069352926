/**
 * Faults that end a command, or one run of a command that goes on.
 *
 * @module
 */
import { visibleLines } from "../report/visible.ts";
import { exitCannotRun, reasonOf, UsageError } from "./exit.ts";
import { printError, writeError } from "./terminal.ts";

/** Says what went wrong and returns the exit code; a stack is shown only of our own faults, and only on demand. */
export function explainFailure(error: unknown): number {
  if (error instanceof UsageError) {
    printError(error.message);
    if (error.help) writeError(`  help: ${visibleLines(error.help).replaceAll("\n", "\n  ")}\n`);
    return exitCannotRun;
  }
  const refusal = refusalOfMachine(error);
  if (refusal !== undefined) {
    printError(refusal);
    return exitCannotRun;
  }
  // Its message may quote a value of a document.
  printError(`internal error (${error instanceof Error ? error.name : typeof error})`);
  writeError("  this is a bug in clustervet; set CLUSTERVET_DEBUG=1 for the stack trace and report it\n");
  if (process.env["CLUSTERVET_DEBUG"] && error instanceof Error) writeError(`${error.stack}\n`);
  return exitCannotRun;
}

/** The refusal of the machine to do something with a file; undefined for any other error. */
function refusalOfMachine(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  const path = error.syscall === "uv_cwd" ? "the current directory" : "path" in error ? String(error.path) : undefined;
  return `${path === undefined ? "" : `${path}: `}${reasonOf(error)} (${String(error.syscall)})`;
}
