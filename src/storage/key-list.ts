/**
 * Keys in order, in runs of a bounded length: a key comes and goes in the time that one run takes, however many keys there are.
 * In one array each would move all behind it, which V8 does slowly while it collects.
 *
 * @module
 */
import { compareKeys } from "./key.ts";

/** Keys of a run. */
const maxRunLength = 512;

export class KeyList {
  /** Ascending, within and among each other; none is empty. */
  readonly #runs: string[][] = [];

  /** @param keys - ascending */
  constructor(keys: Iterable<string> = []) {
    for (const key of keys) this.#append(key);
  }

  /** @param key - one that is not there */
  add(key: string): void {
    const at = this.#runOf(key);
    const run = this.#runs[at];
    if (!run) {
      this.#append(key);
      return;
    }
    run.splice(lowerBound(run, key), 0, key);
    if (run.length <= maxRunLength) return;
    // Keys that come in order fill their runs.
    const isLast = at === this.#runs.length - 1 && run.at(-1) === key;
    this.#runs.splice(at + 1, 0, run.splice(isLast ? maxRunLength : maxRunLength / 2));
  }

  /** @param key - one that is there */
  delete(key: string): void {
    const at = this.#runOf(key);
    const run = this.#runs[at];
    if (!run) return;
    run.splice(lowerBound(run, key), 1);
    if (run.length === 0) this.#runs.splice(at, 1);
    this.#joinSmall(at);
    this.#joinSmall(at - 1);
  }

  /** All from `start` on. The list does not change meanwhile. */
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

  /** Makes one run of two neighbours that have become small. */
  #joinSmall(at: number): void {
    const run = this.#runs[at];
    const next = this.#runs[at + 1];
    if (!run || !next || run.length + next.length > maxRunLength / 2) return;
    this.#runs.splice(at, 2, [...run, ...next]);
  }

  /** Index of the run that has the key or would take it. */
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

/** Index of the first key that is not below `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
