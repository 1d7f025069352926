/**
 * The stores of all resources that are served, over one storage. Resources come and go while it runs.
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

/** How long the caches may take to come to a revision of the store. */
const reachTimeoutMs = 30_000;

export interface RegistryOptions extends Omit<RegistryParts, "reflector" | "storage" | "formsOf"> {
  readonly log: Log;
  /** The Scale; absent: nothing can be scaled. */
  readonly scale?: ScaleForm;
}

/** An object as the store keeps it. */
export interface StoredText {
  readonly key: string;
  /** JSON, without a resourceVersion. */
  readonly text: string;
}

/** The stores of some resources. */
interface Stores {
  /** Of the resources in the form in which they are stored. */
  readonly stored: readonly ResourceStore[];
  /** Of the same objects in other versions and groups. */
  readonly converted: readonly ResourceStore[];
  /** Of the resources that can be scaled, in the form of a Scale. */
  readonly scale: readonly ScaleStore[];
}

/** The stores that went and that came, each of a resource in the form in which it is stored. */
interface StoreChange {
  readonly gone: readonly ResourceStore[];
  readonly come: readonly ResourceStore[];
}

type ReadChange = (change: StoreChange) => void;

/** Follows the stores of the resources in the form in which they are stored; the result is called when one goes. */
type FollowStore = (store: ResourceStore) => () => void;

export class Registry {
  private readonly storage: Storage;
  private readonly options: RegistryOptions;
  private readonly reflector: Reflector;
  private all: Stores;
  private readonly storeByName = new Map<string, ResourceStore>();
  private readonly readers = new Set<ReadChange>();
  private readonly defined = new Map<
    string,
    { readonly resources: readonly ServedResource[]; readonly stores: Stores }
  >();

  constructor(storage: Storage, resources: readonly ServedResource[], options: RegistryOptions) {
    this.storage = storage;
    this.options = options;
    this.reflector = new Reflector(storage, resources.filter(isKeptApart), options.log);
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
   * Writes objects into a store that has none, as they are: nobody admits or validates them. To be called before the start.
   *
   * @returns false when the store has objects, or another server gives it some at the same time
   * @throws {StorageError} when it cannot be read or written
   */
  async fillEmpty(objects: () => readonly StoredText[]): Promise<boolean> {
    const { remaining } = await this.storage.range({ prefix: registryPrefix, limit: 0 });
    if (remaining > 0) return false;
    // At once: the store makes writes that come together durable together.
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

  /** Everything up to here has been seen. */
  get revision(): number {
    return this.reflector.revision;
  }

  /**
   * Waits until everything up to there has been seen.
   *
   * @throws {Error} when that takes too long
   */
  async reach(revision: number): Promise<void> {
    if (await this.reflector.waitFor(revision, reachTimeoutMs)) return;
    throw new Error(`the caches have come to revision ${this.revision}; the store is at ${revision}`);
  }

  /** How often an entry of the store could not be read, by resource. */
  get decodeErrors(): readonly ObjectCount[] {
    return this.reflector.decodeErrors;
  }

  /** The store of a resource by its group and plural, in the form in which it is stored; undefined for what is not served. */
  store(group: string, resource: string): ResourceStore | undefined {
    return this.storeByName.get(nameOf(group, resource));
  }

  /** The store whose objects are served as this kind; of its version where a webhook converts. */
  storeOfKind(apiVersion: string, kind: string): ResourceStore | undefined {
    const found = this.stores.find(({ forms }) => forms.get(apiVersion)?.kind === kind);
    if (!found?.resource.convert) return found;
    const isOfVersion = ({ resource }: ResourceStore) => resource.apiVersion === apiVersion && resource.kind === kind;
    return this.convertedStores.find(isOfVersion) ?? found;
  }

  /** All versions in which the objects of a resource are served, by `apiVersion`. */
  versionsOf({ resource, group }: ServedResource): ReadonlyMap<string, ServedResource> {
    const all = [...this.stores, ...this.convertedStores].map((store) => store.resource);
    const own = all.find((each) => each.resource === resource && each.group === group);
    const versions = all.filter((each) => (each.stored ?? each) === (own?.stored ?? own));
    return new Map(versions.map((version) => [version.apiVersion, version]));
  }

  /**
   * Serves what a definition defines, instead of what it defined before. To be called again when this has ended.
   *
   * @param name - of the definition
   * @param resources - none of a definition that goes
   */
  async define(name: string, resources: readonly ServedResource[]): Promise<void> {
    for (const resource of resources.filter(isKeptApart)) await this.reflector.add(resource);
    const before = this.defined.get(name);
    const next = this.storesOf(resources);
    if (resources.length > 0) this.defined.set(name, { resources, stores: next });
    else this.defined.delete(name);
    this.all = replaced(this.all, before?.stores, next);
    const gone = before?.stores.stored ?? [];
    this.drop(gone);
    this.index(next.stored);
    for (const read of [...this.readers]) read({ gone, come: next.stored });
    for (const resource of before?.resources ?? []) this.reflector.remove(resource);
  }

  /** Notes on the resources of a definition that they are about to go. Their watches last until then. */
  noteEnding(name: string): void {
    for (const resource of this.defined.get(name)?.resources ?? []) Object.assign(resource, { isEnding: true });
    for (const read of [...this.readers]) read({ gone: [], come: [] });
  }

  /** @param read - is called when other resources are served than before, or in another way */
  subscribe(read: ReadChange): () => void {
    this.readers.add(read);
    return () => this.readers.delete(read);
  }

  /** Follows all stores that there are and that come. */
  follow(follow: FollowStore): () => void {
    const followed = new Map<ResourceStore, () => void>();
    const update = ({ gone, come }: StoreChange) => {
      for (const store of gone) {
        followed.get(store)?.();
        followed.delete(store);
      }
      for (const store of come) followed.set(store, follow(store));
    };
    update({ gone: [], come: this.stores });
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
      (resource) => (isKeptApart(resource) || conversions.get(resource)) && hasScale(resource),
    );
    const storeOf = (resource: ServedResource) => {
      const conversion = conversions.get(resource);
      return conversion ? new WebhookConvertedStore(resource, parts, conversion) : new ResourceStore(resource, parts);
    };
    return {
      stored: resources.filter(({ stored }) => !stored).map(storeOf),
      converted: resources.flatMap((resource) => {
        const { stored } = resource;
        if (!stored) return [];
        const isOwn = isKeptApart(resource) || conversions.get(resource) !== undefined;
        return isOwn ? storeOf(resource) : new ConvertedStore(resource, stored, parts);
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
      // A definition may have had the name of a resource that the server has by itself.
      this.index(this.stores.filter((other) => nameOfStore(other) === name));
    }
  }
}

const nameOfStore = ({ resource }: ResourceStore): string => nameOf(resource.group, resource.resource);

const nameOf = (group: string, resource: string): string => `${group}/${resource}`;

/** Whether it has a cache of its own. */
const isKeptApart = ({ stored, keeping }: ServedResource): boolean => !stored || keeping !== undefined;

/** Undefined where no webhook converts. */
const conversionOf = (resource: ServedResource): VersionConversion | undefined =>
  resource.convert && new VersionConversion(resource, resource.convert);

const hasScale = ({ traits }: ServedResource): boolean => traits.subresources?.includes("scale") === true;

function replaced(all: Stores, before: Stores | undefined, next: Stores): Stores {
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
