/**
 * Who owns the number of replicas: the entries of an object, told of its scale, and back.
 *
 * @module
 */
import { contains, difference, isEmpty, setOf } from "./field-set.ts";
import { type ManagedFieldsEntry, type Owner, readOwners, writeOwners } from "./owners.ts";
import type { FieldPath } from "./path-element.ts";

const scaleVersion = "autoscaling/v1";
const scalePath: FieldPath = ["f:spec", "f:replicas"];

/** Where the number is in the object, by version; undefined in a version that has no scale. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

/** Where the number is in the object that a scale is of. */
export interface ReplicasOf {
  readonly paths: ReplicasPaths;
  /** The API version that the entries of the scale are written in. */
  readonly apiVersion: string;
}

/** The entries of the scale of an object with `entries`. */
export function scaleEntries(entries: readonly ManagedFieldsEntry[], paths: ReplicasPaths): ManagedFieldsEntry[] {
  const owners = new Map<string, Owner>();
  for (const [identity, owner] of readOwners(entries, true) ?? []) {
    const path = paths.get(owner.apiVersion);
    if (!path || !contains(owner.fields, path)) continue;
    owners.set(identity, { ...owner, apiVersion: scaleVersion, fields: setOf([scalePath]) });
  }
  return writeOwners(owners);
}

/** The entries of an object with `entries`, once its scale has those of `scale`. */
export function entriesAfterScale(
  entries: readonly ManagedFieldsEntry[],
  scale: readonly ManagedFieldsEntry[],
  { paths, apiVersion }: ReplicasOf,
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
