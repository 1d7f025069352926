/**
 * `clustervet envtest`: programs that envtest, the test environment of controller-runtime, starts in place of
 * kube-apiserver and etcd.
 *
 * @module
 */
import { Command } from "commander";
import { informationOutput } from "../envtest-answers.ts";
import { serveArguments } from "../envtest-arguments.ts";
import { runWithAssets } from "../envtest-run.ts";
import { envtestTarget } from "../envtest-target.ts";
import { UsageError } from "../exit.ts";
import type { End, ExitCode } from "../io.ts";
import type { ProgramFiles } from "../program-files.ts";
import { otherFlagNames } from "../serve-other-flags.ts";
import { print, printError } from "../terminal.ts";
import { addServeCommand } from "./serve.ts";

export function addEnvtestCommand(program: Command, files: ProgramFiles, end: End): void {
  const envtest = program
    .command("envtest")
    .summary("run tests of operators without kube-apiserver and etcd")
    .description(
      "Has programs that envtest, the test environment of controller-runtime, starts instead of kube-apiserver and etcd.",
    )
    .addHelpText("after", examples);
  envtest
    .command("path")
    .description("Prints the folder of kube-apiserver, etcd and kubectl, for KUBEBUILDER_ASSETS.")
    .action(() => print(`${folderOf(files)}\n`));
  envtest
    .command("run")
    .description("Runs a command with KUBEBUILDER_ASSETS set, and ends with its exit code.")
    .option("-t, --target <release>", "the release of kube-apiserver, such as 1.34 (default: the newest)")
    .argument("<command...>", "the command and its arguments, after --")
    .action((command: readonly string[], { target }: { readonly target?: string }) =>
      end(runWithAssets(command, folderOf(files), target)),
    );
  envtest
    .command("kube-apiserver", { hidden: true })
    .argument("[flags...]", "flags of kube-apiserver, after --")
    .action((args: readonly string[]) => {
      const target = envtestTarget();
      const answer = informationOutput(args, target);
      if (answer === undefined) end(startServer(args, { files, target }));
      else print(answer);
    });
}

/** @throws {UsageError} in the single executable, which lacks these programs */
function folderOf({ envtestFolder }: ProgramFiles): string {
  if (envtestFolder !== undefined) return envtestFolder;
  throw new UsageError(
    "the single executable does not have the programs that envtest starts",
    "install clustervet with npm; README.md says how",
  );
}

interface ServerStart {
  readonly files: ProgramFiles;
  /** The release that the server imitates. */
  readonly target: string;
}

/** @throws {UsageError} if kube-apiserver would not start with this command line */
async function startServer(args: readonly string[], { files, target }: ServerStart): Promise<ExitCode> {
  let ended: ExitCode | Promise<ExitCode>;
  const program = new Command().exitOverride();
  addServeCommand(program, files, (code) => {
    ended = code;
  });
  const accepted = program.commands.flatMap((serve) => serve.options.map(({ long = "" }) => long.replace(/^--/, "")));
  const served = accepted.filter((name) => !otherFlagNames.includes(name));
  const { args: translated, warnings } = await serveArguments(args, new Set(served), target);
  for (const warning of warnings) printError(warning);
  program.parse(["serve", "--target", target, ...translated], { from: "user" });
  return ended;
}

const examples = `
Examples:
  KUBEBUILDER_ASSETS=$(clustervet envtest path) go test ./...
  clustervet envtest run -- go test ./...
  clustervet envtest run --target 1.34 -- go test ./...`;
