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
export async function awaitRevision({ mirror }: StoreParts, revision: number): Promise<void> {
  if (await mirror.waitFor(revision, freshnessTimeoutMs)) return;
  throw futureVersion(revision, mirror.revision);
}

/** Waits until the caches have all that was written before the call. */
export async function awaitNewest({ mirror, storage }: StoreParts): Promise<void> {
  const revision = await fromStore(storage.currentRevision());
  if (await mirror.waitFor(revision, freshnessTimeoutMs)) return;
  throw unavailable("the server has not caught up with its store; try again");
}
