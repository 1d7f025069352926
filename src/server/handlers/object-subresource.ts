/**
 * Subresources with objects of their own: they are sent with POST, answered at once, and not stored.
 *
 * @module
 */
import type { ApiObject } from "../request/api-object.ts";
import type { ResourceName } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { placeInNamespace } from "./create.ts";
import { readBodyAs } from "./read-body.ts";
import type { Route } from "./route.ts";

export interface ObjectSubresource {
  /** The resource that has it. */
  readonly of: ResourceName;
  /** `eviction`. */
  readonly name: string;
  /** The object that is sent. */
  readonly kind: ServedKind;
  /** Other versions in which it may be sent, `policy/v1beta1`; they have the same fields. */
  readonly otherVersions?: readonly string[];
  /** Throws the StatusError that refuses. */
  answer(object: ApiObject, route: Route, options: WriteOptions): Promise<SubresourceAnswer>;
}

/** The object with what came of it, or only that it is done. */
export type SubresourceAnswer = { readonly object: ApiObject } | { readonly status: Status };

export async function handleObjectSubresource(subresource: ObjectSubresource, route: Route): Promise<void> {
  const { exchange, responder } = route;
  const { kind } = subresource;
  responder.negotiate(exchange);
  const options = readWriteOptions(exchange.query, "CreateOptions");
  const { fieldValidation } = options;
  const object = await readBodyAs(kind, route, { fieldValidation, otherVersions: subresource.otherVersions ?? [] });
  placeInNamespace(route, object);
  const answer = await subresource.answer(object, route, options);
  if ("status" in answer) return responder.sendValue(exchange, created, answer.status);
  const { kind: name, apiVersion } = kind;
  await responder.sendValue(exchange, created, { kind: name, apiVersion, ...answer.object }, kind);
}

const created = 201;
