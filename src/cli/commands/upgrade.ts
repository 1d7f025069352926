/**
 * `clustervet upgrade`: reports how an upgrade of the cluster affects the files of a repository.
 *
 * @module
 */
import { type Command, Option } from "commander";
import { newlyServed, type UpgradeEffect, upgradeBetween } from "../../engine/upgrade.ts";
import { gateChanges } from "../../release/gate-changes.ts";
import { minorOf, newestTarget, oldestTarget, reaches } from "../../release/release.ts";
import { version } from "../../release/version.ts";
import { isInternal } from "../../rule/fault.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { type End, io, withIo } from "../io.ts";
import type { LintFlags } from "../lint-settings.ts";
import type { ProgramFiles } from "../program-files.ts";
import { readProjectFile } from "../project-file.ts";
import { collect } from "../target-options.ts";
import { type ColorChoice, isColorful, print } from "../terminal.ts";
import { upgradeJson, upgradeText } from "../upgrade-report.ts";
import { vetPaths } from "../vet-paths.ts";

interface UpgradeFlags
  extends Pick<LintFlags, "featureGates" | "groupDomain" | "schemaLocation" | "root" | "fix" | "config" | "ignore"> {
  readonly from?: string;
  readonly to?: string;
  readonly format: "text" | "json";
  readonly all?: true;
  readonly color: ColorChoice;
}

export function addUpgradeCommand(program: Command, files: ProgramFiles, end: End): void {
  program
    .command("upgrade")
    .summary("report what an upgrade of the cluster breaks and changes")
    .description(
      "Vets manifests and component configuration for two releases and reports the difference: what stops working, " +
        "which defaults change, what is deprecated. It reads files as `clustervet lint` does, with the flags of static " +
        "pods; images of components count as upgraded.",
    )
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)")
    .option("--from <release>", "the release that the cluster has (default: `target` of clustervet.yaml)")
    .option("--to <release>", `the release that it will have (default: ${newestTarget})`)
    .addOption(new Option("-f, --format <format>", "output format").choices(["text", "json"]).default("text"))
    .option("--all", "also list feature gates with another default and versions of kinds that are new")
    .option("--fix", "write the `apiVersion` of removed and deprecated versions where nothing else must change")
    .option("--feature-gates <gates>", "feature gates that differ from the defaults: A=true,B=false")
    .option("--group-domain <domain>", "domain of the API groups (default: k8s.io)")
    .option(
      "--schema-location <path>",
      "CustomResourceDefinitions (file, directory, pattern) or JSON Schemas (CRDs-catalog, template of kubeconform), repeatable",
      collect,
    )
    .option("--root <dir>", "directory with the node's file system, to look up files that documents name")
    .option("-c, --config <file>", "project file (default: the nearest clustervet.yaml upwards)")
    .option("--no-ignore", "also vet files that .gitignore and .clustervetignore exclude")
    .addOption(
      new Option("--color <when>", "colours in text reports").choices(["auto", "always", "never"]).default("auto"),
    )
    .addHelpText("after", examples)
    .action((paths: string[], flags: UpgradeFlags) => end(upgrade(paths, flags, files)));
}

const examples = `
Examples:
  clustervet upgrade --from 1.34 --to 1.37              everything below the current directory
  clustervet upgrade --from 1.34 manifests/ /etc/kubernetes/manifests
  clustervet upgrade --from 1.34 --fix                  write new versions, then report the rest
  clustervet upgrade --from 1.34 --format json
  helm template . | clustervet upgrade --from 1.34 -

Exit codes: 0 nothing stops working, 1 something must change or cannot be read, 2 could not run.`;

const failing: ReadonlySet<UpgradeEffect> = new Set(["stops", "refused", "unread"]);

/** @returns the exit code */
function upgrade(
  paths: readonly string[],
  { from, to = newestTarget, ...otherFlags }: UpgradeFlags,
  programFiles: ProgramFiles,
): number {
  const upgradesFrom = from ?? readProjectFile(otherFlags.config).settings.target;
  if (upgradesFrom === undefined) {
    throw new UsageError("--from is missing", "name the release that the cluster has: `--from 1.34`");
  }
  assertReleases(upgradesFrom, to);
  if (otherFlags.fix && paths.includes("-"))
    throw new UsageError("--fix changes files; it cannot change standard input");
  const flags: LintFlags = { ...otherFlags, format: [], target: to, upgradesFrom };
  // The run for the new release comes first, since it applies the fixes: both releases must read the same text.
  const streams = ioWithCachedStdin();
  const after = withIo(streams, () => vetPaths(paths, flags, programFiles));
  const silent = { ...streams, stderr: { write: () => {} } };
  const before = withIo(silent, () =>
    vetPaths(paths, { ...flags, fix: false }, programFiles, { isBeforeUpgrade: true }),
  );
  const { settings, inputs, vetted } = after;
  const { diagnostics, files, summary } = vetted.result;
  if (files.length === 0 && inputs.hasFaults) return exitCannotRun;
  const found = upgradeBetween(before.vetted.result.diagnostics, diagnostics, settings);
  const report = {
    tool: { name: "clustervet", version },
    from: before.settings.target,
    to: settings.target,
    files,
    ...found,
    gates: gateChanges(before.settings.target, settings.target),
    newVersions: newlyServed(settings),
    unknownKinds: summary.unknownKinds,
  };
  const style = { isColorful: isColorful(otherFlags.color, io().stdout), isWhole: otherFlags.all === true };
  print(otherFlags.format === "json" ? upgradeJson(report) : upgradeText(report, style));
  if (vetted.unreadable || inputs.hasFaults || diagnostics.some(isInternal)) return exitCannotRun;
  return found.changes.some(({ effect }) => failing.has(effect)) ? exitFindings : exitClean;
}

/** @throws {UsageError} for an unknown release, and if `to` is not newer than `from` */
function assertReleases(from: string, to: string): void {
  for (const [flag, release] of Object.entries({ from, to })) {
    const isKnown = minorOf(release) !== undefined && reaches(release, oldestTarget) && reaches(newestTarget, release);
    if (isKnown) continue;
    throw new UsageError(`--${flag} must be a release from ${oldestTarget} to ${newestTarget}; got "${release}"`);
  }
  if (reaches(from, to)) throw new UsageError(`--from must be older than --to; got ${from} and ${to}`);
}

/** Returns streams that keep the content of standard input, since both runs read all of it. */
function ioWithCachedStdin() {
  const streams = io();
  let content: Uint8Array | undefined;
  return {
    ...streams,
    readStdin() {
      content ??= streams.readStdin();
      return content;
    },
  };
}
