/**
 * Vets the paths of a command line, with the settings of the repository around them.
 *
 * @module
 */
import { assertRuleNames } from "../engine/option-names.ts";
import { type Settings, withStopwatch } from "../engine/options.ts";
import { Stopwatch } from "../rule/stopwatch.ts";
import type { RunInputs } from "./dependencies.ts";
import { findInputs, type Inputs } from "./lint-inputs.ts";
import { hostOf, kindsOfFiles, type LintFlags, settleFlags } from "./lint-settings.ts";
import type { ProgramFiles } from "./program-files.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import { recordHost } from "./recorded-host.ts";
import { withRendered } from "./render.ts";
import { surroundingsOf } from "./surroundings.ts";
import { assertProjectNames, orUsageError } from "./target-options.ts";
import { type Vetted, vetInputs } from "./vet-inputs.ts";

export interface VettedPaths {
  readonly project: ProjectFile;
  readonly settings: Settings;
  readonly inputs: Inputs;
  readonly vetted: Vetted;
}

export interface VetPathsOptions {
  /** Called before any file is read, and again at the end, when more dependencies may be known. */
  onDependencies?(run: RunInputs): void;
  /** Whether to vet for the release before the upgrade. Default: false. */
  readonly isBeforeUpgrade?: boolean;
}

/**
 * @throws {UsageError}
 */
export function vetPaths(
  paths: readonly string[],
  flags: LintFlags,
  program: ProgramFiles,
  { onDependencies, isBeforeUpgrade = false }: VetPathsOptions = {},
): VettedPaths {
  const project = readProjectFile(flags.config);
  const { host, record } = recordHost(hostOf(flags, project));
  const stopwatch = flags.stats ? new Stopwatch(() => performance.now()) : undefined;
  const atTarget = settleFlags(flags, project, host);
  const given = (isBeforeUpgrade && atTarget.upgradesFrom) || atTarget;
  const settled = stopwatch ? withStopwatch(given, stopwatch) : given;
  orUsageError("", () => {
    assertRuleNames("--rule", Object.keys(flags.rule ?? {}), settled.catalog);
    assertRuleNames("--select", flags.select ?? [], settled.catalog);
  });
  assertProjectNames(settled, project);
  const find = () => findInputs(paths, flags, project);
  const inputs = stopwatch ? stopwatch.time("steps", "find files", find) : find();
  const run: RunInputs = { paths, inputs, flags, project, host, record };
  onDependencies?.(run);
  const isAsSent = flags.asSent ?? project.settings.asSent ?? false;
  const surroundings = surroundingsOf(inputs.files, isAsSent);
  const settings = {
    ...settled,
    fileRoles: surroundings.roles,
    replacesPlaceholders: !isAsSent && !inputs.readsStdin,
    isFoundByWalk: (name: string) => paths.length <= 1 && !inputs.explicitFiles.has(name),
  };
  const kindOf = kindsOfFiles(project, settings);
  const inFiles = vetInputs({ paths, inputs, flags, project, settings, surroundings, kindOf, record, program });
  const vetted = flags.render ? withRendered(inFiles, inputs.files, { render: flags.render, settings }) : inFiles;
  onDependencies?.(run);
  return { project, settings, inputs, vetted };
}
