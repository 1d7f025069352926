/**
 * The release that clustervet's `kube-apiserver` for envtest imitates.
 *
 * @module
 */
import { newestTarget, oldestTarget, reaches } from "../release/release.ts";
import { UsageError } from "./exit.ts";

/**
 * Variable that contains the release, such as `1.34` or `1.34.1`, since programs that envtest starts accept no flags of
 * clustervet.
 */
export const envtestTargetVariable = "CLUSTERVET_ENVTEST_TARGET";

/**
 * Parses the name of a release; the newest release if the text is empty.
 *
 * @param source - the origin of the text, for the error message
 * @throws {UsageError} for a release that clustervet does not know
 */
export function envtestTarget(
  text = process.env[envtestTargetVariable] ?? "",
  source: string = envtestTargetVariable,
): string {
  if (text === "") return newestTarget;
  const [, release] = /^v?(1\.\d{1,3})(?:\.\d{1,3})?$/.exec(text) ?? [];
  if (release !== undefined && reaches(release, oldestTarget) && reaches(newestTarget, release)) return release;
  throw new UsageError(`${source} must be a release from ${oldestTarget} to ${newestTarget}; got "${text}"`);
}
