/**
 * The handler of create: POST to a collection.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import { namespaceMismatch } from "../request/failures.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { readBodyAs } from "./read-body.ts";
import { type Route, writeContext } from "./route.ts";

export async function handleCreate(route: Route): Promise<void> {
  const { exchange, store, responder } = route;
  responder.negotiate(exchange, store.resource);
  // An unknown media type is reported before errors of the options.
  responder.bodyCodec(exchange);
  const options = readWriteOptions(exchange.query, "CreateOptions");
  const object = await readBodyObject(route, options);
  const created = await store.create(object, writeContext(exchange, options));
  await responder.sendObject(exchange, 201, store.resource, created);
}

/** Decodes the object in the body and sets its namespace to that of the path. */
export async function readBodyObject(route: Route, options: WriteOptions): Promise<ApiObject> {
  const { fieldValidation } = options;
  const object = await readBodyAs(route.store.resource, route, {
    fieldValidation,
    prepareForAudit: (sent) => route.store.withDefaults(sent),
  });
  placeInNamespace(route, object);
  return object;
}

/**
 * Sets the object's namespace to that of the path; removes it if the resource is cluster-wide.
 *
 * @throws {StatusError} BadRequest if the object has another namespace
 */
export function placeInNamespace({ store, namespace }: Route, { metadata }: ApiObject): void {
  if (!store.resource.isNamespaced) {
    delete metadata.namespace;
    return;
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    throw namespaceMismatch();
  }
  metadata.namespace = namespace;
}
