/**
 * Subresources with objects of their own: they are sent with POST, answered at once, and not stored.
 *
 * @module
 */
import { isPlainObject } from "../../schema/decode.ts";
import type { Decoded } from "../http/codec.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ResourceName } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { placeInNamespace } from "./create.ts";
import { toObject } from "./decode-object.ts";
import type { Route } from "./route.ts";

export interface ObjectSubresource {
  /** The resource that has it. */
  readonly of: ResourceName;
  /** `eviction`. */
  readonly name: string;
  /** What is sent. */
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
  const decoded = responder.bodyCodec(exchange).decode(await exchange.readBody(), kind);
  const object = toObject(inOneVersion(decoded, subresource), kind, {
    fieldValidation: options.fieldValidation,
    warn: (text) => exchange.warnings.add(text),
  });
  placeInNamespace(route, object);
  const answer = await subresource.answer(object, route, options);
  if ("status" in answer) return responder.sendValue(exchange, created, answer.status);
  const { kind: name, apiVersion } = kind;
  await responder.sendValue(exchange, created, { kind: name, apiVersion, ...answer.object }, kind);
}

const created = 201;

function inOneVersion({ value, strictFaults }: Decoded, { kind, otherVersions = [] }: ObjectSubresource): Decoded {
  if (!isPlainObject(value) || !otherVersions.includes(String(value["apiVersion"]))) return { value, strictFaults };
  return { value: { ...value, apiVersion: kind.apiVersion }, strictFaults };
}
