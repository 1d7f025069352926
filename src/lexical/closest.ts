/**
 * Did-you-mean: the candidate that a misspelt name most likely stood for.
 *
 * @module
 */
import { distance } from "fastest-levenshtein";

/** Names longer than this are not compared: the cost is quadratic. In UTF-16 units. */
const maxComparedLength = 100;

/** A candidate that begins with a name of this many letters counts as near, however long it is. */
const minPrefixLength = 4;

/** The nearest candidate within about a third of the name's length; equal but for case, `-` and `_` always counts. */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === "" || name.length > maxComparedLength) return undefined;
  const folded = fold(name);
  const budget = Math.max(1, Math.floor(folded.length / 3));
  let best: string | undefined;
  let bestDistance = budget + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const other = fold(candidate);
    const begins = folded.length >= minPrefixLength && other.startsWith(folded);
    const away = begins ? Math.min(budget, distance(folded, other)) : distance(folded, other);
    if (away < bestDistance) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}
