/**
 * `clustervet lint`: files in, report out.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { isAtLeast, type Report, type Severity } from "../../diagnostic/diagnostic.ts";
import type { Settings } from "../../engine/options.ts";
import { countSeverities, createRun, type Run, type RunResult } from "../../engine/run.ts";
import { components } from "../../flags/component.ts";
import { count } from "../../report/reporter.ts";
import { type ReportFormat, reporters } from "../../report/reporters.ts";
import { isInternal } from "../../rule/fault.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { applyBaseline, writeBaseline } from "../baseline.ts";
import { type Discovery, discover, readInput } from "../discover.ts";
import { examiner, type FileRoles, type Outcome, reasonToPass } from "../examination.ts";
import { exitCannotRun, exitClean, exitFindings, isUsageError, UsageError } from "../exit.ts";
import { fixWhileVetting } from "../fix.ts";
import { examineTogether } from "../jobs.ts";
import {
  type FlagFile,
  hostOf,
  kindsOfFiles,
  type LintFlags,
  policyPaths,
  schemaLocations,
  settleFlags,
} from "../lint-settings.ts";
import { findNodeAgentSets, type NodeAgentFiles } from "../node-agent-sets.ts";
import { type Output, pairOutputs } from "../outputs.ts";
import { printReport } from "../print-report.ts";
import { createProgress, type Progress } from "../progress.ts";
import { type ProjectFile, readProjectFile } from "../project-file.ts";
import { assertProjectFile, projectPath } from "../project-path.ts";
import { type FilesAhead, readAhead } from "../read-ahead.ts";
import { recordHost } from "../recorded-host.ts";
import { type CachedRun, type OnRead, withCache } from "../result-cache.ts";
import { addTargetOptions, assertProjectNames, collect } from "../target-options.ts";
import { printError, writeError } from "../terminal.ts";
import { version } from "../version.ts";

const severities: readonly Severity[] = ["error", "warning", "info"];

/** @param parts - the folder with what threads of the command run */
export function addLintCommand(program: Command, parts: URL): void {
  const command = program
    .command("lint")
    .summary("vet files and print what the component that reads them would refuse")
    .description(
      "Vets cluster configuration and policy: YAML and JSON files, directories, patterns, or standard input (-). " +
        "An error is what the real component refuses; a warning is accepted but does not do what it seems to.",
    )
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)");
  addTargetOptions(command)
    .addOption(
      new Option("-f, --format <format>", "report format, repeatable (default: text)")
        .choices(Object.keys(reporters))
        .argParser(collectFormat),
    )
    .option("-o, --output <file>", "where the report goes, in the order of --format; - is standard output", collect)
    .option("-k, --kind <kind>", "treat the files as what the loader of KIND or KIND.group reads")
    .option(
      "--flags <component=file>",
      "a file with the command line of kube-apiserver, kubelet, ..., one or more flags a line, repeatable",
      collectFlagFile,
    )
    .option("-n, --namespace <name>", "namespace of objects that name none, as kubectl fills it in")
    .option("--as-sent", "objects are sent as they are written: one that must have a namespace names it")
    .option("--service-account-issuer <url>", "kube-apiserver's flag of that name, repeatable", collect)
    .option(
      "--enable-admission-plugins <names>",
      "kube-apiserver's flag of that name; without it every plugin counts as enabled",
      collectNames,
    )
    .option(
      "--schema-location <path>",
      "CustomResourceDefinitions of resources to vet: a file, directory or pattern, repeatable",
      collect,
    )
    .option(
      "--policy <path>",
      "ValidatingAdmissionPolicies to evaluate, with bindings, parameters and namespaces: a file, directory or pattern, repeatable",
      collect,
    )
    .option("--as <user>", "who creates the objects, as policies see it (default: an administrator)")
    .option("--as-group <group>", "a group of that user, repeatable", collect)
    .option("--root <dir>", "stands for the node's file system: files that documents name are looked up there")
    .addOption(
      new Option("--unknown-kinds <severity>", "what a document of an unknown kind is (default: info)").choices([
        ...severities,
        "off",
      ]),
    )
    .addOption(
      new Option("--fail-level <severity>", "the least severity that ends with exit code 1 (default: error)").choices(
        severities,
      ),
    )
    .option("--max-warnings <count>", "end with exit code 1 when there are more warnings", parseCount)
    .option("-q, --quiet", "show only findings at or above the fail level; nothing when there are none")
    .option("--fix", "put right in the files what has one certain right form, and keep the rest as it is written")
    .option("--baseline <file>", "leave out the findings that this file lists as known")
    .option("--update-baseline", "write the findings of this run into the --baseline file")
    .option("--cache", "keep results, and take them when nothing that they depend on has changed")
    .option("--cache-location <dir>", "where --cache keeps them (default: the user's directory for caches)")
    .option("-c, --config <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .option(
      "-j, --jobs <count>",
      "threads that vet files at the same time (default: one for two processors, if there are many files)",
      parseJobs,
    )
    .option("--no-ignore", "vet what .gitignore and .clustervetignore leave out, too")
    .option("--stdin-filename <name>", "what standard input is called in reports")
    .addOption(
      new Option("--color <when>", "colours in text reports").choices(["auto", "always", "never"]).default("auto"),
    )
    .addHelpText("after", examples)
    .action(async (paths: string[], flags: LintFlags) => {
      process.exitCode = await lint(paths, flags, parts);
    });
}

const examples = `
Examples:
  clustervet lint                                      everything below the current directory
  clustervet lint --kind AuthenticationConfiguration authn.yaml
  clustervet lint --target 1.33 --root ./node-files manifests/ 'config/**/*.yaml'
  clustervet lint --format text --format sarif -o - -o clustervet.sarif .
  clustervet lint --baseline known.json                only what is not known yet
  helm template . | clustervet lint - --stdin-filename chart.yaml

Exit codes: 0 clean, 1 findings at or above --fail-level, 2 could not run.`;

/** @returns the exit code */
async function lint(paths: readonly string[], flags: LintFlags, parts: URL): Promise<number> {
  const startedAt = process.hrtime.bigint();
  const project = readProjectFile(flags.config);
  const { host, record } = recordHost(hostOf(flags, project));
  const settings = settleFlags(flags, project, host);
  assertProjectNames(settings);
  const outputs = pairOutputs(flags.format ?? ["text"], flags.output ?? []);
  const inputs = findInputs(paths, flags, project);
  const roles = { kindOf: kindsOfFiles(project, settings), named: inputs.named };
  const progress = createProgress(inputs.files.length, flags.quiet ?? false);
  const vetAll = (onRead?: OnRead) => vet(inputs, settings, { roles, flags, progress, onRead });
  const vetOnThreads = async () => {
    const jobs = threadCount(inputs, flags);
    if (jobs < 2)
      return vetReadAhead(inputs, parts, (ahead) => vet(inputs, settings, { roles, flags, progress, ahead }));
    const examine = examiner(settings, roles);
    const known = await examineOnThreads(inputs, jobs, { flags, project, parts, progress, examine });
    return vet(inputs, settings, { roles, flags, progress, known });
  };
  const isCached = flags.cache && !flags.fix && !inputs.readsStdin && !inputs.faults;
  const cached: CachedRun = { ...cachedRun(paths, flags, project), ...cachedInputs(inputs), record };
  const {
    result: found,
    texts = noTexts,
    unreadable,
  }: Vetted = isCached ? withCache(cached, vetAll) : flags.fix ? vetAndFix(inputs, vetAll) : await vetOnThreads();
  const result = withoutKnown(found, flags, project);

  const failLevel = flags.failLevel ?? project.settings.failLevel ?? "error";
  const shown = flags.quiet
    ? result.diagnostics.filter(({ severity }) => isAtLeast(severity, failLevel))
    : result.diagnostics;
  if (result.files.length === 0 && inputs.faults) return exitCannotRun;
  const report: Report = {
    tool: { name: "clustervet", version },
    target: settings.target,
    files: result.files,
    diagnostics: shown,
    summary: { ...result.summary, durationMs: millisecondsSince(startedAt) },
  };
  const maxWarnings = flags.maxWarnings ?? project.settings.maxWarnings ?? Number.POSITIVE_INFINITY;
  const hasTooMany = result.summary.warnings > maxWarnings;
  const isSilent = flags.quiet && shown.length === 0 && !unreadable && !inputs.faults && !hasTooMany;
  const isNoise = ({ format, file }: Output) => format === "text" && file === "-";
  printReport(report, isSilent ? outputs.filter((output) => !isNoise(output)) : outputs, {
    failLevel,
    color: flags.color,
    texts,
    secrets: result.secrets,
    kinds: settings.catalog.kinds,
  });
  if (unreadable || inputs.faults || found.diagnostics.some(isInternal)) return exitCannotRun;
  if (hasTooMany) {
    printError(`more warnings (${result.summary.warnings}) than --max-warnings allows (${maxWarnings})`);
    return exitFindings;
  }
  return result.diagnostics.some(({ severity }) => isAtLeast(severity, failLevel)) ? exitFindings : exitClean;
}

/**
 * The result without what the baseline knows, which may be all of it when the baseline is written now.
 *
 * @throws {UsageError} when the baseline can't be read or written
 */
function withoutKnown(result: RunResult, flags: LintFlags, { settings, directory }: ProjectFile): RunResult {
  const path = flags.baseline ?? baselineOf(settings.baseline, directory);
  if (path === undefined && !flags.updateBaseline) return result;
  if (path === undefined) throw new UsageError("--update-baseline needs a --baseline file to write");
  if (flags.updateBaseline)
    writeBaseline(
      path,
      result.diagnostics.filter((each) => !isInternal(each)),
    );
  const { fresh, known, stale } = applyBaseline(path, result.diagnostics);
  if (stale > 0) printError(`${path}: ${stale} of its findings are gone; --update-baseline forgets them`);
  return { ...result, diagnostics: fresh, summary: { ...result.summary, ...countSeverities(fresh), known } };
}

/** @throws {UsageError} for one that leads out of the project file's directory */
function baselineOf(path: string | undefined, directory: string): string | undefined {
  if (path === undefined) return undefined;
  const by = { directory, setting: "baseline" };
  const full = projectPath(path, by);
  assertProjectFile(full, by);
  return full;
}

interface Vetted {
  readonly result: RunResult;
  /** What was read from standard input, by name. */
  readonly texts?: ReadonlyMap<string, string>;
  readonly unreadable: boolean;
}

const noTexts: ReadonlyMap<string, string> = new Map();

/** What a kept result depends on; only how it is reported does not count. */
function cachedRun(
  paths: readonly string[],
  flags: LintFlags,
  project: ProjectFile,
): Omit<CachedRun, "files" | "sets" | "record"> {
  const { format, output, color, quiet, failLevel, maxWarnings, baseline, updateBaseline, ...deciding } = flags;
  return {
    location: flags.cacheLocation,
    settings: { paths, flags: deciding, project },
    settingFiles: [...schemaLocations(flags, project), ...policyPaths(flags, project)],
    host: hostOf(flags, project),
  };
}

/** The files that a run reads, each once. */
function cachedInputs({ files, nodeAgents, passed }: Inputs): Pick<CachedRun, "files" | "sets"> {
  const passedOver = new Set(nodeAgents.flatMap(({ skipped }) => skipped));
  const inSets = nodeAgents.flatMap(({ base, dropIns }) => [...(base === undefined ? [] : [base]), ...dropIns]);
  return { files: [...inSets, ...files.filter((name) => !passedOver.has(name))], sets: [nodeAgents, passed] };
}

interface Inputs {
  readonly files: readonly string[];
  /** Those of `files` that the command line names. */
  readonly named: ReadonlySet<string>;
  readonly readsStdin: boolean;
  /** Files that are vetted together, whether or not they are among the others. */
  readonly nodeAgents: readonly NodeAgentFiles[];
  readonly passed: Discovery["passed"];
  /** Some path named nothing or could not be read; each was already reported. */
  readonly faults: boolean;
}

/** @throws {UsageError} when there is nothing to vet */
function findInputs(paths: readonly string[], flags: LintFlags, project: ProjectFile): Inputs {
  const readsStdin = paths.includes("-");
  const named = paths.filter((path) => path !== "-");
  const flagFiles = (flags.flags ?? []).map(({ path }) => path);
  const isGiven = readsStdin || named.length > 0 || flagFiles.length > 0;
  const {
    files,
    named: namedFiles,
    faults,
    passed,
  } = discover(isGiven ? [...named, ...flagFiles] : ["."], {
    useIgnoreFiles: flags.ignore,
    excluded: project.settings.exclude ?? [],
    excludedFrom: project.directory,
  });
  for (const { path, reason } of faults) printError(`${path}: ${reason}`);
  if (files.length === 0 && !readsStdin && faults.length === 0 && passed.length === 0) {
    throw new UsageError("no files to vet", "name files or directories; .gitignore and `exclude` leave files out");
  }
  // With a kind given, every file is one by itself.
  const nodeAgents = flags.kind === undefined ? findSets(files, project) : [];
  return { files, named: namedFiles, readsStdin, nodeAgents, passed, faults: faults.length > 0 };
}

/** @throws {UsageError} when a directory that the project file names can't be read */
function findSets(files: readonly string[], project: ProjectFile): readonly NodeAgentFiles[] {
  try {
    return findNodeAgentSets(files, project);
  } catch (error) {
    if (isUsageError(error)) throw error;
    throw new UsageError(`clustervet.yaml: nodeAgents: ${error instanceof Error ? error.message : "can't be read"}`);
  }
}

/** @throws {UsageError} */
function vetAndFix(inputs: Inputs, vetAll: () => Vetted): Vetted {
  if (inputs.readsStdin) throw new UsageError("--fix changes files, and standard input is none");
  const { left, edits, files } = fixWhileVetting(vetAll(), inputs.files, vetAll);
  if (edits > 0) writeError(`fixed ${count(edits, "finding")} in ${count(files, "file")}\n`);
  return left;
}

interface OnThreads {
  readonly flags: LintFlags;
  readonly project: ProjectFile;
  readonly parts: URL;
  readonly progress: Progress;
  /** What this thread does. */
  readonly examine: (name: string) => Outcome;
}

/** A thread takes its time to start and to get fast; with fewer files for each it never makes up for that. */
const minFilesPerThread = 2000;
/** While a thread vets, V8 compiles for it on other processors, and as long as that goes on more threads would wait for it. */
const processorsPerThread = 2;
/** With fewer files a thread that reads them is not worth its start. */
const minFilesAhead = 1000;

function threadCount({ files }: Inputs, { jobs }: LintFlags): number {
  if (jobs !== undefined) return jobs;
  return Math.min(
    Math.floor(availableParallelism() / processorsPerThread),
    Math.floor(files.length / minFilesPerThread),
  );
}

/** What came of files that are vetted by themselves. */
async function examineOnThreads(
  { files, named, nodeAgents }: Inputs,
  count: number,
  { flags, project, parts, progress, examine }: OnThreads,
): Promise<ReadonlyMap<string, Outcome>> {
  const inSets = new Set(nodeAgents.flatMap(filesOfSet));
  const names = files.filter((name) => !inSets.has(name));
  const advance = (done: number) => progress.advance(done);
  const module = new URL("thread.cjs", parts);
  const outcomes = await examineTogether(
    { names, flags, project, named: [...named] },
    { module, count, examine, advance },
  );
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
}

function vetReadAhead({ files }: Inputs, parts: URL, vetFiles: (ahead?: FilesAhead) => Vetted): Vetted {
  if (files.length < minFilesAhead) return vetFiles();
  const ahead = readAhead(files, new URL("reader.cjs", parts));
  try {
    return vetFiles(ahead);
  } finally {
    ahead.close();
  }
}

interface VetFiles {
  readonly roles: FileRoles;
  readonly flags: LintFlags;
  readonly progress: Progress;
  /** Takes each file as it is read. */
  readonly onRead?: OnRead | undefined;
  /** What came of files so far, by name. */
  readonly known?: ReadonlyMap<string, Outcome>;
  readonly ahead?: FilesAhead | undefined;
}

/** @throws {UsageError} */
function vet(inputs: Inputs, settings: Settings, { roles, flags, progress, onRead, known, ahead }: VetFiles): Vetted {
  const { kindOf } = roles;
  const run = createRun(settings);
  const texts = new Map<string, string>();
  let unreadable = false;
  const skip = (name: string, reason: string): undefined => {
    unreadable = true;
    printError(`${name}: ${reason}`);
    run.skip(name, reason);
  };
  const read = (name: string, content = readInput(name)): SourceFile | undefined => {
    if (typeof content === "string") return skip(name, content);
    onRead?.(name, content);
    return run.read(name, content);
  };
  const add = (name: string): void => {
    const outcome = known?.get(name);
    if (outcome && "reason" in outcome) skip(name, outcome.reason);
    else if (outcome && "passed" in outcome) run.skip(name, outcome.passed);
    else if (outcome) run.take(outcome, kindOf(name));
    else {
      const file = read(name, ahead?.take(name));
      const passed = file && reasonToPass(file, settings, roles);
      if (passed !== undefined) run.skip(name, passed);
      else if (file) run.add(file, kindOf(name));
      progress.advance(1);
    }
  };
  if (inputs.readsStdin) {
    const content = readFileSync(0);
    if (content.length === 0 && !flags.kind) throw new UsageError("standard input is empty");
    const name = flags.stdinFilename ?? "<stdin>";
    const file = run.read(name, content);
    texts.set(name, file?.text ?? "");
    if (file) run.add(file, kindOf(name));
  }
  for (const set of inputs.nodeAgents) addNodeAgentFiles(set, run, read);
  const inSets = new Set(inputs.nodeAgents.flatMap(filesOfSet));
  for (const name of inputs.files) if (!inSets.has(name)) add(name);
  for (const { path, reason } of inputs.passed) run.skip(path, reason);
  progress.finish();
  return { result: run.finish(), texts, unreadable };
}

/** The files that need not be looked at alone. */
const filesOfSet = ({ base, dropIns, skipped }: NodeAgentFiles): readonly string[] => [
  ...(base === undefined ? [] : [base]),
  ...dropIns,
  ...skipped,
];

function addNodeAgentFiles(
  { base, dropIns, skipped, flags }: NodeAgentFiles,
  run: Run,
  read: (name: string) => SourceFile | undefined,
): void {
  const file = base === undefined ? undefined : read(base);
  run.addNodeAgentSet({
    ...(file && base !== undefined ? { base: file, baseDirectory: dirname(resolve(base)) } : {}),
    dropIns: dropIns.flatMap((name) => read(name) ?? []),
    args: flags,
  });
  for (const name of skipped) run.skip(name, "the node agent passes over names that do not end in .conf");
}

/** Not `performance.now()`, which loads a part of Node that nothing else here needs. */
function millisecondsSince(startedAt: bigint): number {
  return Math.round(Number(process.hrtime.bigint() - startedAt) / 1e6);
}

function collectFormat(value: string, previous: readonly ReportFormat[] = []): ReportFormat[] {
  if (!Object.hasOwn(reporters, value)) {
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(reporters).join(", ")}.`);
  }
  return [...previous, value as ReportFormat];
}

function collectNames(value: string, previous: readonly string[] = []): string[] {
  return [...previous, ...value.split(",").filter((name) => name !== "")];
}

function collectFlagFile(value: string, previous: readonly FlagFile[] = []): FlagFile[] {
  const equals = value.indexOf("=");
  const component = components.find((name) => name === value.slice(0, equals));
  const path = value.slice(equals + 1);
  if (!component || path === "") {
    throw new InvalidArgumentError(`It must be COMPONENT=FILE, with one of ${components.join(", ")}.`);
  }
  return [...previous, { component, path }];
}

function parseJobs(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new InvalidArgumentError("It must be a whole number from 1 to 999.");
  return Number(value);
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(value);
}
