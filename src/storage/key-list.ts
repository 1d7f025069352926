/**
 * Sorted keys in runs of limited length: inserting or deleting a key moves at most one run. In a single array, it would
 * move all keys behind it, which V8 does slowly during garbage collection.
 *
 * @module
 */
import { compareKeys, lowerBound } from "./key.ts";

/** Maximum number of keys in a run. */
const maxRunLength = 512;

export class KeyList {
  /** Sorted within each run and across runs; no run is empty. */
  readonly #runs: string[][] = [];

  /** Creates a list of sorted keys. @param keys - ascending */
  constructor(keys: Iterable<string> = []) {
    for (const key of keys) this.#append(key);
  }

  /** Adds a key. @param key - must not be in the list */
  add(key: string): void {
    const at = this.#runOf(key);
    const run = this.#runs[at];
    if (!run) {
      this.#append(key);
      return;
    }
    run.splice(lowerBound(run, key), 0, key);
    if (run.length <= maxRunLength) return;
    // If keys are added in ascending order, runs are filled completely.
    const isLast = at === this.#runs.length - 1 && run.at(-1) === key;
    this.#runs.splice(at + 1, 0, run.splice(isLast ? maxRunLength : maxRunLength / 2));
  }

  /** Deletes a key. @param key - must be in the list */
  delete(key: string): void {
    const at = this.#runOf(key);
    const run = this.#runs[at];
    if (!run) return;
    run.splice(lowerBound(run, key), 1);
    if (run.length === 0) this.#runs.splice(at, 1);
    this.#joinSmall(at);
    this.#joinSmall(at - 1);
  }

  /** Iterates over the keys from `start`. The list must not change meanwhile. */
  *from(start = ""): Generator<string> {
    const first = this.#runOf(start);
    for (let at = first; at < this.#runs.length; at++) {
      const run = this.#runs[at] ?? [];
      for (let index = at === first ? lowerBound(run, start) : 0; index < run.length; index++) yield run[index] ?? "";
    }
  }

  #append(key: string): void {
    const last = this.#runs.at(-1);
    if (last && last.length < maxRunLength) last.push(key);
    else this.#runs.push([key]);
  }

  /** Joins two adjacent runs if they have become small. */
  #joinSmall(at: number): void {
    const run = this.#runs[at];
    const next = this.#runs[at + 1];
    if (!run || !next || run.length + next.length > maxRunLength / 2) return;
    this.#runs.splice(at, 2, [...run, ...next]);
  }

  /** Returns the index of the run that contains the key or would contain it. */
  #runOf(key: string): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#runs[middle]?.at(-1) ?? "", key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
