/**
 * Which cluster is meant: the options that all commands share which read its documents, and the project file behind
 * them.
 *
 * @module
 */
import type { Command } from "commander";
import { assertNames } from "../engine/option-names.ts";
import { type Settings, settle } from "../engine/options.ts";
import type { VetOptions } from "../engine/vet-options.ts";
import { OptionError } from "../json/option-error.ts";
import { UsageError } from "./exit.ts";
import { parseFeatureGates } from "./feature-gates.ts";
import type { ProjectFile } from "./project-file.ts";

/** As commander hands them over; an absent option has no default here, so that the project file can speak. */
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
 * The settings of a run; the command line wins over the project file.
 *
 * @param more - further options of the command
 * @throws {UsageError}
 */
export function settleTarget(flags: TargetFlags, { settings }: ProjectFile, more: VetOptions): Settings {
  const gates = flags.featureGates ?? settings.featureGates;
  const options: VetOptions = {
    ...more,
    ...given("target", flags.target ?? settings.target),
    ...given("groupDomain", flags.groupDomain ?? settings.groupDomain),
    ...given("featureGates", gates === undefined ? undefined : parseFeatureGates(gates)),
    ...given("serviceAccountIssuers", flags.serviceAccountIssuer ?? settings.serviceAccountIssuers),
  };
  return orUsageError("", () => settle(options));
}

/** @throws {UsageError} for a rule or a kind of the project file that does not exist */
export function assertProjectNames(settings: Settings, { name }: ProjectFile): void {
  orUsageError(`${name}: `, () => assertNames(settings));
}

/** @throws {UsageError} for options that are wrong, with where they are in front */
export function orUsageError<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof OptionError) throw new UsageError(where + error.message);
    throw error;
  }
}

/** A property that is left out when there is no value. */
export function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

/** Gathers the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
