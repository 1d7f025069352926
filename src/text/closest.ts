/**
 * Finds the candidate that a misspelt name most likely means, for "did you mean" suggestions.
 *
 * @module
 */
import { memoizeByText } from "./memoize-by-text.ts";

/** In UTF-16 units. Longer names are not compared, since the cost is quadratic. */
const maxComparedLength = 100;

/**
 * In letters. A candidate that begins with a name of at least this length counts as near, however long the candidate
 * is.
 */
const minPrefixLength = 4;

/**
 * Returns the nearest candidate within about a third of the name's length. The comparison ignores case, `-` and `_`.
 */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === "" || name.length > maxComparedLength) return undefined;
  const folded = fold(name);
  const budget = Math.max(1, Math.floor(folded.length / 3));
  let best: string | undefined;
  let bestDistance = budget + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const other = foldCached(candidate);
    const begins = folded.length >= minPrefixLength && other.startsWith(folded);
    // The distance is at least the difference of the lengths.
    const isFar = Math.abs(folded.length - other.length) >= bestDistance;
    if (isFar && !begins) continue;
    const away = begins ? Math.min(budget, distance(folded, other)) : distance(folded, other);
    if (away < bestDistance) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best;
}

/**
 * Suggestions for many names with a limit for the total number of comparisons; after it, there are no more suggestions.
 */
export class Hints {
  #remainingComparisons: number;

  /** Sets the limit. @param max - the maximum number of comparisons with candidates */
  constructor(max: number) {
    this.#remainingComparisons = max;
  }

  /**
   * Returns the nearest candidate; undefined after the limit.
   *
   * @param lists - lists of candidates, which are not read after the limit
   */
  closest(name: string, ...lists: readonly (readonly string[])[]): string | undefined {
    for (const { length } of lists) this.#remainingComparisons -= length;
    return this.#remainingComparisons < 0
      ? undefined
      : closest(name, lists.length === 1 ? (lists[0] ?? []) : lists.flat());
  }
}

/** Sorts the candidates by their distance to the name; equally near ones keep their order. */
export function nearestFirst(name: string, candidates: readonly string[]): readonly string[] {
  const folded = fold(name.slice(0, maxComparedLength));
  const placed = candidates.map((candidate) => ({ candidate, away: distance(folded, fold(candidate)) }));
  return placed.sort((a, b) => a.away - b.away).map(({ candidate }) => candidate);
}

/**
 * Returns the number of letters to insert, delete or replace to turn one name into the other (Levenshtein distance).
 */
export function distance(a: string, b: string): number {
  // The distance from each prefix of `a` to the current prefix of `b`.
  const row: number[] = [];
  for (let length = 0; length <= a.length; length++) row.push(length);
  for (let end = 1; end <= b.length; end++) {
    let diagonal = end - 1;
    row[0] = end;
    for (let length = 1; length <= a.length; length++) {
      const above = row[length] ?? 0;
      const replaced = diagonal + (a.charCodeAt(length - 1) === b.charCodeAt(end - 1) ? 0 : 1);
      row[length] = Math.min(replaced, above + 1, (row[length - 1] ?? 0) + 1);
      diagonal = above;
    }
  }
  return row[a.length] ?? 0;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

const foldCached = memoizeByText(fold);
