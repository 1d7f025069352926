/**
 * The handler of PATCH for an object, or for the part of it that a subresource may change.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { Codec } from "../http/codec.ts";
import { jsonCodec } from "../http/json-codec.ts";
import { mediaTypeOf } from "../http/negotiate.ts";
import { formatTime } from "../registry/object-meta.ts";
import { ScaleStore } from "../registry/scale-store.ts";
import type { UpdateRequest } from "../registry/update.ts";
import type { ApiObject } from "../request/api-object.ts";
import {
  conflict,
  nameMismatch,
  notFound,
  type ResourceName,
  unknownMediaType,
  unsupportedMediaType,
} from "../request/failures.ts";
import type { ObjectType } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { type PatchOptions, readPatchOptions } from "../request/write-options.ts";
import type { Configuration, PatchBody } from "../vetting/vetting.ts";
import { placeInNamespace } from "./create.ts";
import { patchTypes } from "./patch-object.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

/** Patch types for custom resources, whose schemas do not specify how a strategic merge patch merges lists. */
const customTypes = patchTypes.filter((type) => type !== "application/strategic-merge-patch+json");

export async function handlePatch(route: Route): Promise<void> {
  const { exchange, responder } = route;
  responder.negotiate(exchange, route.store.resource);
  const type = mediaTypeOf(exchange.headers["content-type"]);
  const codec = responder.codecs.find(({ applyMediaType }) => applyMediaType === type);
  const { store } = route;
  const { isCustom } = (store instanceof ScaleStore ? store.workload : store.resource).definition;
  if (!codec && !(isCustom ? customTypes : patchTypes).includes(type)) {
    if (!isCustom) throw unknownMediaType();
    const types = responder.codecs.flatMap(({ applyMediaType = [] }) => applyMediaType);
    throw unsupportedMediaType([...customTypes, ...types]);
  }
  const options = readPatchOptions(exchange.query, codec !== undefined);
  const body = await exchange.readBody();
  if (isCustom && codec && store instanceof ScaleStore) throw scaleApplyError(route);
  if (exchange.audit?.wantsRequest) exchange.audit.notePatch(jsonOf(body, codec ?? jsonCodec, route.store.resource));
  const change = codec
    ? createApplyChange(route, { codec, body }, options)
    : createPatchChange(route, { type, body }, options);
  const { target, subresource } = { target: targetOf(route), subresource: exchange.info.subresource };
  const write = writeContext(exchange, options);
  const { object, isCreated } = await route.store.update(
    { target, subresource, isRepeatable: true, isDetached: true, ...change },
    write,
  );
  await responder.sendObject(exchange, isCreated ? 201 : 200, route.store.resource, object);
}

/**
 * The error for applying to the scale of a custom resource: kube-apiserver tracks field owners for the custom resource,
 * but not for its scale.
 */
function scaleApplyError(route: Route): StatusError {
  const { namespace, name } = targetOf(route);
  const scale = `${namespace}/${name}; autoscaling/v1, Kind=Scale`;
  const why = "request to convert CR to an invalid group/version: autoscaling/v1";
  return new StatusError(500, "", `failed to convert new object (${scale}) to proper version: ${why}`);
}

/**
 * Formats a patch for the audit event; undefined if it cannot be decoded, in which case the request will be rejected.
 */
function jsonOf(body: Uint8Array, codec: Codec, shape: ObjectType): string | undefined {
  try {
    return formatJson(codec.decode(body, shape).value);
  } catch {
    return undefined;
  }
}

type Change = Pick<UpdateRequest, "change" | "keepsOwners" | "permitCreation">;

function createPatchChange(route: Route, patch: PatchBody, { fieldValidation }: PatchOptions): Change {
  const { exchange, store, vetting } = route;
  const warn = (text: string) => exchange.warnings.add(text);
  const apply = vetting.patch(patch, store.resource, { fieldValidation, warn });
  return {
    async change(current) {
      if (!current) throw notFound(store.resource, exchange.info.name);
      const object = await apply(current);
      assertSameTarget(route, object);
      return object;
    },
  };
}

/** Returns the change for server-side apply, which creates the object if it does not exist. */
function createApplyChange(route: Route, configuration: Configuration, options: PatchOptions): Change {
  const { exchange, store, vetting } = route;
  const { subresource } = exchange.info;
  const { fieldManager: manager, isForced, fieldValidation } = options;
  const warn = (text: string) => exchange.warnings.add(text);
  const now = formatTime(exchange.receivedMs);
  const apply = vetting.apply(configuration, store, { manager, isForced, fieldValidation, subresource, now, warn });
  return {
    keepsOwners: true,
    async change(current) {
      if (!current && subresource !== "" && !store.resource.traits.createOnUpdate)
        throw notFound(store.resource, exchange.info.name);
      const object = await apply(current);
      if (!current) assertNew(object, store.resource);
      assertSameTarget(route, object);
      return object;
    },
    ...(subresource === "" ? { permitCreation: () => route.assertPermitted("create") } : {}),
  };
}

function assertNew({ metadata }: ApiObject, resource: ResourceName): void {
  const { uid, name = "" } = metadata;
  if (!uid) return;
  throw conflict(
    resource,
    name,
    `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
  );
}

/** @throws {StatusError} BadRequest if the patch changed the name or namespace of the object */
function assertSameTarget(route: Route, object: ApiObject): void {
  const { info } = route.exchange;
  placeInNamespace(route, object);
  const { name = "" } = object.metadata;
  if (name !== info.name) throw nameMismatch(name, info.name);
}
