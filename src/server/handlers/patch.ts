/**
 * PATCH of an object, or of what one of its subresources may change.
 *
 * @module
 */
import { mediaTypeOf } from "../http/negotiate.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, invalid, notFound, notImplemented, unsupportedMediaType } from "../request/failures.ts";
import { readWriteOptions } from "../request/write-options.ts";
import { placeInNamespace } from "./create.ts";
import { patchTypes } from "./patch-object.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

const applyTypes = ["application/apply-patch+yaml", "application/apply-patch+cbor"];

export async function handlePatch(route: Route): Promise<void> {
  const { exchange, store, responder, vetting } = route;
  const { resource } = store;
  responder.negotiate(exchange);
  const type = mediaTypeOf(exchange.headers["content-type"]);
  if (applyTypes.includes(type)) throw notImplemented("server-side apply is not implemented by this server");
  if (!patchTypes.includes(type)) throw unsupportedMediaType(patchTypes);
  const options = readWriteOptions(exchange.query, "PatchOptions");
  if (exchange.query.has("force")) {
    throw invalid({ group: "meta.k8s.io", kind: "PatchOptions", name: "" }, [
      { reason: "FieldValueForbidden", message: "Forbidden: may not be specified for non-apply patch", field: "force" },
    ]);
  }
  const body = await exchange.readBody();
  const { fieldValidation } = options;
  const warn = (text: string) => exchange.warnings.add(text);
  const apply = vetting.patch({ type, body }, resource, { fieldValidation, warn });
  const target = targetOf(route);
  const result = await store.update(
    {
      target,
      subresource: exchange.info.subresource,
      isRepeatable: true,
      async change(current) {
        if (!current) throw notFound(resource, target.name);
        const object = await apply(current);
        assertPlace(route, object);
        return object;
      },
    },
    writeContext(route, options.isDryRun),
  );
  await responder.sendObject(exchange, 200, resource, result.object);
}

/** @throws {StatusError} BadRequest for an object that the patch gave another name or namespace */
function assertPlace(route: Route, object: ApiObject): void {
  const { info } = route.exchange;
  placeInNamespace(route, object);
  const { name = "" } = object.metadata;
  if (name !== info.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  }
}
