/**
 * The handler of PUT for an object, or for the part of it that a subresource may change.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import { nameMismatch } from "../request/failures.ts";
import { noteFloats, sentFloats } from "../request/sent-floats.ts";
import { readWriteOptions } from "../request/write-options.ts";
import { readBodyObject } from "./create.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

export async function handleUpdate(route: Route): Promise<void> {
  const { exchange, store, responder } = route;
  const { subresource } = exchange.info;
  responder.negotiate(exchange, store.resource);
  const options = readWriteOptions(exchange.query, "UpdateOptions");
  const object = await readBodyObject(route, options);
  const target = targetOf(route);
  const { name = "" } = object.metadata;
  if (name !== target.name) throw nameMismatch(name, target.name);
  const mayCreate = store.resource.traits.createOnUpdate === true && subresource === "";
  const result = await store.update(
    {
      target,
      subresource,
      isDetached: true,
      change: () => {
        const change = cloneJson(object);
        noteFloats(change, sentFloats(object));
        return change;
      },
      ...(mayCreate ? { permitCreation: () => route.assertPermitted("create") } : {}),
    },
    writeContext(exchange, options),
  );
  await responder.sendObject(exchange, result.isCreated ? 201 : 200, store.resource, result.object);
}
