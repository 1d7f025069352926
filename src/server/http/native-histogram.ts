/**
 * Histograms that count each value twice: in their configured buckets, and in those of a native Prometheus histogram,
 * whose bounds grow by a constant factor.
 *
 * @module
 */
import { Histogram, type HistogramConfiguration } from "prom-client";
import { memberOf } from "../../json/member.ts";

type Labels = Readonly<Record<string, string | number | undefined>>;

/** 2 ** 3 buckets for each doubling: a factor of 1.09, the largest one below kube-apiserver's 1.1. */
const finestSchema = 3;
/** One bucket for 16 doublings; Prometheus has no wider ones. */
const coarsestSchema = -4;
const maxBuckets = 160;
/** Values up to this one are counted as zero: 2 ** -128, as in Prometheus. */
export const zeroThreshold = 2 ** -128;

/** The native buckets of one series. Values are negative only if the clock is wrong; then they count as zero. */
export class NativeBuckets {
  /** Each doubling has 2 ** schema buckets. */
  schema = finestSchema;
  zeroCount = 0;
  /** Bucket `index` has the values above 2 ** ((index - 1) / 2 ** schema), up to 2 ** (index / 2 ** schema). */
  #countByIndex = new Map<number, number>();

  /** Ascending by index. */
  get counts(): readonly (readonly [index: number, count: number])[] {
    return [...this.#countByIndex].sort(([a], [b]) => a - b);
  }

  add(value: number): void {
    if (value <= zeroThreshold) {
      this.zeroCount++;
      return;
    }
    this.#increase(Math.ceil(Math.log2(value) * 2 ** this.schema), 1);
    while (this.#countByIndex.size > maxBuckets && this.schema > coarsestSchema) this.#halve();
  }

  #increase(index: number, count: number): void {
    this.#countByIndex.set(index, (this.#countByIndex.get(index) ?? 0) + count);
  }

  /** Merges pairs of buckets. */
  #halve(): void {
    const finer = this.#countByIndex;
    this.#countByIndex = new Map();
    this.schema--;
    for (const [index, count] of finer) this.#increase(Math.ceil(index / 2), count);
  }
}

export class NativeHistogram<L extends string> extends Histogram<L> {
  readonly #labelNames: readonly string[];
  readonly #bucketsBySeries = new Map<string, NativeBuckets>();

  constructor(configuration: HistogramConfiguration<L>) {
    super(configuration);
    this.#labelNames = configuration.labelNames ?? [];
  }

  /** Observes a value in both kinds of buckets. */
  record(labels: Readonly<Partial<Record<L, string>>>, value: number): void {
    this.observe(labels, value);
    const series = this.#seriesOf(labels);
    const buckets = this.#bucketsBySeries.get(series) ?? new NativeBuckets();
    this.#bucketsBySeries.set(series, buckets);
    buckets.add(value);
  }

  /** Undefined if no value has these labels. */
  nativeBuckets(labels: Labels): NativeBuckets | undefined {
    return this.#bucketsBySeries.get(this.#seriesOf(labels));
  }

  #seriesOf(labels: Labels): string {
    let series = "";
    for (const name of this.#labelNames) series += `${memberOf(labels, name) ?? ""}\n`;
    return series;
  }
}
