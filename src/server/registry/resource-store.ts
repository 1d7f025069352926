/**
 * The generic store of one resource: all that can be done with its objects.
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
import { type RunningWatch, selecting, type WatchRequest, type WatchSink, watchObjects } from "./watch.ts";
import type { CacheReader } from "./watch-cache.ts";

export class ResourceStore {
  readonly resource: ServedResource;
  protected readonly parts: StoreParts;

  /** @param called - the resource in answers */
  constructor(
    resource: ServedResource,
    parts: RegistryParts,
    { conversion, called = resource }: { conversion?: VersionConversion | undefined; called?: ServedResource } = {},
  ) {
    this.resource = resource;
    const cache = parts.reflector.cacheOf(conversion?.stored ?? resource);
    const forms = parts.formsOf(resource.stored ?? resource);
    this.parts = { ...parts, resource, called, cache, forms, conversion };
  }

  /** The forms in which its objects are served. */
  get forms(): Forms {
    return this.parts.forms;
  }

  /** For what clients send to subresources, and nobody stores. */
  get admission(): Pick<Admission, "mutate" | "approve"> {
    return this.parts.admission;
  }

  /** @param resourceVersion - undefined for the newest; else one that is not older, 0 for any */
  get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    return getObject(this.parts, target, resourceVersion);
  }

  list(request: ListRequest): Promise<ApiList> {
    return listObjects(this.parts, request);
  }

  watch(request: WatchRequest, sink: WatchSink): Promise<RunningWatch> {
    return watchObjects(this.parts, request, sink, selecting(request.selection, sink));
  }

  /** A copy of an object that a client has sent, as it is understood. */
  withDefaults(sent: ApiObject): ApiObject {
    const object = cloneJson(sent);
    const parts = { ...this.parts, resource: this.resource };
    moveWritten(parts, object);
    applyDefaults(parts, object);
    return object;
  }

  /** @param object - becomes the registry's own */
  create(object: ApiObject, write: WriteContext): Promise<ApiObject> {
    return createObject(this.parts, object, write);
  }

  update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    return updateObject(this.parts, request, write);
  }

  delete(request: DeleteRequest, write: WriteContext): Promise<DeleteResult> {
    return deleteObject(this.parts, request, write);
  }

  /** Whether what cannot be read may be deleted. */
  get deletesUnreadable(): boolean {
    const { contextFor } = this.parts;
    return contextFor(this.resource.version).isEnabled("AllowUnsafeMalformedObjectDeletion");
  }

  deleteUnreadable(target: ObjectName, write: WriteContext): Promise<void> {
    return deleteUnreadable(this.parts, target, write);
  }

  /** Deletes an object, whatever its finalizers, unless someone has written it since. */
  expire(object: ApiObject): Promise<void> {
    return expireObject(this.parts, object);
  }

  /** Objects of a namespace, or all, as the server's memory has them, by key; may be a moment behind. */
  cached(namespace = ""): readonly ApiObject[] {
    return this.leaves(namespace).flatMap(({ objects }) => objects);
  }

  /** Some of them, from all over the range of keys. */
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

  /** How many there are. */
  get size(): number {
    return this.parts.cache.size;
  }

  /** One of them. */
  cachedObject(target: ObjectName): ApiObject | undefined {
    return this.parts.cache.get(objectKey(this.resource, target));
  }

  /** Objects of the server's memory as clients of this resource see them. @throws {StatusError} of a webhook that has to convert them */
  async served(objects: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    return objects;
  }

  /** Sees every change from now on. */
  subscribe(reader: CacheReader): () => void {
    return this.parts.cache.subscribe(reader);
  }
}
