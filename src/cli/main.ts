/**
 * The program: arguments to commands, faults to exit codes.
 *
 * @module
 */
import { Command, CommanderError } from "commander";
import { visibleLines } from "../report/visible.ts";
import { addLintCommand } from "./commands/lint.ts";
import { exitCannotRun, isUsageError } from "./exit.ts";
import { addMoreCommands } from "./more-commands.ts";
import { print, printError, writeError } from "./terminal.ts";
import { version } from "./version.ts";

/** @param file - the program, beside the folder of its parts; it lies in a folder of the package */
export async function main(file: URL): Promise<void> {
  const program = new Command("clustervet")
    .description("Vets Kubernetes component configuration and policy before anything reads it.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: writeError,
      outputError: (text) =>
        printError(
          text
            .trimEnd()
            .replace(/^error: /, "")
            .replace(/\n(?=\(Did you mean)/, " "),
        ),
    })
    .showHelpAfterError("  help: the command with --help shows its options and examples")
    .configureHelp({ sortSubcommands: true });
  const parts = new URL("parts/", file);
  addLintCommand(program, parts);
  if (process.argv[2] !== "lint") addMoreCommands(program, { packageRoot: new URL("..", file), parts });

  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = explain(error);
  }
}

/** Says what went wrong and returns the exit code; a stack is shown only of our own faults, and only on demand. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCannotRun;
  if (isUsageError(error)) {
    printError(error.message);
    if (error.help) writeError(`  help: ${visibleLines(error.help).replaceAll("\n", "\n  ")}\n`);
    return exitCannotRun;
  }
  // Its message may quote a value of a document.
  printError(`internal error (${error instanceof Error ? error.name : typeof error})`);
  writeError("  this is a fault of clustervet; set CLUSTERVET_DEBUG=1 for the stack and report it\n");
  if (process.env["CLUSTERVET_DEBUG"] && error instanceof Error) writeError(`${error.stack}\n`);
  return exitCannotRun;
}
