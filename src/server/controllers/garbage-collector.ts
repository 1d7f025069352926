/**
 * The garbage collector: deletes objects whose owners no longer exist, and applies the propagation policy of a deletion
 * to the dependents of the object.
 *
 * @module
 */
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { PropagationPolicy } from "../request/delete-options.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { changeIfSame, ignoreRaces } from "./ignore-races.ts";
import { type Owned, type OwnerReference, Ownership, ownersOf } from "./ownership.ts";
import { WorkQueue } from "./work-queue.ts";

const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";

export function startGarbageCollector(options: ControllerOptions): Controller {
  const collector = new GarbageCollector(options);
  return { stop: collector.start() };
}

/**
 * The state of an owner. `waiting`: it is being deleted once its dependents are gone. `unknowable`: no object can be this
 * owner.
 */
type OwnerState = "there" | "waiting" | "absent" | "unknowable";

class GarbageCollector {
  private readonly options: ControllerOptions;
  private readonly ownership = new Ownership();
  private readonly queue: WorkQueue;

  constructor(options: ControllerOptions) {
    this.options = options;
    this.queue = new WorkQueue((uid) => this.processObject(uid), options.log);
  }

  start(): () => void {
    const stop = this.options.registry.follow((store) => {
      let isFollowed = true;
      const load = async () => {
        for (const object of store.cached()) {
          if (isTurnOver()) await nextTurn();
          if (!isFollowed) return;
          // The subscription has reported an object that was changed in the meantime.
          if (store.cachedObject(targetOf(object)) === object) this.noteObject(store, object);
        }
      };
      void load();
      const unsubscribe = store.subscribe({
        change: ({ object, previous }) => {
          if (object) this.noteObject(store, object);
          else if (previous) this.noteDeletion(previous);
        },
        reset: () => {
          this.noteMissedDeletions(store);
          void load();
        },
      });
      return () => {
        isFollowed = false;
        unsubscribe();
      };
    });
    return () => {
      stop();
      this.queue.stop();
    };
  }

  private noteObject(store: ResourceStore, object: ApiObject): void {
    this.ownership.set(store, object);
    if (ownersOf(object).length > 0 || object.metadata.deletionTimestamp) this.queue.add(object.metadata.uid ?? "");
  }

  /** Forgets the objects that were deleted while the subscription missed events. */
  private noteMissedDeletions(store: ResourceStore): void {
    for (const object of [...this.ownership.ofStore(store)]) {
      if (store.cachedObject(targetOf(object))?.metadata.uid !== object.metadata.uid) this.noteDeletion(object);
    }
  }

  private noteDeletion(object: ApiObject): void {
    const { uid = "" } = object.metadata;
    this.ownership.remove(uid);
    for (const dependent of this.ownership.dependentsOf(uid)) this.queue.add(dependent.object.metadata.uid ?? "");
    for (const owner of ownersOf(object)) this.queue.add(owner.uid ?? "");
  }

  private async processObject(uid: string): Promise<void> {
    const owned = this.ownership.find(uid);
    if (!owned) return;
    const { deletionTimestamp, finalizers = [] } = owned.object.metadata;
    if (deletionTimestamp && finalizers.includes(orphanFinalizer)) return this.orphanDependents(owned, uid);
    if (deletionTimestamp && finalizers.includes(foregroundFinalizer)) return this.deleteDependents(owned, uid);
    if (!deletionTimestamp && ownersOf(owned.object).length > 0) return this.checkOwners(owned, uid);
  }

  private async orphanDependents(owner: Owned, uid: string): Promise<void> {
    for (const dependent of this.ownership.dependentsOf(uid)) {
      await this.dropOwners(dependent, [uid]);
      if (isTurnOver()) await nextTurn();
    }
    await this.dropFinalizer(owner, orphanFinalizer);
  }

  private async deleteDependents(owner: Owned, uid: string): Promise<void> {
    const dependents = this.ownership.dependentsOf(uid);
    for (const dependent of dependents) {
      if (!dependent.object.metadata.deletionTimestamp) this.queue.add(dependent.object.metadata.uid ?? "");
    }
    const isHeld = dependents.some(({ object }) =>
      ownersOf(object).some((item) => item.uid === uid && item.blockOwnerDeletion),
    );
    if (!isHeld) await this.dropFinalizer(owner, foregroundFinalizer);
  }

  private async checkOwners(owned: Owned, uid: string): Promise<void> {
    const states: OwnerState[] = [];
    for (const owner of ownersOf(owned.object)) {
      if (isTurnOver()) await nextTurn();
      const state = await this.stateOf(owner, owned);
      // As in kube-controller-manager, one such owner keeps the object and all its references.
      if (state === "unknowable") return;
      states.push(state);
    }
    const lost = ownersOf(owned.object).filter((_owner, index) => states[index] !== "there");
    if (lost.length === 0) return;
    if (states.includes("there"))
      return this.dropOwners(
        owned,
        lost.map((owner) => owner.uid ?? ""),
      );
    const isWaitedFor = states.includes("waiting") && this.ownership.dependentsOf(uid).length > 0;
    await this.delete(owned, isWaitedFor ? "Foreground" : "Background");
  }

  /** Returns the state of an owner: unknowable if its kind is not served, or namespaced for a cluster-wide object. */
  private async stateOf(
    { apiVersion = "", kind = "", ...owner }: OwnerReference,
    { object }: Owned,
  ): Promise<OwnerState> {
    const store = this.options.registry.stores.find(({ forms }) => forms.get(apiVersion)?.kind === kind);
    if (!store) return "unknowable";
    const namespace = store.resource.isNamespaced ? (object.metadata.namespace ?? "") : "";
    if (store.resource.isNamespaced && namespace === "") return "unknowable";
    const target = { namespace, name: owner.name ?? "" };
    const cached = store.cachedObject(target);
    const found = cached?.metadata.uid === owner.uid ? cached : await undefinedIfNotFound(store.get(target));
    if (found?.metadata.uid !== owner.uid) return "absent";
    const { deletionTimestamp, finalizers = [] } = found?.metadata ?? {};
    return deletionTimestamp && finalizers.includes(foregroundFinalizer) ? "waiting" : "there";
  }

  private async delete({ store, object }: Owned, policy: PropagationPolicy): Promise<void> {
    const { finalizers = [], uid = "" } = object.metadata;
    const propagationPolicy = finalizers.includes(orphanFinalizer)
      ? "Orphan"
      : finalizers.includes(foregroundFinalizer)
        ? "Foreground"
        : policy;
    await ignoreRaces(
      store.delete({ target: targetOf(object), propagationPolicy, preconditions: { uid } }, this.options.write),
    );
  }

  private async dropOwners({ store, object }: Owned, uids: readonly string[]): Promise<void> {
    await this.change(store, object, (current) => {
      const ownerReferences = ownersOf(current).filter(({ uid = "" }) => !uids.includes(uid));
      return { ...current, metadata: { ...current.metadata, ownerReferences } };
    });
  }

  private async dropFinalizer({ store, object }: Owned, finalizer: string): Promise<void> {
    await this.change(store, object, (current) => {
      const finalizers = (current.metadata.finalizers ?? []).filter((name) => name !== finalizer);
      return { ...current, metadata: { ...current.metadata, finalizers } };
    });
  }

  /** Updates an object, but not another object that has taken its name. */
  private async change(
    store: ResourceStore,
    object: ApiObject,
    change: (current: ApiObject) => ApiObject,
  ): Promise<void> {
    const request = {
      target: targetOf(object),
      subresource: "",
      isRepeatable: true,
      change: changeIfSame(object, change),
    };
    await ignoreRaces(store.update(request, this.options.write));
  }
}

function targetOf({ metadata }: ApiObject) {
  return { namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
}
