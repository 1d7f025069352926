/**
 * Holds the tables of LMDB against each other when they are opened: what is lost would otherwise look like what never was.
 *
 * @module
 */
import type { Span } from "./history.ts";
import type { LmdbTables } from "./lmdb-tables.ts";
import { decodeLink, decodeRevision, linkAsItIs } from "./record.ts";
import { corrupt, type Damage, isStorageError, type Revision } from "./storage.ts";

/**
 * @returns keys that have versions that no head leads to
 * @throws {StorageError} `corrupt` for what is missing without a trace of its key, and for a store that is older than its versions
 */
export function lostKeys(tables: LmdbTables, { revision, compacted }: Span): ReadonlyMap<string, Damage> {
  /** 0 for a head that is damaged, which is reported when it is read. */
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
    const version = linkAsItIs(value);
    if (!version) continue;
    known.add(version.before);
    const head = headByKey.get(version.key);
    if (head !== undefined && (head === 0 || head >= at)) continue;
    // Its checksum is of all of its value, and is read with it: here it counts only where something does not fit.
    if (!readable(() => decodeLink(at, value))) continue;
    const why = `the head of ${version.key} is ${head === undefined ? "missing" : "an older one"}`;
    lost.set(version.key, { key: version.key, revision: 0, why });
  }
  // Of more than that, one is not known; a damaged root may claim any number.
  for (; next <= revision && missing.size <= known.size; next++) missing.add(next);
  const unknown = [...missing].find((at) => !known.has(at));
  if (unknown !== undefined) throw corrupt(`the write at ${unknown} is missing`);
  return lost;
}

/** Undefined for what is damaged, which is reported when it is read. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isStorageError(error, "corrupt")) return undefined;
    throw error;
  }
}
