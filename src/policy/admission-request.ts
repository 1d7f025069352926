/**
 * A request to the API server that admission looks at, and the objects of a cluster that policies know.
 *
 * @module
 */

import type { UserInfo } from "../access/user.ts";
import type * as meta from "../api/types/meta-v1.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Kind, KindVersion } from "../kind/kind.ts";
import type { RuleContext } from "../rule/context.ts";

/** A kind, in a version of its API. */
export type GroupVersionKind = Readonly<Required<meta.GroupVersionKind>>;

/** A resource, by its plural, in a version of its API. */
export type GroupVersionResource = Readonly<Required<meta.GroupVersionResource>>;

/** How one version of a resource is asked for. */
export interface ServedVersion {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** How its objects are read; absent where nobody patches them. */
  readonly form?: ObjectForm;
}

/** A kind in one version. */
export interface ObjectForm {
  readonly kind: Kind<never>;
  readonly version: KindVersion;
  readonly context: RuleContext;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** An object cannot be had in another version. */
export class UnconvertibleObject extends Error {
  override readonly name = "UnconvertibleObject";
}

/** Another version in which a resource can be asked for. */
export interface EquivalentVersion extends ServedVersion {
  /**
   * An object of the request's version in this one; absent where only its `apiVersion` differs, and so the other way.
   *
   * @throws {UnconvertibleObject} fails the policy; of an object that policies have changed, it ends the evaluation, as anything else
   */
  convert?(object: JsonObject): JsonObject;
  /** And back. */
  revert?(object: JsonObject): JsonObject;
}

/** The request to the API server. */
export interface AdmissionRequest extends ServedVersion {
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty where the server makes up the name. */
  readonly name: string;
  /** Empty for resources of the cluster; of a Namespace its own name. */
  readonly namespace: string;
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly user: UserInfo;
  /** After defaults; absent when something is deleted. */
  readonly object?: JsonObject;
  /** The stored object; absent when something is created. */
  readonly oldObject?: JsonObject;
  readonly isDryRun: boolean;
  /** Fields of the options of the request, such as `fieldManager`; default none. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Other versions in which the same resource can be asked for. */
  readonly equivalents: readonly EquivalentVersion[];
}

/** An object that the cluster has: a policy, a binding, a parameter, a namespace. */
export interface ClusterObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  /** After defaults. */
  readonly object: unknown;
}

/** Labels of an object; none where it has no sound ones. */
export function labelsOf(object: unknown): Readonly<Record<string, string>> {
  const { labels } = metadataOf(object);
  return isPlainObject(labels) ? (labels as Readonly<Record<string, string>>) : {};
}

export function metadataOf(object: unknown): Readonly<Record<string, unknown>> {
  const metadata = isPlainObject(object) ? object["metadata"] : undefined;
  return isPlainObject(metadata) ? metadata : {};
}

/** The kind of the options of an operation; a connection has none. */
export const optionsKinds = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: undefined,
} as const;
