/**
 * The stores of all resources that are served, over one storage.
 *
 * @module
 */
import type { Storage } from "../../storage/storage.ts";
import type { Log } from "../http/log.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { Mirror } from "./mirror.ts";
import type { RegistryParts } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";

export interface RegistryOptions extends Omit<RegistryParts, "mirror" | "storage"> {
  readonly log: Log;
}

export class Registry {
  readonly stores: readonly ResourceStore[];
  private readonly mirror: Mirror;

  constructor(storage: Storage, resources: readonly ServedResource[], options: RegistryOptions) {
    this.mirror = new Mirror(storage, resources, options.log);
    this.stores = resources.map(
      (resource) => new ResourceStore(resource, { ...options, storage, mirror: this.mirror }),
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

  /** The store of a resource by its group and plural; undefined for what is not served. */
  store(group: string, resource: string): ResourceStore | undefined {
    return this.stores.find((store) => store.resource.group === group && store.resource.resource === resource);
  }
}
