/**
 * The entry point of the program: parses arguments, runs the command, and converts errors to exit codes.
 *
 * @module
 */
import { Command, CommanderError } from "commander";
import { version } from "../release/version.ts";
import { addLintCommand } from "./commands/lint.ts";
import { exitCannotRun, exitClean, ReaderGone } from "./exit.ts";
import { reportFailure } from "./failure.ts";
import { type End, type ExitCode, processIo, withIo } from "./io.ts";
import { addMoreCommands } from "./more-commands.ts";
import type { ProgramFiles } from "./program-files.ts";
import { print, printError, writeError } from "./terminal.ts";

export async function main(files: ProgramFiles): Promise<void> {
  const code = await runCommand(process.argv.slice(2), files);
  if (code !== undefined) process.exitCode = code;
}

/**
 * Runs a command in this process.
 *
 * @param args - the arguments, beginning with the command's name
 * @param streams - default: those of the process
 * @returns the exit code; a promise if the command waits for something
 */
export function runCommand(
  args: readonly string[],
  files: ProgramFiles,
  streams = processIo,
): ExitCode | Promise<ExitCode> {
  return withIo(streams, () => {
    let ended: ExitCode | Promise<ExitCode> = exitClean;
    const program = createProgram(args[0], files, (code) => {
      ended = code;
    });
    try {
      program.parse(args, { from: "user" });
    } catch (error) {
      return reportError(error);
    }
    return catchFailure(ended);
  });
}

const catchFailure = (code: ExitCode | Promise<ExitCode>) => (code instanceof Promise ? code.catch(reportError) : code);

function createProgram(name: string | undefined, files: ProgramFiles, end: End): Command {
  const program = new Command("clustervet")
    .description("Vets Kubernetes component configuration and policy before a component reads it.")
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
    .configureHelp({ sortSubcommands: true })
    .addHelpText("after", examples);
  addLintCommand(program, files, end);
  if (name !== "lint") addMoreCommands(program, files, end);
  nameInHelp(program, program.name());
  return program;
}

const examples = `
Start with:
  clustervet lint                       vet all files below the current directory
  clustervet explain pod/images         say why a rule is there and how to mend what it finds
  clustervet upgrade --from 1.34        report what an upgrade of the cluster breaks
  clustervet init                       write a clustervet.yaml for this repository

\`clustervet lint --help\` shows the options and examples of a command.`;

/** After an error in the arguments of a command, prints how to show the command's options. */
function nameInHelp(command: Command, path: string): void {
  command.showHelpAfterError(`  help: \`${path} --help\` shows its options and examples`);
  for (const child of command.commands) nameInHelp(child, `${path} ${child.name()}`);
}

function reportError(error: unknown): number {
  if (error instanceof ReaderGone) return exitCannotRun;
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitClean : exitCannotRun;
  return reportFailure(error);
}
