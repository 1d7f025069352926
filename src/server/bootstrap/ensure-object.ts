/**
 * Creates objects that a server puts into its own store when it starts.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { memberOf } from "../../json/member.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";
import type { ApiObject } from "../request/api-object.ts";
import { StatusError, undefinedIfNotFound } from "../request/status.ts";

export interface WantedObject {
  readonly group: string;
  readonly resource: string;
  readonly object: ApiObject;
  /** Field manager of a new object; default: that of the writer. */
  readonly fieldManager?: string;
  /** Written after the object has been created. */
  readonly status?: object;
  /** Fields that are corrected if the object exists; default: an existing object is not changed. */
  readonly ownFields?: readonly string[];
}

/** The registry to write to, and the user who writes. */
export interface EnsureOptions {
  readonly registry: Registry;
  /** The context, with the server's own user, in which it writes. */
  readonly write: WriteContext;
}

/**
 * Creates a missing object, unless another server is faster. Writes nothing if the object exists, so that a server can
 * start with a read-only store. Skips resources that the release does not have.
 *
 * @throws {StatusError} if the store cannot be written
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
        await undefinedIfNotFound(
          put("", Object.fromEntries(differing.map((field) => [field, memberOf(object, field)]))),
        );
    } else {
      await store.create(structuredClone(object), { ...write, fieldManager });
      if (status) await put("status", { status });
    }
  } catch (error) {
    if (!(error instanceof StatusError && error.code === 409)) throw error;
  }
}
