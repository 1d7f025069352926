/**
 * Releases of the components, `1.37`, and the ones that can be a target.
 *
 * @module
 */

/** The oldest and newest release that can be a target. */
export const oldestTarget = "1.30";
export const newestTarget = "1.37";

/** The minor number of `1.37`; undefined when the text is no release. */
export function minorOf(release: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(release);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** True when `target` is `release` or newer; a text that is no release is never reached. */
export function reaches(target: string, release: string): boolean {
  return (minorOf(target) ?? 0) >= (minorOf(release) ?? Number.POSITIVE_INFINITY);
}

/** The release itself, or the known one that is nearest to it. */
export function nearestTarget(release: string): string {
  if (!reaches(release, oldestTarget)) return oldestTarget;
  return reaches(newestTarget, release) ? release : newestTarget;
}
