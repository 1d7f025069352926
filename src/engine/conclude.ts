/**
 * The end of a run: applies suppression comments, then sorts and counts the findings.
 *
 * @module
 */
import { compareDiagnostics, type FileDiagnostic, type FileSummary, type Report } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { memberOf } from "../json/member.ts";
import type { GatheredResults } from "./gathered-results.ts";
import type { Settings } from "./options.ts";
import { ruleCatalog } from "./rule-catalog.ts";
import { noSuppressions } from "./suppress.ts";

/** The findings of a run, without the tool and the duration, which the caller adds. */
export interface RunResult {
  readonly files: readonly FileSummary[];
  readonly diagnostics: readonly FileDiagnostic[];
  readonly summary: Omit<Report["summary"], "durationMs">;
  /** By file, the offsets of secrets in its text, which must not be printed. */
  readonly secrets: ReadonlyMap<string, readonly { readonly start: number; readonly end: number }[]>;
}

export function createRunResult(gathered: GatheredResults, settings: Settings): RunResult {
  const diagnostics: FileDiagnostic[] = [];
  const known: string[] = [];
  // Computed on demand, because the rule catalog loads every kind.
  const ruleIds = () => {
    if (known.length === 0) known.push(...ruleCatalog(settings.catalog.kinds).map(({ id }) => id));
    return known;
  };
  let suppressed = 0;
  for (const path of gathered.summaries.keys()) {
    const found = gathered.diagnosticsOf(path);
    const suppressions = gathered.files.get(path)?.suppressions ?? noSuppressions;
    if (found.length === 0 && suppressions === noSuppressions) continue;
    const { shown, leftovers } = suppressions.applyTo(found, ruleIds);
    suppressed += found.length - shown.length;
    const wanted = leftovers.filter(({ rule }) => memberOf(settings.rules, rule) !== "off");
    for (const diagnostic of shown.concat(wanted).sort(compareDiagnostics)) {
      if (!isRepeat(diagnostic, diagnostics.at(-1))) diagnostics.push(diagnostic);
    }
  }
  const files = [...gathered.summaries.values()];
  const examined = [...gathered.files.values()];
  return {
    files,
    diagnostics,
    secrets: new Map(examined.filter(({ secrets }) => secrets.length > 0).map(({ name, secrets }) => [name, secrets])),
    summary: {
      files: files.length,
      documents: files.reduce((sum, file) => sum + file.documents, 0),
      ...countSeverities(diagnostics),
      suppressed,
      unknownKinds: examined.reduce((sum, file) => sum + file.unknownKinds, 0),
    },
  };
}

/** Counts the findings of each severity for the summary. */
export function countSeverities(
  diagnostics: readonly FileDiagnostic[],
): Pick<Report["summary"], "errors" | "warnings" | "infos"> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, count = 1 } of diagnostics) counts[severity] += count;
  return { errors: counts.error, warnings: counts.warning, infos: counts.info };
}

/** Whether a finding repeats the one before it: the same message at the same place. */
function isRepeat(diagnostic: FileDiagnostic, previous: FileDiagnostic | undefined): boolean {
  return (
    previous !== undefined &&
    previous.file === diagnostic.file &&
    previous.rule === diagnostic.rule &&
    previous.message === diagnostic.message &&
    previous.range?.start.offset === diagnostic.range?.start.offset &&
    previous.range?.end.offset === diagnostic.range?.end.offset &&
    formatPath(previous.path) === formatPath(diagnostic.path)
  );
}
