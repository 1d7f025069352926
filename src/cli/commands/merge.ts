/**
 * `clustervet merge`: prints the configuration that results from several files and flags.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { FieldPath, Report } from "../../diagnostic/diagnostic.ts";
import { formatPath } from "../../diagnostic/path.ts";
import type { RunResult } from "../../engine/conclude.ts";
import { filesOf, type KubeletSet } from "../../engine/kubelet-set.ts";
import type { Settings } from "../../engine/options.ts";
import { placeOf } from "../../engine/place.ts";
import { createRun } from "../../engine/run.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import { apiVersionOf } from "../../kind/kind.ts";
import type { Effective } from "../../kubelet/effective.ts";
import { leavesOf, type Origin } from "../../kubelet/origins.ts";
import { version } from "../../release/version.ts";
import { jsonDiagnostic } from "../../report/json.ts";
import { reportText } from "../../report/text.ts";
import { visible } from "../../report/visible.ts";
import { isInternal } from "../../rule/fault.ts";
import { readSource } from "../../source/read-source.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { configurationYaml } from "../configuration-yaml.ts";
import { readInput } from "../discover.ts";
import { listDropIns } from "../drop-ins.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { type End, io } from "../io.ts";
import { nodeHost } from "../node-host.ts";
import { readProjectFile } from "../project-file.ts";
import { shownPath } from "../shown-path.ts";
import { printJson, readFileOrStdin, textStyle } from "../single-result.ts";
import { addTargetOptions, assertProjectNames, settleTarget, type TargetFlags } from "../target-options.ts";
import { type ColorChoice, print, printError, writeError } from "../terminal.ts";

interface MergeFlags extends TargetFlags {
  readonly config?: string;
  readonly configDir?: string;
  readonly format: "yaml" | "json";
  readonly provenance?: boolean;
  readonly projectFile?: string;
  readonly color: ColorChoice;
}

export function addMergeCommand(program: Command, end: End): void {
  const merge = program.command("merge").summary("print the effective configuration of files and flags");
  const command = merge
    .command("kubelet")
    .alias("node-agent")
    .summary("the effective configuration of a kubelet")
    .description(
      "Prints the configuration that a kubelet runs with: the file of --config, then the drop-ins of --config-dir in " +
        "their order, then its flags, which follow `--`. Without --config it starts from the defaults of the flags. An " +
        "error in the result is reported in the file that set the value.",
    )
    .argument("[flags...]", "flags of the kubelet, after --")
    .option("-c, --config <file>", "the file that the kubelet's --config names; - is standard input")
    .option("-d, --config-dir <directory>", "the directory of drop-ins that its --config-dir names");
  addTargetOptions(command)
    .addOption(new Option("-f, --format <format>", "output format").choices(["yaml", "json"]).default("yaml"))
    .option("--provenance", "print the source of each value; JSON always does")
    .option("--project-file <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .addOption(new Option("--color <when>", "colours in text").choices(["auto", "always", "never"]).default("auto"))
    .addHelpText("after", examples)
    .action((args: readonly string[], flags: MergeFlags) => end(mergeKubelet(args, flags)));
}

const examples = `
Examples:
  clustervet merge kubelet --config kubelet.yaml --config-dir kubelet.conf.d --provenance
  clustervet merge kubelet --config kubelet.yaml --format json -- --max-pods=200 --feature-gates=NodeSwap=true
  clustervet merge kubelet --target 1.34 -- --port=10251

Exit codes: 0 the kubelet would start, 1 it would not start, 2 clustervet could not run.`;

/** @returns the exit code */
function mergeKubelet(args: readonly string[], flags: MergeFlags): number {
  const project = readProjectFile(flags.projectFile);
  const settings = settleTarget(flags, project, {
    host: nodeHost(undefined),
    ...withoutUndefined({ rules: project.settings.rules }),
  });
  assertProjectNames(settings, project);
  const { set, skipped } = readSet(args, flags);
  const run = createRun(settings);
  const effective = run.addKubeletSet(set);
  const result = run.finish();
  if (!effective) {
    printFindings({ set, settings, result }, flags);
    return exitCannotRun;
  }
  const merged: Merged = { set, effective, skipped, settings, result };
  if (flags.format === "json") printMergedJson(merged);
  else printMergedYaml(merged, flags);
  if (result.diagnostics.some(isInternal)) return exitCannotRun;
  return result.diagnostics.some(({ severity }) => severity === "error") ? exitFindings : exitClean;
}

interface ReadSet {
  readonly set: KubeletSet;
  readonly skipped: readonly string[];
}

/** @throws {UsageError} when a file or the directory can't be read */
function readSet(args: readonly string[], { config, configDir }: MergeFlags): ReadSet {
  const path = args.find((arg) => /^--config(?:-dir)?(?:=|$)/.test(arg));
  if (path !== undefined) {
    const [option] = path.split("=");
    throw new UsageError(`${path} after \`--\` names a file of the node`, `pass ${option} before \`--\``);
  }
  const base = config === undefined ? undefined : readFileOrStdin(config);
  const directory = configDir === undefined ? undefined : readDirectory(configDir);
  const set: KubeletSet = {
    args,
    ...(base && config !== undefined
      ? { base, baseDirectory: config === "-" ? process.cwd() : dirname(resolve(config)) }
      : {}),
    ...(directory ? { dropIns: directory.files } : {}),
  };
  return { set, skipped: directory?.skipped ?? [] };
}

/** @throws {UsageError} */
function readDirectory(path: string): { readonly files: readonly SourceFile[]; readonly skipped: readonly string[] } {
  try {
    const { files, skipped } = listDropIns(path);
    return { files: files.map(readDropIn), skipped: skipped.map(shownPath) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: the directory of drop-ins can't be read`);
  }
}

/** @throws {UsageError} */
function readDropIn(path: string): SourceFile {
  const content = readInput(path);
  if (typeof content === "string") throw new UsageError(`${path}: ${content}`);
  return readSource(shownPath(path), content);
}

interface Merged extends ReadSet {
  readonly effective: Effective;
  readonly settings: Settings;
  readonly result: RunResult;
}

/** Returns the configuration with its `apiVersion` and `kind` in front. */
function wholeConfig({ effective, settings }: Merged): object {
  const kind = settings.catalog.findByQualifiedName("KubeletConfiguration");
  const [newest] = kind?.versions ?? [];
  const apiVersion = kind && newest ? apiVersionOf(kind, newest, settings.catalog.groupDomain) : "";
  return { apiVersion, kind: kind?.kind, ...effective.config };
}

function printMergedJson(merged: Merged): void {
  const { effective, result, skipped } = merged;
  const provenance = Object.fromEntries(
    [...leavesOf(effective.config)].map(({ path }) => [formatPath(path), originJson(path, merged)]),
  );
  printJson({
    target: merged.settings.target,
    config: wholeConfig(merged),
    provenance,
    skipped,
    diagnostics: result.diagnostics.map((diagnostic) => jsonDiagnostic(diagnostic)),
  });
}

function originJson(path: FieldPath, merged: Merged): object {
  const origin = merged.effective.origins.find(path);
  if (!origin) return { source: "default" };
  if (origin.source === "flag") return { source: "flag", flag: origin.text };
  if (origin.source === "flag-default") return { source: "flag-default" };
  const start = startOf(origin, merged);
  return { source: "file", file: origin.file, ...(start ? { line: start.line, column: start.column } : {}) };
}

function startOf({ file: name, path }: Extract<Origin, { source: "file" }>, { set }: Merged) {
  const file = filesOf(set).find((each) => each.name === name);
  const [document] = file?.documents ?? [];
  return file && document ? placeOf(file, document, { path, atKey: true }).start : undefined;
}

function printMergedYaml(merged: Merged, flags: MergeFlags): void {
  const commentFor = (path: FieldPath) =>
    path.length === 1 && (path[0] === "apiVersion" || path[0] === "kind") ? undefined : originText(path, merged);
  print(configurationYaml(wholeConfig(merged), flags.provenance ? commentFor : undefined));
  for (const path of merged.skipped) printError(`${path}: ignored: the name does not end in .conf`);
  printFindings(merged, flags);
}

function printFindings({ set, settings, result }: Omit<Merged, "effective" | "skipped">, flags: MergeFlags): void {
  if (result.diagnostics.length === 0) return;
  const report: Report = {
    tool: { name: "clustervet", version },
    target: settings.target,
    files: result.files,
    diagnostics: result.diagnostics,
    summary: { ...result.summary, durationMs: 0 },
  };
  const texts = new Map(filesOf(set).map((file) => [file.name, file.text]));
  writeError(
    reportText(report, {
      ...textStyle(flags, io().stderr),
      sourceText: (name) => texts.get(name),
      sensitiveSpans: (name) => result.secrets.get(name) ?? [],
    }),
  );
}

function originText(path: FieldPath, merged: Merged): string {
  const origin = merged.effective.origins.find(path);
  if (!origin) return "default";
  if (origin.source === "flag") return visible(origin.text.replace(/\s+/g, " "));
  if (origin.source === "flag-default") return "default of the flag";
  const start = startOf(origin, merged);
  return visible(start ? `${origin.file}:${start.line}` : origin.file);
}
