/**
 * Subresources with a different kind than their resource: clients create them with POST, the server responds at once
 * and stores nothing.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import { sentValue } from "../../schema/go-values.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ResourceName } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { placeInNamespace } from "./create.ts";
import { readBodyAs } from "./read-body.ts";
import { type Route, targetOf, writeContext } from "./route.ts";
import { recordFieldOwner } from "./sender.ts";

export interface ObjectSubresource {
  /** The resource that has the subresource. */
  readonly parentResource: ResourceName;
  /** The name of the subresource: `eviction`. */
  readonly name: string;
  /** The kind that clients send. */
  readonly kind: ServedKind;
  /** Other versions in which clients may send the kind, because they have the same fields: `policy/v1beta1`. */
  readonly otherVersions?: readonly string[];
  /** Sets the fields that the client omitted, before admission. */
  applyDefaults?(object: ApiObject): void;
  /** Performs the operation. Throws a StatusError if it rejects the object. */
  execute(object: ApiObject, route: Route, options: UnstoredObjectOptions): Promise<SubresourceResult>;
}

/** The options of an object that the client sends and the server does not store. */
export interface UnstoredObjectOptions extends WriteOptions {
  /** Runs validating admission. To be called after the object was validated and before it takes effect. */
  approve(object: ApiObject): Promise<void>;
}

/** The object with the result, or a Status that reports success. */
export type SubresourceResult = { readonly object: ApiObject } | { readonly status: Status };

export async function handleObjectSubresource(subresource: ObjectSubresource, route: Route): Promise<void> {
  const { exchange, responder } = route;
  const { kind } = subresource;
  responder.negotiate(exchange);
  const options = readWriteOptions(exchange.query, "CreateOptions");
  const { fieldValidation } = options;
  const prepareForAudit = (given: ApiObject): ApiObject => {
    const noted = cloneJson(given);
    subresource.applyDefaults?.(noted);
    return noted;
  };
  const { otherVersions = [] } = subresource;
  const object = await readBodyAs(kind, route, { fieldValidation, otherVersions, prepareForAudit });
  placeInNamespace(route, object);
  subresource.applyDefaults?.(object);
  const { store } = route;
  const sent = { resource: store.resource, subresource: subresource.name, target: targetOf(route), form: kind };
  const write = writeContext(exchange, options);
  recordFieldOwner(object, { kind, subresource: subresource.name, write }, exchange);
  const approve = await admitUnstoredObject(object, { ...sent, ...write }, store.admission);
  const answer = await subresource.execute(object, route, { ...options, approve });
  if ("status" in answer) return responder.sendValue(exchange, createdCode, answer.status);
  const { kind: name, apiVersion } = kind;
  const written = sentValue(answer.object, kind.schema);
  await responder.sendValue(exchange, createdCode, { kind: name, apiVersion, ...written }, kind);
}

/**
 * Runs mutating admission for an object that is not stored, and returns the function that runs validating admission.
 */
export async function admitUnstoredObject(
  object: ApiObject,
  sent: Omit<AdmissionAttributes, "operation" | "object">,
  admission: ResourceStore["admission"],
): Promise<UnstoredObjectOptions["approve"]> {
  const attempt = { operation: "CREATE", ...sent } as const;
  await admission.mutate({ ...attempt, object });
  return (asked) => admission.approve({ ...attempt, object: asked });
}

const createdCode = 201;
