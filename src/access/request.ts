/**
 * A question to authorization: who wants to do what, to an object of the API or to another path.
 *
 * @module
 */
import type { UserInfo } from "./user.ts";

/** The action and its object, without the user. */
export type AccessAttributes = ResourceAttributes | UrlAttributes;

/** A request to resources; empty texts where the request says nothing. */
export interface ResourceAttributes {
  readonly kind: "resource";
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural, without subresource. */
  readonly resource: string;
  readonly subresource: string;
  /** Empty for requests to all objects, and where the server makes up the name. */
  readonly name: string;
  /** Empty for cluster-wide requests. */
  readonly namespace: string;
  readonly fieldSelector?: readonly SelectorRequirement[];
  readonly labelSelector?: readonly SelectorRequirement[];
}

/** A part of a selector that the request is restricted to. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A request to a path outside of the resources, such as `/healthz`. */
export interface UrlAttributes {
  readonly kind: "url";
  readonly verb: string;
  readonly path: string;
}

/** A request of a user. */
export interface AccessRequest {
  readonly user: UserInfo;
  readonly attributes: AccessAttributes;
}

/** `pods/log`, as rules write it. */
export function combinedResource({ resource, subresource }: ResourceAttributes): string {
  return subresource === "" ? resource : `${resource}/${subresource}`;
}

/** RBAC looks into a namespace for requests to resources in one only. */
export function namespaceOf(attributes: AccessAttributes): string {
  return attributes.kind === "resource" ? attributes.namespace : "";
}
