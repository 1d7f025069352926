/**
 * `clustervet lint`: its flags, its report and its exit code.
 *
 * @module
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Severity } from "../../diagnostic/diagnostic.ts";
import { components } from "../../flags/component.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import { type ReportFormat, reporters } from "../../report/reporters.ts";
import { isInternal } from "../../rule/fault.ts";
import type { RuleLevels } from "../../rule/severity.ts";
import { withoutBaselineFindings } from "../baseline.ts";
import { withoutUnchangedDocuments } from "../changed-documents.ts";
import { profiles, ruleOrArea, selectFindings } from "../chosen-findings.ts";
import { UsageError } from "../exit.ts";
import { fileSizeDemand, parseFileSize } from "../file-size.ts";
import type { End } from "../io.ts";
import { lintLive, withLivePolicies } from "../lint-live.ts";
import { reportRun } from "../lint-report.ts";
import type { FlagFile, LintFlags } from "../lint-settings.ts";
import { addLiveOptions, isLive, type LiveFlags } from "../live-options.ts";
import { pairOutputs, refuseInputAsOutput } from "../outputs.ts";
import type { ProgramFiles } from "../program-files.ts";
import { ruleLevels } from "../project-file.ts";
import { type Renderer, renderers } from "../rendered.ts";
import { addTargetOptions, collect } from "../target-options.ts";
import { type VetPathsOptions, vetPaths } from "../vet-paths.ts";
import { type LintOnce, watchLint } from "../watch-lint.ts";

const severities: readonly Severity[] = ["error", "warning", "info"];

export function addLintCommand(program: Command, files: ProgramFiles, end: End): void {
  const command = program
    .command("lint")
    .summary("vet files and report errors before the component that reads them does")
    .description(
      "Vets cluster configuration and policy: YAML and JSON files, directories, patterns, or standard input (-). " +
        "An error means that the real component refuses the document. A warning means that the component accepts the " +
        "document, but that it does not do what it seems to do.",
    )
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)");
  addTargetOptions(command.optionsGroup("Target cluster:"))
    .option("-n, --namespace <name>", "namespace that kubectl fills in for objects without one")
    .option("--as-sent", "assume that objects are sent as written, so namespaced objects must have a namespace")
    .option("--service-account-issuer <url>", "kube-apiserver's flag of that name, repeatable", collect)
    .option(
      "--enable-admission-plugins <names>",
      "kube-apiserver's flag of that name; without it, clustervet assumes that every plugin is enabled",
      collectNames,
    )
    .optionsGroup("Files:")
    .option("-k, --kind <kind>", "kind of the files (KIND or KIND.group), read as by its loader")
    .option(
      "--flags <component=file>",
      "a file with the flags of kube-apiserver, kubelet, ..., one or more on each line, repeatable",
      collectFlagFile,
    )
    .addOption(
      new Option(
        "--render <tool>",
        "also vet the objects that kustomize (or kubectl) builds from kustomizations, or helm from charts; repeatable",
      )
        .choices(renderers)
        .argParser(collectRenderer),
    )
    .option(
      "--schema-location <path>",
      "CustomResourceDefinitions (file, directory, pattern) or JSON Schemas (CRDs-catalog, template of kubeconform), repeatable",
      collect,
    )
    .option("--root <dir>", "directory with a copy of the node's files, to look up files that documents name")
    .option(
      "--exclude <pattern>",
      "files of directories to leave out, as in .gitignore, in addition to `exclude`; repeatable",
      collect,
    )
    .option("--no-ignore", "also vet files that .gitignore and .clustervetignore exclude")
    .option(
      "--max-file-size <size>",
      "size of the largest file to read, such as 64MiB (default: 16MiB)",
      collectFileSize,
    )
    .option("--stdin-filename <name>", "file name that reports give to standard input")
    .option("-c, --config <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .option("-w, --watch", "vet again whenever files change, until Ctrl-C")
    .option("--cache", "cache results, and reuse them if no input has changed")
    .option("--cache-location <dir>", "directory for --cache (default: in the user's cache directory)")
    .optionsGroup("Policies:")
    .option(
      "--policy <path>",
      "admission policies to evaluate, with bindings, parameters and namespaces: a file, directory or pattern, repeatable",
      collect,
    )
    .option(
      "--live-policies",
      "evaluate the admission policies of a cluster, with its parameters, namespaces and CustomResourceDefinitions",
    )
    .option("--show-mutations", "report each change that a mutating policy makes to an object")
    .option("--as <user>", "the user who creates the objects, for policies (default: an administrator)")
    .option("--as-group <group>", "a group of that user, repeatable", collect)
    .optionsGroup("Rules:")
    .option(
      "--rule <id=severity>",
      "severity of a rule, an area (rbac/*) or all (*): error, warning, info or off; wins over `rules`; repeatable",
      collectRule,
    )
    .option(
      "--select <rules>",
      "report only these rules and areas (rbac, pod/port-names), and errors that keep a document from being read; repeatable",
      collectSelected,
    )
    .addOption(
      new Option(
        "--profile <name>",
        "advice in addition to errors: component (what components do with a document), security (who gets access), all (default)",
      ).choices(profiles),
    )
    .addOption(
      new Option("--unknown-kinds <severity>", "severity of documents of an unknown kind (default: info)").choices([
        ...severities,
        "off",
      ]),
    )
    .optionsGroup("Report:")
    .addOption(
      new Option("-f, --format <format>", "report format, repeatable (default: text)")
        .choices(Object.keys(reporters))
        .argParser(collectFormat),
    )
    .option("-o, --output <file>", "file for the report, in the order of --format; - is standard output", collect)
    .addOption(
      new Option("--fail-level <severity>", "the lowest severity that causes exit code 1 (default: error)").choices(
        severities,
      ),
    )
    .option("--max-warnings <count>", "exit with code 1 if there are more warnings", parseCount)
    .option("-q, --quiet", "print only findings at or above the fail level, and nothing if there are no such findings")
    .option("--baseline <file>", "ignore the known findings that this file lists")
    .option("--update-baseline", "write the findings of this run to the --baseline file")
    .option("--diff <commit>", "report only documents that have changed since a git commit, such as main")
    .option("--stats", "show the time by step, kind and rule: as tables on standard error, and in JSON reports")
    .addOption(
      new Option("--color <when>", "colours in text reports").choices(["auto", "always", "never"]).default("auto"),
    )
    .optionsGroup("Fixes:")
    .option(
      "--fix",
      "apply fixes that have exactly one correct form, and keep everything else as written; standard input (-) is printed fixed, and the report goes to standard error",
    )
    .option(
      "--fix-dry-run",
      "print as a diff what --fix would change, and change nothing; the report goes to standard error",
    );
  addLiveOptions(
    command.optionsGroup("Live cluster:"),
    "vet the objects of a running cluster; PATHS are names of resources, such as deployments,roles",
  )
    .addHelpText("after", examples)
    .action((paths: string[], flags: LintFlags & LiveFlags) => {
      if (isLive(flags)) {
        end(lintLive(paths, flags));
        return;
      }
      const runWith = (all: LintFlags) => {
        const run: LintOnce = (options) => lint(paths, all, files, options);
        return all.watch ? watchLint(paths, all, run) : run({});
      };
      end(flags.livePolicies ? withLivePolicies(flags).then(runWith) : runWith(flags));
    });
}

const examples = `
Examples:
  clustervet lint                                      everything below the current directory
  clustervet lint --kind AuthenticationConfiguration authn.yaml
  clustervet lint --target 1.33 --root ./node-files manifests/ 'config/**/*.yaml'
  clustervet lint --format text --format sarif -o - -o clustervet.sarif .
  clustervet lint --baseline known.json                only new findings
  clustervet lint --diff main                          only documents that have changed since main
  clustervet lint --watch                              again whenever a file changes
  clustervet lint --fix-dry-run | git apply            the same as --fix
  clustervet lint --render kustomize --render helm     also what kustomizations and charts become
  helm template . | clustervet lint - --stdin-filename chart.yaml
  clustervet lint --live                               the objects of the cluster of the current context
  clustervet lint --live-policies manifests/           by the policies of that cluster
  clustervet lint --live --context prod -n web deployments,services

Exit codes: 0 clean, 1 findings at or above --fail-level, 2 could not run.`;

/** @returns the exit code */
export function lint(
  paths: readonly string[],
  flags: LintFlags,
  files: ProgramFiles,
  options: VetPathsOptions = {},
): number {
  const startedAt = process.hrtime.bigint();
  const outputs = pairOutputs(flags.format ?? ["text"], flags.output ?? [], Object.keys(reporters));
  refuseInputAsOutput(outputs, paths);
  if (flags.cacheLocation !== undefined && !flags.cache) throw new UsageError("--cache-location needs --cache");
  const { project, settings, inputs, vetted } = vetPaths(paths, flags, files, options);
  const { result: found, texts = noTexts, unreadable, edits = 0 } = vetted;
  const { readsStdin, hasFaults: hasInputFaults } = inputs;
  const chosen = selectFindings(found, { ...withoutUndefined({ profile: project.settings.profile }), ...flags });
  return reportRun(withoutUnchangedDocuments(withoutBaselineFindings(chosen, flags, project), flags.diff), {
    ...{ flags, project, settings, outputs, startedAt, texts, readsStdin, edits },
    isIncomplete:
      unreadable ||
      hasInputFaults ||
      settings.kindElsewhere?.isIncomplete?.() === true ||
      found.diagnostics.some(isInternal),
  });
}

const noTexts: ReadonlyMap<string, string> = new Map();

function collectFormat(value: string, previous: readonly ReportFormat[] = []): ReportFormat[] {
  if (!Object.hasOwn(reporters, value)) {
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(reporters).join(", ")}.`);
  }
  return [...previous, value as ReportFormat];
}

function collectRenderer(value: string, previous: readonly Renderer[] = []): Renderer[] {
  const renderer = renderers.find((name) => name === value);
  if (!renderer) throw new InvalidArgumentError(`Allowed choices are ${renderers.join(", ")}.`);
  return [...previous, renderer];
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

/** Parses `--rule`, such as `rbac/*=off`. */
function collectRule(value: string, previous: RuleLevels = {}): RuleLevels {
  const [rule = "", name = "", ...rest] = value.split("=");
  const level = ruleLevels.find((each) => each === name);
  if (rule === "" || level === undefined || rest.length > 0) {
    throw new InvalidArgumentError(`It must be ID=SEVERITY, with one of ${ruleLevels.join(", ")}.`);
  }
  return { ...previous, [rule]: level };
}

/** Parses `--select`, such as `rbac,pod/port-names`. */
function collectSelected(value: string, previous: readonly string[] = []): string[] {
  const names = collectNames(value);
  if (names.length === 0) throw new InvalidArgumentError("It must name a rule or an area.");
  return [...previous, ...names.map(ruleOrArea)];
}

function collectFileSize(value: string): number {
  const bytes = parseFileSize(value);
  if (bytes === undefined) throw new InvalidArgumentError(`It ${fileSizeDemand}.`);
  return bytes;
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(value);
}
