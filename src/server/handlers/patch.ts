/**
 * PATCH of an object, or of what one of its subresources may change.
 *
 * @module
 */
import { applyJsonPatch, decodeJsonPatch } from "../../patch/json-patch.ts";
import { applyMergePatch } from "../../patch/merge-patch.ts";
import type { Patched, PatchFault } from "../../patch/outcome.ts";
import { applyStrategicPatch } from "../../patch/strategic.ts";
import { isPlainObject } from "../../schema/decode.ts";
import { readJsonBody } from "../http/body-text.ts";
import type { Decoded } from "../http/codec.ts";
import { mediaTypeOf } from "../http/negotiate.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, invalid, notFound, notImplemented, tooLarge, unsupportedMediaType } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { placeInNamespace } from "./create.ts";
import { readObject } from "./decode-object.ts";
import { patchSchemaOf } from "./patch-schema.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

type Document = Record<string, unknown>;
/** A patch that was read, ready for any number of objects. */
type Apply = (document: Document) => Patched<unknown>;
type ReadPatch = (patch: Decoded, resource: ServedResource) => Apply;

const readerByType: ReadonlyMap<string, ReadPatch> = new Map(
  Object.entries({
    "application/json-patch+json": ({ value }) => {
      const operations = decodeJsonPatch(value);
      if (!operations.ok) throw patchFailure(operations);
      return (document) => applyJsonPatch(document, operations.value, { dialect: "api-server" });
    },
    "application/merge-patch+json":
      ({ value }) =>
      (document) =>
        applyMergePatch(document, value),
    "application/strategic-merge-patch+json": ({ value }, { schema }) => {
      if (!isPlainObject(value)) throw badRequest("a strategic merge patch must be a JSON object");
      const patchSchema = patchSchemaOf(schema);
      return (document) => applyStrategicPatch(document, value, patchSchema);
    },
  }),
);

const applyTypes = ["application/apply-patch+yaml", "application/apply-patch+cbor"];

export async function handlePatch(route: Route): Promise<void> {
  const { exchange, store, responder } = route;
  const { resource } = store;
  responder.negotiate(exchange);
  const type = mediaTypeOf(exchange.headers["content-type"]);
  if (applyTypes.includes(type)) throw notImplemented("server-side apply is not implemented by this server");
  const read = readerByType.get(type);
  if (!read) throw unsupportedMediaType([...readerByType.keys()]);
  const options = readWriteOptions(exchange.query, "PatchOptions");
  if (exchange.query.has("force")) {
    throw invalid({ group: "meta.k8s.io", kind: "PatchOptions", name: "" }, [
      { reason: "FieldValueForbidden", message: "Forbidden: may not be specified for non-apply patch", field: "force" },
    ]);
  }
  const body = await exchange.readBody();
  const patch = readJsonBody(body, "Patch");
  const apply = read(patch, resource);
  const target = targetOf(route);
  const result = await store.update(
    {
      target,
      subresource: exchange.info.subresource,
      isRepeatable: true,
      change(current) {
        if (!current) throw notFound(resource, target.name);
        const result = apply({ apiVersion: resource.apiVersion, kind: resource.kind, ...current });
        if (!result.ok) throw patchFailure(result);
        return patchedObject(route, { value: result.value, strictFaults: patch.strictFaults }, { options, body });
      },
    },
    writeContext(route, options.isDryRun),
  );
  await responder.sendObject(exchange, 200, resource, result.object);
}

interface PatchRequest {
  readonly options: WriteOptions;
  readonly body: Uint8Array;
}

/** @throws {StatusError} for what a patched object may not be */
function patchedObject(route: Route, decoded: Decoded, { options, body }: PatchRequest): ApiObject {
  const { exchange, store } = route;
  const { object, unfit, strictFaults } = readObject(decoded, store.resource);
  if (unfit.length > 0) throw invalidPatch(body, unfit.join(", "));
  if (options.fieldValidation === "Strict" && strictFaults.length > 0) {
    throw invalidPatch(body, `strict decoding error: ${strictFaults.join(", ")}`);
  }
  if (options.fieldValidation === "Warn") for (const fault of strictFaults) exchange.warnings.add(fault);
  placeInNamespace(route, object);
  const { name = "" } = object.metadata;
  if (name !== exchange.info.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${exchange.info.name})`);
  }
  return object;
}

function invalidPatch(body: Uint8Array, why: string): StatusError {
  const message = `Invalid value: ${JSON.stringify(new TextDecoder().decode(body))}: ${why}`;
  return invalid({ group: "", kind: "", name: "" }, [{ reason: "FieldValueInvalid", message, field: "patch" }]);
}

function patchFailure({ reason, error }: PatchFault): StatusError {
  if (reason === "malformed") return badRequest(error);
  if (reason === "too-large") return tooLarge(error);
  return new StatusError(422, "Invalid", `the server rejected our request due to an error in our request: ${error}`, {
    details: {},
  });
}
