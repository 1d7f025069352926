/**
 * Objects that a server puts into its own store when it starts.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { memberOf } from "../../json/member.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";
import type { ApiObject } from "../request/api-object.ts";
import { orUndefined, StatusError } from "../request/status.ts";

export interface WantedObject {
  readonly group: string;
  readonly resource: string;
  readonly object: ApiObject;
  /** Of a new object; default: that of the writer. */
  readonly fieldManager?: string;
  /** Written after the object has been created. */
  readonly status?: object;
  /** Fields that an object that is there is given as well; default: it stays as it is. */
  readonly ownFields?: readonly string[];
}

/** Where the objects go, and who writes them. */
export interface EnsureOptions {
  readonly registry: Registry;
  /** As the server itself. */
  readonly write: WriteContext;
}

/**
 * Creates an object that is missing, unless another server is faster. A store that takes no writes is still good for a
 * server that finds its objects there; other releases have fewer kinds.
 *
 * @throws {StatusError} when the store cannot be written
 */
export async function ensureObject({ registry, write }: EnsureOptions, wanted: WantedObject): Promise<void> {
  const { group, resource, object, status, ownFields = [], fieldManager = write.fieldManager } = wanted;
  const store = registry.store(group, resource);
  if (!store) return;
  const { namespace = "", name = "" } = object.metadata;
  const target = { namespace, name };
  const put = (subresource: string, fields: object) =>
    store.update({ target, subresource, change: (current = object) => ({ ...current, ...fields }) }, write);
  const found = store.cachedObject(target);
  try {
    if (found) {
      const differing = ownFields.filter(
        (field) => !isDeepStrictEqual(memberOf(found, field), memberOf(object, field)),
      );
      if (differing.length > 0)
        await orUndefined(put("", Object.fromEntries(differing.map((field) => [field, memberOf(object, field)]))));
    } else {
      await store.create(structuredClone(object), { ...write, fieldManager });
      if (status) await put("status", { status });
    }
  } catch (error) {
    if (!(error instanceof StatusError && error.code === 409)) throw error;
  }
}
