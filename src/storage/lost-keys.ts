/**
 * Compares LMDB's tables with each other when a store is opened. Otherwise, lost data would look as if it had never
 * existed.
 *
 * @module
 */
import type { RevisionRange } from "./history.ts";
import type { LmdbTables } from "./lmdb-tables.ts";
import { decodeLink, decodeLinkUnchecked, decodeRevision } from "./record.ts";
import { corrupt, type Damage, isStorageError, type Revision } from "./storage.ts";

/**
 * Finds keys that have versions but no head that leads to them.
 *
 * @throws {StorageError} `corrupt` if a write is missing whose key is unknown, or if the store's state is older than
 *   its versions
 */
export function lostKeys(tables: LmdbTables, { revision, compacted }: RevisionRange): ReadonlyMap<string, Damage> {
  /** 0 for a damaged head, which is reported when it is read. */
  const headByKey = new Map<string, Revision>();
  for (const head of tables.headsFrom("")) headByKey.set(head.key, head.revision);
  const known = new Set(headByKey.values());
  const lost = new Map<string, Damage>();
  const missing = new Set<Revision>();
  let next = compacted + 1;
  for (const { key: place, value } of tables.versions.getRange({})) {
    const at = decodeRevision(place);
    if (at > revision) throw corrupt(`it is at revision ${revision}, but has a write at ${at}: its root is older`);
    for (; next < at; next++) missing.add(next);
    next = Math.max(next, at + 1);
    const version = decodeLinkUnchecked(value);
    if (!version) continue;
    known.add(version.before);
    const head = headByKey.get(version.key);
    if (head !== undefined && (head === 0 || head >= at)) continue;
    // Verifies the checksum only for versions that do not fit, since it covers the whole value. Other versions are
    // verified when they are read.
    if (!tryRead(() => decodeLink(at, value))) continue;
    const why = `the head of ${version.key} is ${head === undefined ? "missing" : "an older one"}`;
    lost.set(version.key, { key: version.key, revision: 0, why });
  }
  // If there are more missing revisions than known ones, at least one is unknown. The limit matters since a damaged
  // root may contain any revision.
  for (; next <= revision && missing.size <= known.size; next++) missing.add(next);
  const unknown = [...missing].find((at) => !known.has(at));
  if (unknown !== undefined) throw corrupt(`the write at ${unknown} is missing`);
  return lost;
}

/** Returns undefined for damaged data, which is reported when it is read. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isStorageError(error, "corrupt")) return undefined;
    throw error;
  }
}
