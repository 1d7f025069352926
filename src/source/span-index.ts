/**
 * Spans of a text, asked for those that hold an offset, in steps that grow with their answer only.
 *
 * @module
 */
import type { Span } from "./locate.ts";

/** A binary tree in an array: each half has its root in its middle. The end of a span belongs to it. */
export class SpanIndex<T extends Span> {
  readonly #spans: readonly T[];
  /** By root, the last end in its half. */
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

  /** The spans that hold the offset, in the order of the text. */
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
