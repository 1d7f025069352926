/**
 * Indexes owner references: objects by their UID, and the dependents of each owner.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";

export type OwnerReference = NonNullable<ObjectMeta["ownerReferences"]>[number];

/** An object with the store that contains it. */
export interface Owned {
  readonly store: ResourceStore;
  readonly object: ApiObject;
}

export class Ownership {
  private readonly objectByUid = new Map<string, Owned>();
  private readonly dependentsByOwner = new Map<string, Set<string>>();

  find(uid: string): Owned | undefined {
    return this.objectByUid.get(uid);
  }

  dependentsOf(uid: string): readonly Owned[] {
    return [...(this.dependentsByOwner.get(uid) ?? [])].flatMap((dependent) => this.find(dependent) ?? []);
  }

  set(store: ResourceStore, object: ApiObject): void {
    const { uid = "" } = object.metadata;
    this.unlink(uid);
    this.objectByUid.set(uid, { store, object });
    for (const owner of ownersOf(object)) {
      const dependents = this.dependentsByOwner.get(owner.uid ?? "");
      if (dependents) dependents.add(uid);
      else this.dependentsByOwner.set(owner.uid ?? "", new Set([uid]));
    }
  }

  /** Returns the known objects of a store. */
  *ofStore(store: ResourceStore): Iterable<ApiObject> {
    for (const owned of this.objectByUid.values()) if (owned.store === store) yield owned.object;
  }

  remove(uid: string): void {
    this.unlink(uid);
    this.objectByUid.delete(uid);
  }

  private unlink(uid: string): void {
    const known = this.objectByUid.get(uid);
    for (const owner of known ? ownersOf(known.object) : []) {
      const dependents = this.dependentsByOwner.get(owner.uid ?? "");
      dependents?.delete(uid);
      if (dependents?.size === 0) this.dependentsByOwner.delete(owner.uid ?? "");
    }
  }
}

export function ownersOf({ metadata }: ApiObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}
