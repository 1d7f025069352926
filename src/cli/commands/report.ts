/**
 * `clustervet report`: writes the findings of a run as one HTML page.
 *
 * @module
 */
import type { Command } from "commander";
import { exitCannotRun, exitClean } from "../exit.ts";
import type { End } from "../io.ts";
import type { LintFlags } from "../lint-settings.ts";
import type { ProgramFiles } from "../program-files.ts";
import { addTargetOptions, collect } from "../target-options.ts";
import { printError } from "../terminal.ts";
import { lint } from "./lint.ts";

interface ReportFlags extends Pick<LintFlags, "target" | "featureGates" | "groupDomain" | "config" | "ignore"> {
  readonly output: string;
  readonly schemaLocation?: readonly string[];
  readonly policy?: readonly string[];
  readonly exclude?: readonly string[];
}

const defaultFile = "clustervet-report.html";

export function addReportCommand(program: Command, files: ProgramFiles, end: End): void {
  const command = program
    .command("report")
    .summary("write an HTML page with all findings and their code")
    .description(
      "Vets files as `clustervet lint` does and writes one HTML page that loads nothing: findings with their code, by file " +
        "or by rule, with search.",
    )
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)")
    .option("-o, --output <file>", "the page; - is standard output", defaultFile);
  addTargetOptions(command)
    .option(
      "--schema-location <path>",
      "CustomResourceDefinitions (file, directory, pattern) or JSON Schemas (CRDs-catalog, template of kubeconform), repeatable",
      collect,
    )
    .option("--policy <path>", "admission policies to evaluate: a file, directory or pattern, repeatable", collect)
    .option("-c, --config <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .option("--exclude <pattern>", "files of directories to leave out, as in .gitignore; repeatable", collect)
    .option("--no-ignore", "also vet files that .gitignore and .clustervetignore exclude")
    .addHelpText("after", examples)
    .action((paths: string[], flags: ReportFlags) => end(report(paths, flags, files)));
}

const examples = `
Examples:
  clustervet report                            ${defaultFile} of everything below the current directory
  clustervet report manifests/ -o report.html
  helm template . | clustervet report - -o chart.html

Exit codes: 0 the page is written, 2 could not run, or could not read everything.`;

/** @returns the exit code */
function report(paths: readonly string[], { output, ...flags }: ReportFlags, files: ProgramFiles): number {
  const code = lint(paths, { ...flags, format: ["html"], output: [output], color: "never" }, files);
  if (code === exitCannotRun) return code;
  if (output !== "-") printError(`the report is ${output}`);
  return exitClean;
}
