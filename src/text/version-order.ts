/**
 * The order of API versions: `v2`, `v1`, `v1beta2`, `v1beta1`, `v1alpha1`; then other names, alphabetically.
 *
 * @module
 */

const versionPattern = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;
const ranks: ReadonlyMap<string, number> = new Map(Object.entries({ alpha: 0, beta: 1 }));

/** Compares versions in ascending order: negative if `a` is older. The newest version comes last. */
export function compareApiVersions(a: string, b: string): number {
  const [left, right] = [versionPattern.exec(a), versionPattern.exec(b)];
  if (!left || !right) return left ? 1 : right ? -1 : a < b ? 1 : a > b ? -1 : 0;
  const keys = (match: RegExpExecArray) => [ranks.get(match[2] ?? "") ?? 2, Number(match[1]), Number(match[3] ?? 0)];
  const theirs = keys(right);
  const difference = keys(left)
    .map((key, index) => key - (theirs[index] ?? 0))
    .find((each) => each !== 0);
  return difference ?? 0;
}
