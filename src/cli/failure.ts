/**
 * Faults that end a command, or one run of a command that goes on.
 *
 * @module
 */
import { visibleLines } from "../report/visible.ts";
import { exitCannotRun, UsageError } from "./exit.ts";
import { printError, writeError } from "./terminal.ts";

/** Says what went wrong and returns the exit code; a stack is shown only of our own faults, and only on demand. */
export function explainFailure(error: unknown): number {
  if (error instanceof UsageError) {
    printError(error.message);
    if (error.help) writeError(`  help: ${visibleLines(error.help).replaceAll("\n", "\n  ")}\n`);
    return exitCannotRun;
  }
  // Its message may quote a value of a document.
  printError(`internal error (${error instanceof Error ? error.name : typeof error})`);
  writeError("  this is a bug in clustervet; set CLUSTERVET_DEBUG=1 for the stack trace and report it\n");
  if (process.env["CLUSTERVET_DEBUG"] && error instanceof Error) writeError(`${error.stack}\n`);
  return exitCannotRun;
}
