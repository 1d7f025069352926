/**
 * The budget of findings of one object, or of one document: how many are worked out, and how many more there are.
 *
 * @module
 */
import type { Severity } from "../diagnostic/diagnostic.ts";

/** Numbers of findings. */
export interface FindingLimits {
  /** Of each severity, those that are worked out; the rest is only counted. */
  readonly kept: number;
  /** Errors after which nobody looks for more. */
  readonly counted: number;
}

/** More than anybody reads of one document; enough is counted to tell a slip from a file that is no such thing at all. */
export const lintLimits: FindingLimits = { kept: 1_000, counted: 10_000 };

/** Counts findings against their limits. */
export class Tally {
  private readonly limits: FindingLimits;
  private readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  private isExceeded = false;

  constructor(limits: FindingLimits) {
    this.limits = limits;
  }

  /** Counts findings of a severity; true when they are to be kept. */
  takes(severity: Severity, count = 1): boolean {
    this.counts[severity] += count;
    const isKept = this.counts[severity] <= this.limits.kept;
    if (!isKept) this.isExceeded = true;
    return isKept;
  }

  /** So many errors that the rest does not matter. */
  get isSpent(): boolean {
    return this.counts.error >= this.limits.counted;
  }

  /** Findings that were counted only. */
  get more(): readonly Surplus[] {
    if (!this.isExceeded) return [];
    return (["error", "warning", "info"] as const)
      .map((severity) => ({
        severity,
        count: this.counts[severity] - this.limits.kept,
        isLeast: severity === "error" && this.isSpent,
      }))
      .filter(({ count }) => count > 0);
  }
}

/** Findings of one severity that are not kept. */
export interface Surplus {
  readonly severity: Severity;
  readonly count: number;
  /** There may be more: nobody looked. */
  readonly isLeast: boolean;
}
