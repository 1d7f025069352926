/**
 * The stores of all served resources, over one storage. Resources can be added and removed while the server runs.
 *
 * @module
 */
import { isStorageError, type Storage } from "../../storage/storage.ts";
import type { Log } from "../http/log.ts";
import type { ObjectCount } from "../http/metrics.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { ConvertedStore } from "./converted-store.ts";
import { formsOf } from "./fields.ts";
import { registryPrefix } from "./keys.ts";
import type { RegistryParts } from "./parts.ts";
import { Reflector } from "./reflector.ts";
import { ResourceStore } from "./resource-store.ts";
import { type ScaleForm, ScaleStore } from "./scale-store.ts";
import { VersionConversion } from "./version-conversion.ts";
import { WebhookConvertedStore } from "./webhook-converted-store.ts";

/** Maximum time for the caches to reach a revision of the store. */
const reachTimeoutMs = 30_000;

export interface RegistryOptions extends Omit<RegistryParts, "reflector" | "storage" | "formsOf"> {
  readonly log: Log;
  /** The kind Scale; absent: no resource has the subresource `scale`. */
  readonly scale?: ScaleForm;
}

/** An object in stored form. */
export interface StoredText {
  readonly key: string;
  /** JSON without a resource version. */
  readonly text: string;
}

/** The stores of some resources. */
interface Stores {
  /** Stores of resources in the form in which they are stored. */
  readonly stored: readonly ResourceStore[];
  /** Stores of the same objects in other versions and groups. */
  readonly converted: readonly ResourceStore[];
  /** Scale subresources of the resources that can be scaled. */
  readonly scale: readonly ScaleStore[];
}

/** The stores that were removed and added, each in the form in which the resource is stored. */
interface StoreChange {
  readonly removedStores: readonly ResourceStore[];
  readonly addedStores: readonly ResourceStore[];
}

type ReadChange = (change: StoreChange) => void;

/**
 * Called for each store, in the form in which the resource is stored. Returns a function that is called when the store
 * is removed.
 */
type FollowStore = (store: ResourceStore) => () => void;

export class Registry {
  private readonly storage: Storage;
  private readonly options: RegistryOptions;
  private readonly reflector: Reflector;
  private all: Stores;
  private readonly storeByName = new Map<string, ResourceStore>();
  private readonly readers = new Set<ReadChange>();
  private readonly servedByDefinition = new Map<
    string,
    { readonly resources: readonly ServedResource[]; readonly stores: Stores }
  >();

  constructor(storage: Storage, resources: readonly ServedResource[], options: RegistryOptions) {
    this.storage = storage;
    this.options = options;
    this.reflector = new Reflector(storage, resources.filter(hasOwnCache), options.log);
    this.all = this.storesOf(resources);
    this.index(this.all.stored);
  }

  get stores(): readonly ResourceStore[] {
    return this.all.stored;
  }

  get convertedStores(): readonly ResourceStore[] {
    return this.all.converted;
  }

  get scaleStores(): readonly ScaleStore[] {
    return this.all.scale;
  }

  /**
   * Writes objects into an empty store, without admission and validation. Must be called before the start.
   *
   * @returns false if the store has objects, or another server writes some at the same time
   * @throws {StorageError} if the store cannot be read or written
   */
  async fillEmpty(objects: () => readonly StoredText[]): Promise<boolean> {
    const { remaining } = await this.storage.range({ prefix: registryPrefix, limit: 0 });
    if (remaining > 0) return false;
    // In parallel, since the store syncs concurrent writes together.
    const written = objects().map(({ key, text }) =>
      this.storage.put(key, Buffer.from(text), 0).then(
        () => true,
        (error: unknown) => {
          if (isStorageError(error, "conflict")) return false;
          throw error;
        },
      ),
    );
    return (await Promise.all(written)).every((isWritten) => isWritten);
  }

  /** Fills the caches. */
  start(): Promise<void> {
    return this.reflector.start();
  }

  stop(): Promise<void> {
    return this.reflector.stop();
  }

  /** The revision that the caches have reached. */
  get revision(): number {
    return this.reflector.revision;
  }

  /**
   * Waits until the caches have reached a revision.
   *
   * @throws {Error} if that takes too long
   */
  async waitForRevision(revision: number): Promise<void> {
    if (await this.reflector.waitFor(revision, reachTimeoutMs)) return;
    throw new Error(`the caches have come to revision ${this.revision}; the store is at ${revision}`);
  }

  /** The number of unreadable entries of each resource so far. */
  get decodeErrors(): readonly ObjectCount[] {
    return this.reflector.decodeErrors;
  }

  /**
   * Returns the store of a resource by its group and plural name, in the form in which it is stored; undefined if the
   * resource is not served.
   */
  store(group: string, resource: string): ResourceStore | undefined {
    return this.storeByName.get(nameOf(group, resource));
  }

  /** Returns the store whose objects are served as this kind; if a webhook converts them, the store of this version. */
  storeOfKind(apiVersion: string, kind: string): ResourceStore | undefined {
    const found = this.stores.find(({ forms }) => forms.get(apiVersion)?.kind === kind);
    if (!found?.resource.convert) return found;
    const isOfVersion = ({ resource }: ResourceStore) => resource.apiVersion === apiVersion && resource.kind === kind;
    return this.convertedStores.find(isOfVersion) ?? found;
  }

  /** Returns all served versions of a resource by `apiVersion`. */
  versionsOf({ resource, group }: ServedResource): ReadonlyMap<string, ServedResource> {
    const all = [...this.stores, ...this.convertedStores].map((store) => store.resource);
    const own = all.find((each) => each.resource === resource && each.group === group);
    const versions = all.filter((each) => (each.storageResource ?? each) === (own?.storageResource ?? own));
    return new Map(versions.map((version) => [version.apiVersion, version]));
  }

  /**
   * Serves the resources of a definition, instead of its earlier ones. Callers must wait for it to finish before they
   * call it again.
   *
   * @param name - name of the definition
   * @param resources - empty if the definition is deleted
   */
  async define(name: string, resources: readonly ServedResource[]): Promise<void> {
    for (const resource of resources.filter(hasOwnCache)) await this.reflector.add(resource);
    const before = this.servedByDefinition.get(name);
    const next = this.storesOf(resources);
    if (resources.length > 0) this.servedByDefinition.set(name, { resources, stores: next });
    else this.servedByDefinition.delete(name);
    this.all = replaceStores(this.all, before?.stores, next);
    const gone = before?.stores.stored ?? [];
    this.drop(gone);
    this.index(next.stored);
    for (const read of [...this.readers]) read({ removedStores: gone, addedStores: next.stored });
    for (const resource of before?.resources ?? []) this.reflector.remove(resource);
  }

  /** Marks the resources of a definition as being deleted. Their watches continue until the deletion. */
  markDeleting(name: string): void {
    for (const resource of this.servedByDefinition.get(name)?.resources ?? [])
      Object.assign(resource, { isTerminating: true });
    for (const read of [...this.readers]) read({ removedStores: [], addedStores: [] });
  }

  /**
   * Subscribes to changes of the served resources.
   *
   * @param read - called when resources are added, removed or changed
   */
  subscribe(read: ReadChange): () => void {
    this.readers.add(read);
    return () => this.readers.delete(read);
  }

  /** Calls a function for each store, existing and future. */
  follow(follow: FollowStore): () => void {
    const followed = new Map<ResourceStore, () => void>();
    const update = ({ removedStores, addedStores }: StoreChange) => {
      for (const store of removedStores) {
        followed.get(store)?.();
        followed.delete(store);
      }
      for (const store of addedStores) followed.set(store, follow(store));
    };
    update({ removedStores: [], addedStores: this.stores });
    const unsubscribe = this.subscribe(update);
    return () => {
      unsubscribe();
      for (const stop of followed.values()) stop();
    };
  }

  private storesOf(resources: readonly ServedResource[]): Stores {
    const parts = {
      ...this.options,
      storage: this.storage,
      reflector: this.reflector,
      formsOf: (resource: ServedResource) => formsOf(resource, resources),
    };
    const { scale } = this.options;
    const conversions = new Map(resources.map((resource) => [resource, conversionOf(resource)]));
    const scalable = resources.filter(
      (resource) => (hasOwnCache(resource) || conversions.get(resource)) && hasScale(resource),
    );
    const storeOf = (resource: ServedResource) => {
      const conversion = conversions.get(resource);
      return conversion ? new WebhookConvertedStore(resource, parts, conversion) : new ResourceStore(resource, parts);
    };
    return {
      stored: resources.filter(({ storageResource }) => !storageResource).map(storeOf),
      converted: resources.flatMap((resource) => {
        const { storageResource } = resource;
        if (!storageResource) return [];
        const isOwn = hasOwnCache(resource) || conversions.get(resource) !== undefined;
        return isOwn ? storeOf(resource) : new ConvertedStore(resource, storageResource, parts);
      }),
      scale: scale ? scalable.map((each) => new ScaleStore(each, scale, parts, conversions.get(each))) : [],
    };
  }

  private index(stores: readonly ResourceStore[]): void {
    for (const store of stores) this.storeByName.set(nameOfStore(store), store);
  }

  private drop(stores: readonly ResourceStore[]): void {
    for (const store of stores) {
      const name = nameOfStore(store);
      this.storeByName.delete(name);
      // A definition may have replaced a built-in resource of the same name.
      this.index(this.stores.filter((other) => nameOfStore(other) === name));
    }
  }
}

const nameOfStore = ({ resource }: ResourceStore): string => nameOf(resource.group, resource.resource);

const nameOf = (group: string, resource: string): string => `${group}/${resource}`;

/** Whether the resource has a separate cache. */
const hasOwnCache = ({ storageResource, keeping }: ServedResource): boolean =>
  !storageResource || keeping !== undefined;

/** Returns the conversion by a webhook; undefined if no webhook converts the resource. */
const conversionOf = (resource: ServedResource): VersionConversion | undefined =>
  resource.convert && new VersionConversion(resource, resource.convert);

const hasScale = ({ traits }: ServedResource): boolean => traits.subresources?.includes("scale") === true;

function replaceStores(all: Stores, before: Stores | undefined, next: Stores): Stores {
  const swap = <T>(items: readonly T[], old: readonly T[] = [], added: readonly T[]): T[] => [
    ...(old.length > 0 ? items.filter((item) => !old.includes(item)) : items),
    ...added,
  ];
  return {
    stored: swap(all.stored, before?.stored, next.stored),
    converted: swap(all.converted, before?.converted, next.converted),
    scale: swap(all.scale, before?.scale, next.scale),
  };
}
