/**
 * Waits for the caches to reach the resource versions that requests ask for.
 *
 * @module
 */
import { futureVersion, unavailable } from "../request/failures.ts";
import type { StoreParts } from "./parts.ts";
import { withStatusErrors } from "./store-failure.ts";

/** Maximum time that a request waits for a version that the server has not seen yet. */
const freshnessTimeoutMs = 3000;

/**
 * Waits until the caches have reached a version.
 *
 * @throws {StatusError} Timeout if that takes too long
 */
export async function awaitRevision({ reflector }: StoreParts, revision: number): Promise<void> {
  if (await reflector.waitFor(revision, freshnessTimeoutMs)) return;
  throw futureVersion(revision, reflector.revision);
}

/** Waits until the caches contain everything that was written before the call. */
export async function awaitNewest({ reflector, storage }: StoreParts): Promise<void> {
  const revision = await withStatusErrors(storage.currentRevision());
  if (await reflector.waitFor(revision, freshnessTimeoutMs)) return;
  throw unavailable("the server has not caught up with its store; try again");
}
