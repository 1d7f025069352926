/**
 * Versions that requests ask for, against how far the caches have come.
 *
 * @module
 */
import { futureVersion, unavailable } from "../request/failures.ts";
import type { StoreParts } from "./parts.ts";
import { fromStore } from "./store-failure.ts";

/** How long a request waits for a version that the server has not seen yet. */
const freshnessTimeoutMs = 3000;

/**
 * Waits until the caches are not older than a version.
 *
 * @throws {StatusError} Timeout when that takes too long
 */
export async function awaitRevision({ reflector }: StoreParts, revision: number): Promise<void> {
  if (await reflector.waitFor(revision, freshnessTimeoutMs)) return;
  throw futureVersion(revision, reflector.revision);
}

/** Waits until the caches have all that was written before the call. */
export async function awaitNewest({ reflector, storage }: StoreParts): Promise<void> {
  const revision = await fromStore(storage.currentRevision());
  if (await reflector.waitFor(revision, freshnessTimeoutMs)) return;
  throw unavailable("the server has not caught up with its store; try again");
}
