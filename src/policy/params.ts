/**
 * Collects the parameters that a binding passes to its policy.
 *
 * @module
 */

import type { ParamKind, ParamRef } from "../api/types/admissionregistration-v1.ts";
import { selects } from "../kinds/meta/label-selector.ts";
import { goKind } from "../text/go-kind.ts";
import { failure, type Result, success } from "../text/result.ts";
import { labelsOf, UnconvertibleObject } from "./admission-request.ts";

/** The parameter objects of a cluster. */
export interface ParamSource {
  /** Returns the scope of a kind; undefined for an unknown kind. */
  scopeOf(kind: ParamKind): "Namespaced" | "Cluster" | undefined;
  /**
   * Returns the objects of a kind in a namespace (empty for cluster-scoped kinds), sorted by name.
   *
   * @throws {UnconvertibleObject}
   */
  list(kind: ParamKind, namespace: string): readonly unknown[];
  /** Returns one of these objects; undefined if it does not exist. @throws {UnconvertibleObject} */
  get(kind: ParamKind, namespace: string, name: string): unknown;
}

export function unknownParamKindMessage({ apiVersion = "", kind = "" }: ParamKind): string {
  return `failed to find resource referenced by paramKind: '${goKind(apiVersion, kind)}'`;
}

/**
 * @param namespace - of the request; empty for cluster-scoped resources
 * @returns the parameters, a single null if the policy has none, or why they cannot be collected
 */
export function collectParams(
  kind: ParamKind | undefined,
  ref: ParamRef | undefined,
  namespace: string,
  source: ParamSource,
): Result<readonly unknown[]> {
  if (kind === undefined || ref === undefined) return success([null]);
  const scope = source.scopeOf(kind);
  if (scope === undefined) return failure(unknownParamKindMessage(kind));
  const { name = "", namespace: ownNamespace = "", selector, parameterNotFoundAction } = ref;
  if (scope === "Cluster" && ownNamespace !== "") {
    return failure("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const paramNamespace = scope === "Cluster" ? "" : ownNamespace || namespace;
  if (scope === "Namespaced" && paramNamespace === "") {
    return failure("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
  }
  const found = catchUnconvertible(kind, () =>
    name === ""
      ? source.list(kind, paramNamespace).filter((object) => selects(selector ?? {}, labelsOf(object)))
      : [source.get(kind, paramNamespace, name)].filter((object) => object !== undefined),
  );
  if (!found.ok) return found;
  if (found.value.length === 0 && parameterNotFoundAction === "Deny") {
    return failure("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return found;
}

/**
 * Converts the exception for parameters that cannot be converted to kube-apiserver's error. kube-apiserver never
 * finishes reading them.
 */
function catchUnconvertible<T>({ apiVersion = "", kind = "" }: ParamKind, read: () => T): Result<T> {
  try {
    return success(read());
  } catch (error) {
    if (!(error instanceof UnconvertibleObject)) throw error;
    return failure(
      `paramKind kind \`${goKind(apiVersion, kind)}\` not yet synced to use for admission: ${error.message}`,
    );
  }
}
