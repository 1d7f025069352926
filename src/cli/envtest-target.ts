/**
 * The release that the `kube-apiserver` of envtest is.
 *
 * @module
 */
import { newestTarget, oldestTarget, reaches } from "../release/release.ts";
import { UsageError } from "./exit.ts";

/** Has the release for programs that envtest starts, which takes no flags of ours: `1.34` or `1.34.1`. */
export const envtestTargetVariable = "CLUSTERVET_ENVTEST_TARGET";

/**
 * The release that a text names; the newest for an empty one.
 *
 * @param source - what the text is of, for the error
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
