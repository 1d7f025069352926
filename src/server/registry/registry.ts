/**
 * The stores of all resources that are served, over one storage.
 *
 * @module
 */
import type { Storage } from "../../storage/storage.ts";
import type { Log } from "../http/log.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { ConvertedStore } from "./converted-store.ts";
import { formsOf } from "./fields.ts";
import { Mirror } from "./mirror.ts";
import type { RegistryParts } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import { type ScaleForm, ScaleStore } from "./scale-store.ts";

export interface RegistryOptions extends Omit<RegistryParts, "mirror" | "storage" | "formsOf"> {
  readonly log: Log;
  /** What a Scale is; absent: nothing can be scaled. */
  readonly scale?: ScaleForm;
}

export class Registry {
  /** Of the resources in the form in which they are stored. */
  readonly stores: readonly ResourceStore[];
  /** Of the same objects in other versions and groups. */
  readonly convertedStores: readonly ResourceStore[];
  /** Of the resources that can be scaled, in the form of a Scale. */
  readonly scaleStores: readonly ScaleStore[];
  private readonly mirror: Mirror;
  private readonly storeByName: ReadonlyMap<string, ResourceStore>;

  constructor(storage: Storage, resources: readonly ServedResource[], options: RegistryOptions) {
    const own = resources.filter(({ stored }) => !stored);
    this.mirror = new Mirror(storage, own, options.log);
    const parts = {
      ...options,
      storage,
      mirror: this.mirror,
      formsOf: (resource: ServedResource) => formsOf(resource, resources),
    };
    this.stores = own.map((resource) => new ResourceStore(resource, parts));
    this.convertedStores = resources.flatMap((resource) =>
      resource.stored ? [new ConvertedStore(resource, resource.stored, parts)] : [],
    );
    const { scale } = options;
    this.scaleStores = own.flatMap((resource) =>
      scale && resource.traits.subresources?.includes("scale") ? [new ScaleStore(resource, scale, parts)] : [],
    );
    this.storeByName = new Map(
      this.stores.map((store) => [nameOf(store.resource.group, store.resource.resource), store]),
    );
  }

  /** Fills the caches. */
  start(): Promise<void> {
    return this.mirror.start();
  }

  stop(): Promise<void> {
    return this.mirror.stop();
  }

  /** Everything up to here has been seen. */
  get revision(): number {
    return this.mirror.revision;
  }

  /** How often an entry of the store could not be read, by resource. */
  get decodeErrors(): ReadonlyMap<string, number> {
    return this.mirror.decodeErrors;
  }

  /** The store of a resource by its group and plural, in the form in which it is stored; undefined for what is not served. */
  store(group: string, resource: string): ResourceStore | undefined {
    return this.storeByName.get(nameOf(group, resource));
  }
}

const nameOf = (group: string, resource: string): string => `${group}/${resource}`;
