/**
 * Requests to authorization: a user, a verb, and a resource or a non-resource path.
 *
 * @module
 */
import type { UserInfo } from "./user.ts";

/** The verb and its target, without the user. */
export type AccessAttributes = ResourceAttributes | UrlAttributes;

/** A request to resources. Unset fields are empty strings. */
export interface ResourceAttributes {
  readonly kind: "resource";
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name, without subresource. */
  readonly resource: string;
  readonly subresource: string;
  /** Empty for requests to all objects, and if kube-apiserver generates the name. */
  readonly name: string;
  /** Empty for cluster-wide requests. */
  readonly namespace: string;
  readonly fieldSelector?: readonly SelectorRequirement[];
  readonly labelSelector?: readonly SelectorRequirement[];
}

/** A requirement of a selector that restricts the request. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** A request to a non-resource path, such as `/healthz`. */
export interface UrlAttributes {
  readonly kind: "url";
  readonly verb: string;
  readonly path: string;
}

/** A request and the user who makes it. */
export interface AccessRequest {
  readonly user: UserInfo;
  readonly attributes: AccessAttributes;
}

/** Returns the resource with its subresource as in policy rules: `pods/log`. */
export function combinedResource({ resource, subresource }: ResourceAttributes): string {
  return subresource === "" ? resource : `${resource}/${subresource}`;
}

/**
 * Returns the namespace whose role bindings apply: the empty string unless the request is for resources of one
 * namespace.
 */
export function namespaceOf(attributes: AccessAttributes): string {
  return attributes.kind === "resource" ? attributes.namespace : "";
}
