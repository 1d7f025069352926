/**
 * An admission request to kube-apiserver, and the objects of a cluster that policies use.
 *
 * @module
 */

import type { UserInfo } from "../access/user.ts";
import type * as meta from "../api/types/meta-v1.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Kind, KindVersion } from "../kind/kind.ts";
import type { RuleContext } from "../rule/context.ts";

/** A kind in an API version. */
export type GroupVersionKind = Readonly<Required<meta.GroupVersionKind>>;

/** A resource, by its plural name, in an API version. */
export type GroupVersionResource = Readonly<Required<meta.GroupVersionResource>>;

/** A version in which a resource is served. */
export interface ServedVersion {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** How to decode its objects; absent if no policy patches them. */
  readonly form?: ObjectForm;
}

/** A kind in one version. */
export interface ObjectForm {
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly context: RuleContext;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Thrown if an object cannot be converted to another version. */
export class UnconvertibleObject extends Error {
  override readonly name = "UnconvertibleObject";
}

/** Another version in which a resource is served. */
export interface EquivalentVersion extends ServedVersion {
  /**
   * Converts an object from the request's version to this one. Absent, like `revert`, if the versions differ only in
   * `apiVersion`.
   *
   * @throws {UnconvertibleObject} fails the policy; if policies have changed the object, ends the evaluation, like any
   *   other exception
   */
  convert?(object: JsonObject): JsonObject;
  /** Converts an object back to the request's version. */
  revert?(object: JsonObject): JsonObject;
}

/** A request that kube-apiserver passes to admission. */
export interface AdmissionRequest extends ServedVersion {
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty if kube-apiserver generates the name. */
  readonly name: string;
  /** Empty for cluster-scoped resources, except for a Namespace, for which it is its name. */
  readonly namespace: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly user: UserInfo;
  /** With defaults; absent for DELETE. */
  readonly object?: JsonObject;
  /** The stored object; absent for CREATE. */
  readonly oldObject?: JsonObject;
  readonly isDryRun: boolean;
  /** Fields of the request's options, such as `fieldManager`; default: none. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Other versions in which the same resource is served. */
  readonly equivalents: readonly EquivalentVersion[];
}

/** An object of the cluster: a policy, a binding, a parameter, a namespace. */
export interface ClusterObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** With defaults. */
  readonly object: unknown;
}

/** Returns the labels of an object; an empty map if it has no valid labels. */
export function labelsOf(object: unknown): Readonly<Record<string, string>> {
  const { labels } = metadataOf(object);
  return isPlainObject(labels) ? (labels as Readonly<Record<string, string>>) : {};
}

export function metadataOf(object: unknown): Readonly<Record<string, unknown>> {
  const metadata = isPlainObject(object) ? object["metadata"] : undefined;
  return isPlainObject(metadata) ? metadata : {};
}

/** The kind of the options for each operation; CONNECT has no options. */
export const optionsKinds = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: undefined,
} as const;
