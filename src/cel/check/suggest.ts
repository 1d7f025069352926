/**
 * What the author may have meant.
 *
 * @module
 */
import { distance } from "fastest-levenshtein";

/** The candidate closest to `name`, if it is close: a third of the letters may differ, case apart. */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.floor(name.length / 3);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}
