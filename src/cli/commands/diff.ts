/**
 * `clustervet diff`: shows the effect of updating a cluster from one set of manifests to another.
 *
 * @module
 */
import type { Command } from "commander";
import { grantChanges } from "../../access/grant-changes.ts";
import { type ObjectSet, objectChanges, objectSets, unnamedObjects } from "../../engine/object-changes.ts";
import type { Settings } from "../../engine/options.ts";
import { isRbac } from "../../kinds/rbac/rbac-group.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import { diffJson, diffLines } from "../diff-report.ts";
import { discover } from "../discover.ts";
import { exitClean, exitFindings, UsageError } from "../exit.ts";
import { type End, io } from "../io.ts";
import { exclusionOf, type ProjectFile } from "../project-file.ts";
import { addResultOptions, loadSettings, printJson, type ResultFlags, readFileOrStdin } from "../single-result.ts";
import { isColorful, printLines } from "../terminal.ts";
import { harmlessReasons } from "../walk.ts";

export function addDiffCommand(program: Command, end: End): void {
  const command = program
    .command("diff")
    .summary("show the effect of an update from one set of manifests to another")
    .description(
      "Compares two sets of manifests with all defaults filled in: which objects are new, gone or changed, which updates " +
        "the API server refuses, which workloads replace their pods, and who gains or loses permissions.",
    )
    .argument("<old>", "the manifests that the cluster has: a file, directory, pattern or -")
    .argument("<new>", "the manifests that it will have: a file, directory, pattern or -");
  addResultOptions(command)
    .addHelpText("after", examples)
    .action((before: string, after: string, flags: ResultFlags) => end(diff(before, after, flags)));
}

const examples = `
Examples:
  clustervet diff deployed/ manifests/
  git show main:deploy.yaml | clustervet diff - deploy.yaml
  kubectl get deploy,svc,cm -n shop -o yaml | clustervet diff - shop/
  clustervet diff old.yaml new.yaml --format json

Exit codes: 0 no update is refused, 1 the API server refuses an update, 2 could not run.`;

/** @returns the exit code */
function diff(before: string, after: string, flags: ResultFlags): number {
  if (before === "-" && after === "-") throw new UsageError("only one of the two may be standard input");
  const { settings, project } = loadSettings(flags);
  const files = { before: sourcesIn(before, project), after: sourcesIn(after, project) };
  const states = objectSets(files, withoutUnknownKinds(settings));
  const report = {
    changes: objectChanges(states),
    grants: grantChanges(rolesIn(states.before), rolesIn(states.after)),
    errors: states.after.errors,
    unnamed: unnamedObjects(states),
  };
  if (flags.format === "json") printJson(diffJson(report));
  else printLines(diffLines(report, isColorful(flags.color, io().stdout)));
  return report.changes.some(({ refused }) => refused.length > 0) ? exitFindings : exitClean;
}

const rolesIn = ({ decoded, settings }: ObjectSet): readonly ProjectDocument[] =>
  decoded.filter((object) => isRbac(object, settings.catalog.groupDomain));

/** @throws {UsageError} if anything can't be read: its objects would be reported as removed */
function sourcesIn(path: string, project: ProjectFile) {
  if (path === "-") return [readFileOrStdin(path)];
  const {
    files,
    faults,
    skippedFiles: skipped,
  } = discover([path], {
    useIgnoreFiles: true,
    exclusions: [exclusionOf(project)],
  });
  const lost = skipped.filter(({ reason }) => !harmlessReasons.has(reason));
  for (const fault of [...faults, ...lost]) throw new UsageError(`${fault.path}: ${fault.reason}`);
  return files.map((file) => {
    const source = readFileOrStdin(file);
    const [issue] = source.issues.filter(({ tolerated }) => tolerated === undefined);
    if (!issue) return source;
    const { line, column } = source.rangeOf(issue.start, issue.start).start;
    throw new UsageError(`${file}:${line}:${column}: ${issue.message}`);
  });
}

const withoutUnknownKinds = (settings: Settings): Settings => ({ ...settings, unknownKinds: "off" });
