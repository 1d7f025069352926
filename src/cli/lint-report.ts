/**
 * Prints the reports at the end of a run of `clustervet lint`, and decides its exit code.
 *
 * @module
 */
import { isAtLeast, type Report } from "../diagnostic/diagnostic.ts";
import type { RunResult } from "../engine/conclude.ts";
import type { Settings } from "../engine/options.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { version } from "../release/version.ts";
import { statsText } from "../report/stats.ts";
import { exitCannotRun, exitClean, exitFindings } from "./exit.ts";
import type { LintFlags } from "./lint-settings.ts";
import type { Output } from "./outputs.ts";
import { printReport } from "./print-report.ts";
import type { ProjectFile } from "./project-file.ts";
import { printError, writeError } from "./terminal.ts";

/** A run after vetting, with all that its reports need. */
export interface FinishedRun {
  readonly flags: LintFlags;
  readonly project: ProjectFile;
  readonly settings: Settings;
  readonly outputs: readonly Output[];
  /** A time of `process.hrtime`. */
  readonly startedAt: bigint;
  /** Texts that are not on disk, by name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly readsStdin: boolean;
  /** Number of edits that were made, or that a dry run would make. */
  readonly edits: number;
  /** Whether something could not be read or vetted; this was already reported. */
  readonly isIncomplete: boolean;
  /** The URL of the cluster that has the objects; absent for files. */
  readonly cluster?: string;
}

/**
 * Prints the reports.
 *
 * @param result - the findings after all filters
 * @returns the exit code
 */
export function reportRun(result: RunResult, run: FinishedRun): number {
  const { flags, project, settings, outputs, isIncomplete } = run;
  const failLevel = flags.failLevel ?? project.settings.failLevel ?? "error";
  const shown = flags.quiet
    ? result.diagnostics.filter(({ severity }) => isAtLeast(severity, failLevel))
    : result.diagnostics;
  if (result.files.length === 0 && isIncomplete) return exitCannotRun;
  const report: Report = {
    tool: { name: "clustervet", version },
    target: settings.target,
    ...withoutUndefined({ cluster: run.cluster }),
    files: result.files,
    diagnostics: shown,
    summary: { ...result.summary, durationMs: millisecondsSince(run.startedAt) },
    ...withoutUndefined({ stats: settings.stopwatch?.stats }),
  };
  const maxWarnings = flags.maxWarnings ?? project.settings.maxWarnings ?? Number.POSITIVE_INFINITY;
  const hasTooMany = result.summary.warnings > maxWarnings;
  const isSilent = flags.quiet && shown.length === 0 && !isIncomplete && !hasTooMany;
  const isNoise = ({ format, file }: Output) => format === "text" && file === "-";
  printReport(report, isSilent ? outputs.filter((output) => !isNoise(output)) : outputs, {
    failLevel,
    color: flags.color,
    stream: flags.fixDryRun || (flags.fix && run.readsStdin) ? "stderr" : "stdout",
    texts: run.texts,
    secrets: result.secrets,
    kinds: settings.catalog.kinds,
    ...withoutUndefined({ docsBase: project.settings.ruleDocs }),
  });
  if (report.stats) writeError(statsText(report.stats, report.summary.durationMs));
  if (isIncomplete) return exitCannotRun;
  if (hasTooMany) {
    printError(`more warnings (${result.summary.warnings}) than --max-warnings allows (${maxWarnings})`);
    return exitFindings;
  }
  if (flags.fixDryRun && run.edits > 0) return exitFindings;
  return result.diagnostics.some(({ severity }) => isAtLeast(severity, failLevel)) ? exitFindings : exitClean;
}

/**
 * Uses `process.hrtime`, since `performance.now()` would load a part of Node.js that nothing else in this program part
 * needs.
 */
function millisecondsSince(startedAt: bigint): number {
  return Math.round(Number(process.hrtime.bigint() - startedAt) / 1e6);
}
