/**
 * Limits the findings about one object or document: counts how many are reported in full, and how many are not.
 *
 * @module
 */
import type { Severity } from "../diagnostic/diagnostic.ts";

/** Limits on the number of findings. */
export interface FindingLimits {
  /** For each severity, how many findings are reported in full; the rest is only counted. */
  readonly kept: number;
  /** Number of errors after which the object or document is not checked further. */
  readonly counted: number;
}

/**
 * More findings than users read about one document. The count is high enough to distinguish a mistake from a file of an
 * entirely different kind.
 */
export const lintLimits: FindingLimits = { kept: 1_000, counted: 10_000 };

/** Counts findings against their limits. */
export class Tally {
  private readonly limits: FindingLimits;
  private readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  private isExceeded = false;

  constructor(limits: FindingLimits) {
    this.limits = limits;
  }

  /** Counts findings of a severity. Returns whether they are to be kept. */
  countFinding(severity: Severity, count = 1): boolean {
    this.counts[severity] += count;
    const isKept = this.counts[severity] <= this.limits.kept;
    if (!isKept) this.isExceeded = true;
    return isKept;
  }

  /** Whether there are so many errors that checking can stop. */
  get isExhausted(): boolean {
    return this.counts.error >= this.limits.counted;
  }

  /** Returns how many findings were only counted, by severity. */
  get surpluses(): readonly Surplus[] {
    if (!this.isExceeded) return [];
    return (["error", "warning", "info"] as const)
      .map((severity) => ({
        severity,
        count: this.counts[severity] - this.limits.kept,
        isLeast: severity === "error" && this.isExhausted,
      }))
      .filter(({ count }) => count > 0);
  }
}

/** The number of findings of one severity that are not kept. */
export interface Surplus {
  readonly severity: Severity;
  readonly count: number;
  /** Whether the count is a minimum, since checking stopped early. */
  readonly isLeast: boolean;
}
