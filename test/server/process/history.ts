/**
 * Compares the events of a watch with the acknowledged writes and the stored objects.
 */
import { expect } from "vitest";
import type { Change } from "./follower.ts";
import type { Served } from "./served.ts";
import type { Writers } from "./writers.ts";

/**
 * Checks that the events contain each version once and in order, each acknowledged write, and each counter without
 * gaps.
 */
export function expectWholeHistory(changes: readonly Change[], writers: Writers): void {
  const versions = changes.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  const seen = new Set(versions);
  expect(writers.versions.filter((version) => !seen.has(version))).toEqual([]);
  const counts = new Map<string, number>();
  for (const { type, name, object } of changes) {
    const count = Number(object.data?.count ?? 0);
    const before = counts.get(name);
    if (type === "ADDED") expect({ name, before }).toEqual({ name, before: undefined });
    if (type === "MODIFIED") expect({ name, count }).toEqual({ name, count: (before ?? -1) + 1 });
    if (type === "DELETED") counts.delete(name);
    else counts.set(name, count);
  }
}

/** Returns the versions of the objects that exist after the changes, by name. */
export function replayWatch(changes: readonly Change[]): Record<string, number> {
  const versions: Record<string, number> = {};
  for (const { type, name, version } of changes) {
    if (type === "DELETED") delete versions[name];
    else versions[name] = version;
  }
  return versions;
}

/** Returns the versions of the objects that the server lists, by name. */
export async function listVersions({ call }: Served, path: string): Promise<Record<string, number>> {
  const { json } = await call("GET", path);
  return Object.fromEntries(
    json.items.map(({ metadata }: Change["object"]) => [metadata.name, Number(metadata.resourceVersion)]),
  );
}
