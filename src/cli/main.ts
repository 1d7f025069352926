#!/usr/bin/env node
/**
 * The program: arguments to commands, faults to exit codes.
 *
 * @module
 */
import { Command, CommanderError } from "commander";
import { addAuthnCommand } from "./commands/authn.ts";
import { addAuthzCommand } from "./commands/authz.ts";
import { addCanICommand } from "./commands/can-i.ts";
import { addCompletionCommand } from "./commands/completion.ts";
import { addEvalCommand } from "./commands/eval.ts";
import { addExplainCommand } from "./commands/explain.ts";
import { addKindsCommand } from "./commands/kinds.ts";
import { addLintCommand } from "./commands/lint.ts";
import { addSchemaCommand } from "./commands/schema.ts";
import { addTestCommand } from "./commands/test.ts";
import { addWhoCanCommand } from "./commands/who-can.ts";
import { exitCannotRun, UsageError } from "./exit.ts";
import { printError, writeError } from "./terminal.ts";
import { version } from "./version.ts";

const program = new Command("clustervet")
  .description("Vets Kubernetes component configuration and policy before anything reads it.")
  .version(version)
  .exitOverride()
  .configureHelp({ sortSubcommands: true });

addLintCommand(program);
addAuthnCommand(program);
addAuthzCommand(program);
addEvalCommand(program);
addCanICommand(program);
addWhoCanCommand(program);
addExplainCommand(program);
addKindsCommand(program);
addSchemaCommand(program);
addTestCommand(program);
addCompletionCommand(program);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader of a pipe went away: what is left of the report has no place to go.
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = explain(error);
}

/** Says what went wrong and returns the exit code; a stack is shown only of our own faults, and only on demand. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCannotRun;
  if (error instanceof UsageError) {
    printError(error.message);
    if (error.help) writeError(`  help: ${error.help}\n`);
    return exitCannotRun;
  }
  const message = error instanceof Error ? error.message : String(error);
  printError(`internal error: ${message}`);
  writeError("  this is a fault of clustervet; set CLUSTERVET_DEBUG=1 for the stack and report it\n");
  if (process.env["CLUSTERVET_DEBUG"] && error instanceof Error) writeError(`${error.stack}\n`);
  return exitCannotRun;
}
