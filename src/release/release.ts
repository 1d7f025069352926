/**
 * Releases of the components, such as `1.37`, and the supported targets.
 *
 * @module
 */

/** The oldest and newest supported target. */
export const oldestTarget = "1.30";
export const newestTarget = "1.37";

/** Returns the minor version of a release such as `1.37`; undefined if the text is not a release. */
export function minorOf(release: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(release);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** Whether `target` is `release` or newer; false if one of them is not a release. */
export function reaches(target: string, release: string): boolean {
  return (minorOf(target) ?? 0) >= (minorOf(release) ?? Number.POSITIVE_INFINITY);
}

/** Returns the release, or the nearest supported target. */
export function nearestTarget(release: string): string {
  if (!reaches(release, oldestTarget)) return oldestTarget;
  return reaches(newestTarget, release) ? release : newestTarget;
}
