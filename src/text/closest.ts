/**
 * Did-you-mean: the candidate that a misspelt name most likely meant.
 *
 * @module
 */
import { byText } from "./by-text.ts";

/** Names longer than this are not compared: the cost is quadratic. In UTF-16 units. */
const maxComparedLength = 100;

/** A candidate that begins with a name of this many letters counts as near, however long it is. */
const minPrefixLength = 4;

/** The nearest candidate within about a third of the name's length; equal except for case, `-` and `_` always counts. */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === "" || name.length > maxComparedLength) return undefined;
  const folded = fold(name);
  const budget = Math.max(1, Math.floor(folded.length / 3));
  let best: string | undefined;
  let bestDistance = budget + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const other = foldOnce(candidate);
    const begins = folded.length >= minPrefixLength && other.startsWith(folded);
    // Each letter that one has more than the other must be put in.
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

/** Did-you-mean for many names: after so many comparisons there are no more suggestions. */
export class Hints {
  #left: number;

  /** @param max - comparisons with candidates */
  constructor(max: number) {
    this.#left = max;
  }

  /** @param lists - of candidates, which are not touched once there were too many */
  closest(name: string, ...lists: readonly (readonly string[])[]): string | undefined {
    for (const { length } of lists) this.#left -= length;
    return this.#left < 0 ? undefined : closest(name, lists.length === 1 ? (lists[0] ?? []) : lists.flat());
  }
}

/** The candidates, the nearest to the name first; of equally near ones the first. */
export function nearestFirst(name: string, candidates: readonly string[]): readonly string[] {
  const folded = fold(name.slice(0, maxComparedLength));
  const placed = candidates.map((candidate) => ({ candidate, away: distance(folded, fold(candidate)) }));
  return placed.sort((a, b) => a.away - b.away).map(({ candidate }) => candidate);
}

/** How many letters must be put in, left out or replaced to make one name of the other (Levenshtein). */
export function distance(a: string, b: string): number {
  // Distances from all beginnings of `a` to the beginning of `b` so far.
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

const foldOnce = byText(fold);
