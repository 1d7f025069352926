/**
 * The generic store of one resource, with all operations on its objects.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import type { ApiList, ApiObject } from "../request/api-object.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { createObject } from "./create.ts";
import { type DeleteRequest, type DeleteResult, deleteObject, deleteUnreadable, expireObject } from "./delete.ts";
import type { Forms } from "./fields.ts";
import { type ObjectName, objectKey, scopePrefix } from "./keys.ts";
import { type ListRequest, listObjects } from "./list.ts";
import type { Admission, RegistryParts, StoreParts, WriteContext } from "./parts.ts";
import { getObject } from "./read.ts";
import { applyDefaults, moveWritten } from "./strategy.ts";
import { type UpdateRequest, type UpdateResult, updateObject } from "./update.ts";
import type { VersionConversion } from "./version-conversion.ts";
import { type RunningWatch, selectingSink, type WatchRequest, type WatchSink, watchObjects } from "./watch.ts";
import type { CacheReader } from "./watch-cache.ts";

export class ResourceStore {
  readonly resource: ServedResource;
  protected readonly parts: StoreParts;

  /** @param called - the resource to name in responses */
  constructor(
    resource: ServedResource,
    parts: RegistryParts,
    {
      conversion,
      called: clientResource = resource,
    }: { conversion?: VersionConversion | undefined; called?: ServedResource } = {},
  ) {
    this.resource = resource;
    const cache = parts.reflector.cacheOf(conversion?.stored ?? resource);
    const forms = parts.formsOf(resource.storageResource ?? resource);
    this.parts = { ...parts, resource, clientResource, cache, forms, conversion };
  }

  /** The forms in which its objects are served. */
  get forms(): Forms {
    return this.parts.forms;
  }

  /** Admission for objects that clients send to subresources and that are not stored. */
  get admission(): Pick<Admission, "mutate" | "approve"> {
    return this.parts.admission;
  }

  /** @param resourceVersion - undefined for the newest state; otherwise a state that is at least as new, 0 for any */
  get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    return getObject(this.parts, target, resourceVersion);
  }

  list(request: ListRequest): Promise<ApiList> {
    return listObjects(this.parts, request);
  }

  watch(request: WatchRequest, sink: WatchSink): Promise<RunningWatch> {
    return watchObjects(this.parts, request, sink, selectingSink(request.selection, sink));
  }

  /** Returns a copy of an object from a client, with defaults. */
  withDefaults(sent: ApiObject): ApiObject {
    const object = cloneJson(sent);
    const parts = { ...this.parts, resource: this.resource };
    moveWritten(parts, object);
    applyDefaults(parts, object);
    return object;
  }

  /** @param object - owned by the registry from now on */
  create(object: ApiObject, write: WriteContext): Promise<ApiObject> {
    return createObject(this.parts, object, write);
  }

  update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    return updateObject(this.parts, request, write);
  }

  delete(request: DeleteRequest, write: WriteContext): Promise<DeleteResult> {
    return deleteObject(this.parts, request, write);
  }

  /** Whether objects that cannot be read may be deleted. */
  get deletesUnreadable(): boolean {
    const { contextFor } = this.parts;
    return contextFor(this.resource.version).isEnabled("AllowUnsafeMalformedObjectDeletion");
  }

  deleteUnreadable(target: ObjectName, write: WriteContext): Promise<void> {
    return deleteUnreadable(this.parts, target, write);
  }

  /** Deletes an object regardless of its finalizers, unless it has been written since. */
  expire(object: ApiObject): Promise<void> {
    return expireObject(this.parts, object);
  }

  /**
   * Returns the objects of a namespace, or of all, from the cache, sorted by key. The cache may lag behind the store.
   */
  cached(namespace = ""): readonly ApiObject[] {
    return this.leaves(namespace).flatMap(({ objects }) => objects);
  }

  /** Returns some objects, evenly distributed over the range of keys. */
  sample(count: number): readonly ApiObject[] {
    const leaves = this.leaves("");
    const each = Math.ceil(count / Math.max(1, leaves.length));
    const step = Math.max(1, Math.floor((leaves.length * each) / count));
    const chosen = leaves.filter((_, index) => index % step === 0);
    return chosen.flatMap(({ objects }) => objects.slice(0, each)).slice(0, count);
  }

  private leaves(namespace: string) {
    return [...this.parts.cache.range(scopePrefix(this.resource, namespace))];
  }

  /** The number of objects in the cache. */
  get size(): number {
    return this.parts.cache.size;
  }

  /** Returns an object from the cache. */
  cachedObject(target: ObjectName): ApiObject | undefined {
    return this.parts.cache.get(objectKey(this.resource, target));
  }

  /**
   * Converts cached objects to the form that clients of this resource see.
   *
   * @throws {StatusError} if the conversion webhook fails
   */
  async toServed(objects: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    return objects;
  }

  /** Subscribes to all changes from now on. */
  subscribe(reader: CacheReader): () => void {
    return this.parts.cache.subscribe(reader);
  }
}
