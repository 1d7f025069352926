/**
 * The types of suite results: one result for each case, with the places of the expectation and of the fields that
 * explain a failure.
 *
 * @module
 */
import type { FieldPath, FileDiagnostic, Range, Related } from "../diagnostic/diagnostic.ts";
import type { VetSuiteArea } from "../kinds/clustervet/vet-suite.ts";

/** `broken`: the case could not run, for example because a file is missing. */
export type Outcome = "passed" | "failed" | "broken";

/** An expectation that was not met, with expected and found values as lines. */
export interface Difference {
  /** Path of the expectation within the case: `["expect", "user", "groups"]`. */
  readonly path: FieldPath;
  /** Values that were expected and not found. */
  readonly expected: readonly string[];
  /** Values that were found and not expected. */
  readonly found: readonly string[];
}

/** The outcome of a case. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The reason if there is nothing to compare; absent if the differences explain the outcome. */
  readonly message?: string;
  readonly differences: readonly Difference[];
  /** The places that explain the outcome: fields of configurations, bindings, findings. */
  readonly related: readonly Related[];
  /** The changes that mutating policies make, each as a line. */
  readonly changes?: readonly string[];
  /** The object after mutating policies, if they changed it. */
  readonly object?: unknown;
}

/** A case, its place and its outcome. */
export interface CaseResult extends Verdict {
  readonly name: string;
  readonly area: VetSuiteArea;
  /** Path of the case from the document's root. */
  readonly path: FieldPath;
  /** Range of the case's name. */
  readonly range: Range;
  /** Range of the first expectation that was not met; of the case's name if all were met. */
  readonly faultRange: Range;
}

/** The results of a suite, which is one document. */
export interface SuiteResult {
  readonly name: string;
  /** Index of the document in its file. */
  readonly document: number;
  /** The target release of the suite. */
  readonly target: string;
  readonly cases: readonly CaseResult[];
}

/** A file with suites. */
export interface SuiteFileResult {
  readonly file: string;
  readonly suites: readonly SuiteResult[];
  /** Errors in suites themselves, which were not run. */
  readonly faults: readonly FileDiagnostic[];
}

/** Numbers of cases by outcome, and of errors in suites that were not run. */
export interface SuiteCounts {
  readonly files: number;
  readonly suites: number;
  readonly passed: number;
  readonly failed: number;
  readonly broken: number;
  readonly faults: number;
}

/** Counts the outcomes of a run. */
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

/** Returns the verdict for a comparison: passed without differences, otherwise failed. */
export function differenceVerdict(differences: readonly Difference[], related: readonly Related[] = []): Verdict {
  return differences.length === 0
    ? { outcome: "passed", differences, related: [] }
    : { outcome: "failed", differences, related };
}

/** Returns the verdict for a case that failed for another reason than differences. */
export function failedVerdict(message: string, related: readonly Related[] = []): Verdict {
  return { outcome: "failed", message, differences: [], related };
}

/** Returns the verdict for a case that could not run. */
export function brokenVerdict(message: string): Verdict {
  return { outcome: "broken", message, differences: [], related: [] };
}
