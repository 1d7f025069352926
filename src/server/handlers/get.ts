/**
 * The handler of GET for one object and for subresources that return the same object.
 *
 * @module
 */
import { assertName } from "../registry/keys.ts";
import { badRequest } from "../request/failures.ts";
import { readGetVersion } from "../request/list-options.ts";
import { flagOf } from "../request/query.ts";
import { type Route, targetOf } from "./route.ts";

export async function handleGet(route: Route): Promise<void> {
  const { exchange, store, responder } = route;
  responder.negotiate(exchange, store.resource);
  if (flagOf(exchange.query, "export")) {
    throw badRequest("the export parameter, deprecated since v1.14, is no longer supported");
  }
  const target = targetOf(route);
  assertName(target.name);
  const object = await store.get(target, readGetVersion(exchange.query));
  await responder.sendObject(exchange, 200, store.resource, object);
}
