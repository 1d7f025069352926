/**
 * Maps ownership of the number of replicas between the `managedFields` of an object and those of its Scale.
 *
 * @module
 */
import { contains, difference, isEmpty, setOf } from "./field-set.ts";
import { type ManagedFieldsEntry, type Owner, readOwners, writeOwners } from "./owners.ts";
import type { FieldPath } from "./path-element.ts";

const scaleVersion = "autoscaling/v1";
const scalePath: FieldPath = ["f:spec", "f:replicas"];

/** The path of the number of replicas in the object, by version; undefined for a version without a scale. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

/** The number of replicas in the object that a Scale belongs to. */
export interface ReplicasLocation {
  readonly paths: ReplicasPaths;
  /** The API version for entries that come from the Scale. */
  readonly apiVersion: string;
}

/** Returns the entries of the Scale of an object that has `entries`. */
export function scaleEntries(entries: readonly ManagedFieldsEntry[], paths: ReplicasPaths): ManagedFieldsEntry[] {
  const owners = new Map<string, Owner>();
  for (const [identity, owner] of readOwners(entries, true) ?? []) {
    const path = paths.get(owner.apiVersion);
    if (!path || !contains(owner.fields, path)) continue;
    owners.set(identity, { ...owner, apiVersion: scaleVersion, fields: setOf([scalePath]) });
  }
  return writeOwners(owners);
}

/** Returns the entries of an object that had `entries`, after a write that gave its Scale the entries `scale`. */
export function entriesAfterScale(
  entries: readonly ManagedFieldsEntry[],
  scale: readonly ManagedFieldsEntry[],
  { paths, apiVersion }: ReplicasLocation,
): ManagedFieldsEntry[] {
  const parents = readOwners(entries, true) ?? new Map<string, Owner>();
  const scaleOwners = readOwners(scale, true) ?? new Map<string, Owner>();
  const owners = new Map<string, Owner>();
  for (const [identity, owner] of parents) {
    if (!paths.has(owner.apiVersion)) continue;
    const path = paths.get(owner.apiVersion);
    const hasReplicas = path !== undefined && contains(owner.fields, path);
    const fields =
      hasReplicas && !scaleOwners.delete(identity) ? difference(owner.fields, setOf([path])) : owner.fields;
    if (!isEmpty(fields)) owners.set(identity, { ...owner, fields });
  }
  const path = paths.get(apiVersion) ?? [];
  for (const [identity, owner] of scaleOwners) {
    if (!contains(owner.fields, scalePath)) continue;
    // As in the API server: the time is that of the object's entry with this identity, and absent without one.
    owners.set(identity, { ...owner, apiVersion, fields: setOf([path]), time: parents.get(identity)?.time });
  }
  return writeOwners(owners);
}
