/**
 * The handler of list: GET of a collection.
 *
 * @module
 */
import { selectionOf } from "../registry/selection.ts";
import { listPage, readListOptions } from "../request/list-options.ts";
import type { Route } from "./route.ts";

export async function handleList({ exchange, store, responder, namespace }: Route): Promise<void> {
  responder.negotiate(exchange, store.resource);
  const options = readListOptions(exchange.query, false);
  const selection = selectionOf(store.resource, namespace, options);
  const list = await store.list({ ...listPage(options), selection });
  if (list.unreadable) {
    exchange.warnings.add(`the list is not complete: ${list.unreadable} stored objects cannot be read`);
  }
  await responder.sendList(exchange, store.resource, list);
}
