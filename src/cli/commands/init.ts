/**
 * `clustervet init`: writes a first `clustervet.yaml` with settings derived from the files of the repository.
 *
 * @module
 */
import { readdirSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { decodeText } from "../../source/encoding.ts";
import { readInput } from "../discover.ts";
import { exitClean, reasonOf, UsageError } from "../exit.ts";
import { initialSettings, type NamedRelease, releasesIn } from "../init-file.ts";
import type { End } from "../io.ts";
import type { LintFlags } from "../lint-settings.ts";
import type { ProgramFiles } from "../program-files.ts";
import { projectFileAbove, projectFileNames } from "../project-file.ts";
import { print } from "../terminal.ts";
import { vetPaths } from "../vet-paths.ts";

interface InitFlags {
  readonly print?: boolean;
}

export function addInitCommand(program: Command, files: ProgramFiles, end: End): void {
  program
    .command("init")
    .summary("write a first clustervet.yaml for the repository")
    .description(
      "Vets everything below the current directory and writes clustervet.yaml with the settings that fit, and the " +
        "reasons as comments. It never changes a file that is there.",
    )
    .option("--print", "print the text instead of writing the file")
    .addHelpText("after", examples)
    .action((flags: InitFlags) => end(init(flags, files)));
}

const examples = `
Examples:
  clustervet init
  clustervet init --print`;

const [fileName = ""] = projectFileNames;

/** @throws {UsageError} */
function init(flags: InitFlags, programFiles: ProgramFiles): number {
  const existing = projectFileAbove(process.cwd());
  if (existing !== undefined && !flags.print) {
    throw new UsageError(
      `${existing} exists; init never changes it`,
      "`clustervet init --print` prints what it would write",
    );
  }
  const { vetted } = vetPaths([], withoutSettings, programFiles);
  const files = vetted.result.files.filter(({ skipped }) => skipped === undefined).map(({ path }) => path);
  const text = initialSettings(vetted.result, [...files, ...workflows()].flatMap(releasesOf));
  if (flags.print) {
    print(text);
    return exitClean;
  }
  try {
    writeFileSync(fileName, text, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`${fileName}: can't be written (${reasonOf(error)})`);
  }
  print(`wrote ${fileName}\n`);
  return exitClean;
}

const withoutSettings: LintFlags = { ignore: true, quiet: true, color: "never" };

/**
 * Lists the GitHub workflows, which name the cluster releases that CI tests with. The normal search skips hidden
 * folders.
 */
function workflows(): readonly string[] {
  const folder = ".github/workflows";
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

function releasesOf(file: string): readonly NamedRelease[] {
  const content = readInput(file);
  return typeof content === "string" ? [] : releasesIn(file, decodeText(content).text);
}
