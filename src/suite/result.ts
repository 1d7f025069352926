/**
 * The results of running a suite: one result for each case, with the place of the expectation and of what decided
 * otherwise.
 *
 * @module
 */
import type { FieldPath, FileDiagnostic, Range, Related } from "../diagnostic/diagnostic.ts";
import type { VetSuiteArea } from "../kinds/clustervet/vet-suite.ts";

/** `broken`: nothing could be asked, for example because a file is missing. */
export type Outcome = "passed" | "failed" | "broken";

/** An expectation that was not met, as lines. */
export interface Difference {
  /** From the case: `["expect", "user", "groups"]`. */
  readonly path: FieldPath;
  /** Findings that were expected and not found. */
  readonly expected: readonly string[];
  /** Findings that were not expected. */
  readonly found: readonly string[];
}

/** The outcome of a case. */
export interface Verdict {
  readonly outcome: Outcome;
  /** Why there is nothing to compare; absent when the differences say it all. */
  readonly message?: string;
  readonly differences: readonly Difference[];
  /** The deciding places: fields of configurations, bindings, findings. */
  readonly related: readonly Related[];
  /** The changes of mutating policies, each as a line. */
  readonly changes?: readonly string[];
  /** The object that results of mutating policies, where they changed it. */
  readonly object?: unknown;
}

/** A case, where it is, and what it came to. */
export interface CaseResult extends Verdict {
  readonly name: string;
  readonly area: VetSuiteArea;
  /** Of the case, from the document's root. */
  readonly path: FieldPath;
  /** Of the case's name. */
  readonly range: Range;
  /** Of the first expectation that was not met; of the case if all were met. */
  readonly faultRange: Range;
}

/** A suite: one document. */
export interface SuiteResult {
  readonly name: string;
  /** Index of the document in its file. */
  readonly document: number;
  /** The release that was meant. */
  readonly target: string;
  readonly cases: readonly CaseResult[];
}

/** A file with suites. */
export interface SuiteFileResult {
  readonly file: string;
  readonly suites: readonly SuiteResult[];
  /** The faults of suites themselves; these were not run. */
  readonly faults: readonly FileDiagnostic[];
}

/** Cases by outcome, and suites that were not run. */
export interface SuiteCounts {
  readonly files: number;
  readonly suites: number;
  readonly passed: number;
  readonly failed: number;
  readonly broken: number;
  readonly faults: number;
}

/** The totals of a run. */
export function countResults(results: readonly SuiteFileResult[]): SuiteCounts {
  const suites = results.flatMap((result) => result.suites);
  const cases = suites.flatMap((suite) => suite.cases);
  const count = (outcome: Outcome) => cases.filter((item) => item.outcome === outcome).length;
  return {
    files: results.length,
    suites: suites.length,
    passed: count("passed"),
    failed: count("failed"),
    broken: count("broken"),
    faults: results.reduce((sum, { faults }) => sum + faults.length, 0),
  };
}

/** The verdict on what was compared. */
export function compared(differences: readonly Difference[], related: readonly Related[] = []): Verdict {
  return differences.length === 0
    ? { outcome: "passed", differences, related: [] }
    : { outcome: "failed", differences, related };
}

/** A case that is not met for a reason that is no difference. */
export function failed(message: string, related: readonly Related[] = []): Verdict {
  return { outcome: "failed", message, differences: [], related };
}

/** A case that could not be asked. */
export function broken(message: string): Verdict {
  return { outcome: "broken", message, differences: [], related: [] };
}
