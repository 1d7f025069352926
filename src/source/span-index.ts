/**
 * Finds the spans of a text that contain an offset, in time that grows with the result and not with the number of
 * spans.
 *
 * @module
 */
import type { Span } from "./locate.ts";

/** A binary tree in an array: the root of each half is its middle element. The end of a span is inclusive. */
export class SpanIndex<T extends Span> {
  readonly #spans: readonly T[];
  /** For each root, the last end of a span in its half. */
  readonly #lastEnds: number[] = [];

  constructor(spans: readonly T[]) {
    this.#spans = [...spans].sort((a, b) => a.start - b.start);
    this.#measure(0, this.#spans.length);
  }

  #measure(from: number, to: number): number {
    if (from >= to) return -1;
    const middle = (from + to) >> 1;
    const ends = [this.#measure(from, middle), this.#spans[middle]?.end ?? -1, this.#measure(middle + 1, to)];
    const last = Math.max(...ends);
    this.#lastEnds[middle] = last;
    return last;
  }

  /** Returns the spans that contain the offset, in the order of the text. */
  at(offset: number): readonly T[] {
    const found: T[] = [];
    this.#collect(offset, { from: 0, to: this.#spans.length }, found);
    return found;
  }

  #collect(offset: number, { from, to }: { readonly from: number; readonly to: number }, found: T[]): void {
    const middle = (from + to) >> 1;
    const span = this.#spans[middle];
    if (from >= to || span === undefined || (this.#lastEnds[middle] ?? -1) < offset) return;
    this.#collect(offset, { from, to: middle }, found);
    if (span.start > offset) return;
    if (span.end >= offset) found.push(span);
    this.#collect(offset, { from: middle + 1, to }, found);
  }
}
