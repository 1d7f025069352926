/**
 * `clustervet test`: runs test suites, once or after each change of a file.
 *
 * @module
 */
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Settings } from "../../engine/options.ts";
import { OptionError } from "../../json/option-error.ts";
import { version } from "../../release/version.ts";
import { decodeText } from "../../source/encoding.ts";
import { readSource } from "../../source/read-source.ts";
import { reportSuitesJson } from "../../suite/report-json.ts";
import { reportSuitesJunit } from "../../suite/report-junit.ts";
import { reportSuitesText } from "../../suite/report-text.ts";
import { countResults, type SuiteFileResult } from "../../suite/result.ts";
import { mayHoldSuites, runSuites } from "../../suite/run-suites.ts";
import { discover, readInput } from "../discover.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { isDirectory, isNoFile } from "../file-type.ts";
import { type ExclusionOptions, repositoryOf } from "../ignore-files.ts";
import { type End, io } from "../io.ts";
import { nodeHost } from "../node-host.ts";
import { refuseFormatAsFile, refuseInputAsOutput, writeOutputs } from "../outputs.ts";
import { exclusionOf, type ProjectFile, readProjectFile } from "../project-file.ts";
import { realPathOf } from "../project-path.ts";
import { isWithin, shownPath } from "../shown-path.ts";
import { addTargetOptions, settleTarget, type TargetFlags } from "../target-options.ts";
import { type ColorChoice, isColorful, printError } from "../terminal.ts";
import { watchRuns } from "../watch-runs.ts";

const formats = ["text", "json", "junit"] as const;

interface TestFlags extends TargetFlags {
  readonly format: (typeof formats)[number];
  readonly output: string;
  readonly filter?: string;
  readonly watch?: boolean;
  readonly verbose?: boolean;
  readonly config?: string;
  readonly ignore: boolean;
  readonly color: ColorChoice;
}

export function addTestCommand(program: Command, end: End): void {
  const command = program
    .command("test")
    .summary("run suites: unit tests of configuration and policy")
    .description(
      "Runs unit tests of configuration and policy: documents of kind VetSuite, with cases for authentication, " +
        "authorization, RBAC, admission policies, CEL expressions and lint. docs/suites.md describes them.",
    )
    .argument("[paths...]", "files, directories or patterns with suites (default: the current directory)")
    .addOption(new Option("-f, --format <format>", "report format").choices(formats).default("text"))
    .option("-o, --output <file>", "file for the report; - is standard output", "-")
    .option("--filter <text>", "run only cases with this text in `suite: case`, ignoring case")
    .option("-w, --watch", "run again when a suite or a file that it names changes")
    .option("--verbose", "also list the cases that passed");
  addTargetOptions(command)
    .option("-c, --config <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .option("--no-ignore", "also read files that .gitignore and .clustervetignore exclude")
    .addOption(new Option("--color <when>", "colours in text").choices(["auto", "always", "never"]).default("auto"))
    .addHelpText("after", examples)
    .action((paths: string[], flags: TestFlags) => {
      end(flags.watch ? watchSuites(paths, flags) : test(paths, flags).code);
    });
}

const examples = `
Examples:
  clustervet test                                      all suites below the current directory
  clustervet test access.suite.yaml --filter keycloak
  clustervet test --target 1.36                        the same cases, on another release
  clustervet test --format junit -o suites.xml
  clustervet test --watch

Exit codes: 0 every case passed, 1 a case failed, 2 a suite is not valid or could not run.`;

interface TestRun {
  readonly code: number;
  /** All files that the run read or searched. */
  readonly files: ReadonlySet<string>;
}

/** @throws {UsageError} if there are no cases to run */
function test(paths: readonly string[], flags: TestFlags): TestRun {
  const startedAt = performance.now();
  refuseFormatAsFile({ format: flags.format, file: flags.output }, formats);
  refuseInputAsOutput([{ file: flags.output }], paths);
  const project = readProjectFile(flags.config);
  const leavingOut = { useIgnoreFiles: flags.ignore, exclusions: [exclusionOf(project)] };
  const files = new UsedFiles(leavingOut, project.directory);
  const settingsFor = settingsOf(flags, project);
  const { inputs, faults: foundFaults } = findSuites(paths, files);
  const filter = filterOf(flags);
  const ran = inputs.map((file) => runSuites(file, { files, settingsFor, ...(filter ? { filter } : {}) }));
  const results = ran.filter((result) => !isWithoutSuites(result));
  const named = new Set(paths.map(shownPath));
  const empty = ran.filter((result) => isWithoutSuites(result) && named.has(result.file));
  for (const { file } of empty) printError(`${file}: ${noSuite}`);
  const hasFaults = foundFaults || empty.length > 0;
  if (results.length === 0 && !hasFaults) throw noSuites();
  const counts = countResults(results);
  const total = counts.passed + counts.failed + counts.broken + counts.faults;
  if (total === 0 && flags.filter !== undefined) throw new UsageError(`no case has "${flags.filter}" in its name`);
  print(results, files, flags, performance.now() - startedAt);
  if (hasFaults || counts.faults + counts.broken > 0) return { code: exitCannotRun, files: files.used };
  return { code: counts.failed > 0 ? exitFindings : exitClean, files: files.used };
}

/** Returns the files below the paths that contain suites. @throws {UsageError} if no file does */
function findSuites(paths: readonly string[], files: UsedFiles) {
  const named = paths.length > 0 ? paths : ["."];
  const { files: candidates, faults, skippedFiles: skipped } = discover(named, files.options);
  for (const { path, reason } of [...faults, ...skipped]) printError(`${path}: ${reason}`);
  let hasFaults = faults.length > 0;
  const namedPaths = new Set(paths.map(shownPath));
  const inputs = candidates.flatMap((name) => {
    const content = readInput(name);
    const problem = typeof content === "string" ? content : undefined;
    const text = typeof content === "string" ? "" : decodeText(content).text;
    if (problem === undefined && mayHoldSuites(name, text)) {
      files.used.add(name);
      files.allowRepositoryOf(name);
      return [readSource(name, content)];
    }
    if (problem === undefined && !namedPaths.has(name)) return [];
    printError(`${name}: ${problem ?? noSuite}`);
    hasFaults = true;
    return [];
  });
  if (inputs.length === 0 && !hasFaults) throw noSuites();
  return { inputs, faults: hasFaults };
}

const noSuite = "contains no VetSuite";

const noSuites = (): UsageError =>
  new UsageError("no suites here", "a suite is a document with `apiVersion: clustervet/v1`, `kind: VetSuite`");

/** Whether a file that mentions suites turned out to have none. */
const isWithoutSuites = ({ suites, faults }: SuiteFileResult): boolean => suites.length + faults.length === 0;

/** Finds and reads the files that suites name, and remembers them so that `--watch` can follow them. */
class UsedFiles {
  readonly used = new Set<string>();
  readonly options: ExclusionOptions;

  /**
   * Directories that suites may read from. The limit keeps a suite by an untrusted author from printing other files of
   * the machine.
   */
  readonly #roots = new Set<string>();

  constructor(options: ExclusionOptions, root: string) {
    this.options = options;
    this.#roots.add(realpathSync(root));
  }

  /** Whether a path is below one of the roots after its links are resolved. */
  #isInside(name: string): boolean {
    const real = realPathOf(resolve(name));
    return [...this.#roots].some((root) => isWithin(real, root));
  }

  find(path: string, directory: string): readonly string[] {
    const named = shownPath(isAbsolute(path) ? path : join(directory, path));
    this.used.add(named);
    // Returns the path itself, so that `read` reports it as outside.
    if (!this.#isInside(named)) return [named];
    const { files, faults } = discover([named], this.options);
    // Also returns paths that could not be searched, so that `read` reports why.
    return [...files, ...faults.filter((fault) => fault.path !== named).map((fault) => fault.path)];
  }

  /** Allows suites to read the files of the repository that contains the suite. */
  allowRepositoryOf(suite: string): void {
    this.#roots.add(repositoryOf(realpathSync(dirname(suite))));
  }

  read(name: string): Uint8Array | string {
    this.used.add(name);
    if (!this.#isInside(name)) return "it is outside of the repository of the suite and of the project's directory";
    return isNoFile(name) ? "not a regular file" : readInput(name);
  }
}

/**
 * Returns the settings for a suite's target. Targets of the command line override those of the suite, which override
 * those of the project file.
 */
function settingsOf(flags: TestFlags, project: ProjectFile): (target?: string) => Settings {
  const shared = settleTarget(flags, project, { host: nodeHost(undefined) });
  const byTarget = new Map<string, Settings>();
  return (target) => {
    if (target === undefined || flags.target !== undefined) return shared;
    const known = byTarget.get(target);
    if (known) return known;
    const settings = settleSuite({ ...flags, target }, project);
    byTarget.set(target, settings);
    return settings;
  };
}

/** @throws {OptionError} if the target of the suite is invalid, since the command line is not at fault */
function settleSuite(flags: TestFlags, project: ProjectFile): Settings {
  try {
    return settleTarget(flags, project, { host: nodeHost(undefined) });
  } catch (error) {
    throw error instanceof UsageError ? new OptionError(error.message) : error;
  }
}

function filterOf({ filter }: TestFlags): ((fullName: string) => boolean) | undefined {
  const wanted = filter?.toLowerCase();
  return wanted === undefined ? undefined : (fullName) => fullName.toLowerCase().includes(wanted);
}

function print(results: readonly SuiteFileResult[], files: UsedFiles, flags: TestFlags, durationMs: number): void {
  writeOutputs([{ file: flags.output, text: render(results, files, flags, durationMs) }]);
}

function render(results: readonly SuiteFileResult[], files: UsedFiles, flags: TestFlags, durationMs: number): string {
  if (flags.format === "json") return reportSuitesJson(results, { name: "clustervet", version }, durationMs);
  if (flags.format === "junit") return reportSuitesJunit(results, durationMs);
  const { columns } = io().stdout;
  const onTerminal = flags.output === "-";
  return reportSuitesText(results, {
    color: onTerminal && isColorful(flags.color, io().stdout),
    ...(onTerminal && columns ? { width: columns } : {}),
    verbose: flags.verbose ?? false,
    durationMs,
    sourceText: (name) => {
      const content = files.read(name);
      return typeof content === "string" ? undefined : decodeText(content).text;
    },
  });
}

/** Runs the suites until the user stops the command. The exit code is that of the last run. */
function watchSuites(paths: readonly string[], flags: TestFlags): Promise<number> {
  let used: ReadonlySet<string> = new Set();
  return watchRuns({
    run(follow) {
      follow(new Set([".", ...paths, ...used].map(directoryOf)));
      const { code, files } = test(paths, flags);
      used = files;
      follow(new Set([".", ...paths, ...used].map(directoryOf)));
      return code;
    },
    isRelevant: (file) => file !== shownPath(flags.output) && (used.has(file) || /\.(?:ya?ml|json)$/.test(file)),
  });
}

/** Returns the path if it is a directory, otherwise the directory that contains it. */
function directoryOf(path: string): string {
  return isDirectory(path) ? path : dirname(path);
}
