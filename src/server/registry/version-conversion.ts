/**
 * Converts the objects of a resource between its own version and the stored version, if only a webhook can convert
 * them.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";
import { type ConvertObjects, pruneToVersion, type ServedResource } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { writtenVersionOf } from "../request/written-form.ts";

export class VersionConversion {
  /** The resource in whose version new objects are stored; older objects may be stored in other versions. */
  readonly stored: ServedResource;
  /** Converted objects by the stored object, so that each stored object is converted once. */
  private readonly served = new WeakMap<ApiObject, Promise<ApiObject>>();
  private readonly resource: ServedResource;
  private readonly convert: ConvertObjects;

  /** @param resource - the resource in whose version clients see the objects */
  constructor(resource: ServedResource, convert: ConvertObjects) {
    this.resource = resource;
    this.stored = resource.storageResource ?? resource;
    this.convert = convert;
  }

  /** Whether a stored object is in the version that clients see. */
  isServed(object: ApiObject): boolean {
    return this.formOf(object) === this.resource;
  }

  /**
   * Converts an object to the stored version.
   *
   * @throws {StatusError} if the webhook fails
   */
  async toStored(object: ApiObject): Promise<ApiObject> {
    if (this.stored === this.resource) return object;
    const [stored] = await this.convert([object], this.resource, this.stored);
    return pruneToVersion(stored as ApiObject, this.stored);
  }

  /**
   * Converts a stored object to the version that clients see.
   *
   * @throws {StatusError} if the webhook fails
   */
  async toServed(object: ApiObject): Promise<ApiObject> {
    return (await this.allToServed([object]))[0] as ApiObject;
  }

  /** Converts objects, with one call of the webhook for all unknown objects of the same version. */
  async allToServed(objects: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    const unknown = objects.filter((object) => !this.isServed(object) && !this.served.has(object));
    for (const form of new Set(unknown.map((object) => this.formOf(object)))) {
      const asked = unknown.filter((object) => this.formOf(object) === form);
      const converted = this.convert(asked, form, this.resource);
      for (const [index, object] of asked.entries()) {
        // The objects already have the defaults of the stored version.
        const made = converted.then((all) => pruneToVersion(all[index] as ApiObject, this.resource), unreadable);
        this.served.set(object, made);
        // Forgets a failed conversion, so that it is tried again.
        made.catch(() => this.served.delete(object));
      }
    }
    return Promise.all(objects.map((object) => this.served.get(object) ?? object));
  }

  private formOf(object: ApiObject): ServedResource {
    return writtenVersionOf(object) ?? this.stored;
  }
}

/** Returns the form of objects in the store and in the cache. */
export const storageForm = ({ resource, conversion }: Converted): ServedResource => conversion?.stored ?? resource;

interface Converted {
  readonly resource: ServedResource;
  readonly conversion?: VersionConversion | undefined;
}

/** Reports a failed conversion to readers as an internal error. */
function unreadable(error: unknown): never {
  throw error instanceof StatusError ? internalError(error.message) : error;
}
