/**
 * The options that select the target cluster's release, gates and group domain, shared by all commands that read
 * documents, and their combination with the project file.
 *
 * @module
 */
import type { Command } from "commander";
import { assertNames } from "../engine/option-names.ts";
import { type Settings, settle } from "../engine/options.ts";
import type { VetOptions } from "../engine/vet-options.ts";
import { OptionError } from "../json/option-error.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { UsageError } from "./exit.ts";
import { parseFeatureGates } from "./feature-gates.ts";
import type { ProjectFile } from "./project-file.ts";

/** The flags as commander passes them. Absent options have no default here, so that the project file can set them. */
export interface TargetFlags {
  readonly target?: string;
  readonly featureGates?: string;
  readonly groupDomain?: string;
  readonly serviceAccountIssuer?: readonly string[];
}

export function addTargetOptions(command: Command): Command {
  return command
    .option("-t, --target <release>", "the release that will read the documents, such as 1.34 (default: the newest)")
    .option("--feature-gates <gates>", "feature gates that differ from the defaults: A=true,B=false")
    .option("--group-domain <domain>", "domain of the API groups (default: k8s.io)");
}

/**
 * Returns the settings of a run. Flags of the command line override the project file.
 *
 * @param more - further options of the command
 * @throws {UsageError}
 */
export function settleTarget(flags: TargetFlags, { settings }: ProjectFile, more: VetOptions): Settings {
  const gates = flags.featureGates ?? settings.featureGates;
  const options: VetOptions = {
    ...more,
    ...withoutUndefined({
      target: flags.target ?? settings.target,
      groupDomain: flags.groupDomain ?? settings.groupDomain,
      featureGates: gates === undefined ? undefined : parseFeatureGates(gates),
      serviceAccountIssuers: flags.serviceAccountIssuer ?? settings.serviceAccountIssuers,
    }),
  };
  return orUsageError("", () => settle(options));
}

/** Returns the settings with which a server of a release and group domain reads its files. */
export const settleServer = (
  { target, groupDomain }: { readonly target?: string | undefined; readonly groupDomain?: string | undefined },
  more: VetOptions,
): Settings => settle({ ...more, ...withoutUndefined({ target, groupDomain }) });

/** @throws {UsageError} if the project file names a rule or kind that does not exist */
export function assertProjectNames(settings: Settings, { name }: ProjectFile): void {
  orUsageError(`${name}: `, () => assertNames(settings));
}

/**
 * Runs `work` and converts option errors. @throws {UsageError} for an invalid option; the message begins with `where`
 */
export function orUsageError<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof OptionError) throw new UsageError(where + error.message);
    throw error;
  }
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
