/**
 * The objects of a resource in its own version, where they are kept in another one and only a webhook converts.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";
import type { ConvertObjects, ServedResource } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { writtenForm } from "../request/written-form.ts";

export class VersionConversion {
  /** In whose version new objects are stored; earlier ones may be in others. */
  readonly stored: ServedResource;
  /** Results made of an object can be kept with it, so one object that is stored is asked about once. */
  private readonly served = new WeakMap<ApiObject, Promise<ApiObject>>();
  private readonly resource: ServedResource;
  private readonly convert: ConvertObjects;

  /** @param resource - in whose version clients see the objects */
  constructor(resource: ServedResource, convert: ConvertObjects) {
    this.resource = resource;
    this.stored = resource.stored ?? resource;
    this.convert = convert;
  }

  /** Whether an object of the store is in the version of the clients. */
  isServed(object: ApiObject): boolean {
    return this.formOf(object) === this.resource;
  }

  /** An object as it is to be stored. @throws {StatusError} */
  async toStored(object: ApiObject): Promise<ApiObject> {
    if (this.stored === this.resource) return object;
    const [stored] = await this.convert([object], this.resource, this.stored);
    return readAs(stored as ApiObject, this.stored);
  }

  /** An object of the store as clients see it. @throws {StatusError} */
  async toServed(object: ApiObject): Promise<ApiObject> {
    return (await this.allToServed([object]))[0] as ApiObject;
  }

  /** All of a version that are not known yet are asked about at once. */
  async allToServed(objects: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    const unknown = objects.filter((object) => !this.isServed(object) && !this.served.has(object));
    for (const form of new Set(unknown.map((object) => this.formOf(object)))) {
      const asked = unknown.filter((object) => this.formOf(object) === form);
      const converted = this.convert(asked, form, this.resource);
      for (const [index, object] of asked.entries()) {
        // Defaults are those of the version that is stored.
        const made = converted.then((all) => readAs(all[index] as ApiObject, this.resource), unreadable);
        this.served.set(object, made);
        // A failed question is asked again.
        made.catch(() => this.served.delete(object));
      }
    }
    return Promise.all(objects.map((object) => this.served.get(object) ?? object));
  }

  private formOf(object: ApiObject): ServedResource {
    return writtenForm(object) ?? this.stored;
  }
}

/** In which the objects of the store and of the cache are. */
export const keptForm = ({ resource, conversion }: Converted): ServedResource => conversion?.stored ?? resource;

interface Converted {
  readonly resource: ServedResource;
  readonly conversion?: VersionConversion | undefined;
}

/** To readers, that is a fault of the store. */
function unreadable(error: unknown): never {
  throw error instanceof StatusError ? internalError(error.message) : error;
}

/** Without what its version does not know. */
const readAs = (object: ApiObject, { definition, version }: ServedResource): ApiObject =>
  (definition.read?.(object, { version }).object ?? object) as ApiObject;
