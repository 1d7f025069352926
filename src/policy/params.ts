/**
 * The parameters that a binding hands to its policy.
 *
 * @module
 */

import type { ParamKind, ParamRef } from "../api/types/admissionregistration-v1.ts";
import { selects } from "../kinds/meta/label-selector.ts";
import { goKind } from "../text/go-kind.ts";
import { failure, type Result, success } from "../text/result.ts";
import { labelsOf, UnconvertibleObject } from "./admission-request.ts";

/** The known kinds of parameters. */
export interface ParamSource {
  /** Undefined for a kind that is not known. */
  scopeOf(kind: ParamKind): "Namespaced" | "Cluster" | undefined;
  /** All of a kind in a namespace, empty for the cluster, in the order of their names. @throws {UnconvertibleObject} */
  list(kind: ParamKind, namespace: string): readonly unknown[];
  /** One of them. @throws {UnconvertibleObject} */
  get(kind: ParamKind, namespace: string, name: string): unknown;
}

export function unknownParamKind({ apiVersion = "", kind = "" }: ParamKind): string {
  return `failed to find resource referenced by paramKind: '${goKind(apiVersion, kind)}'`;
}

/**
 * @param namespace - of the request; empty for resources of the cluster
 * @returns the parameters, null for none; or why there cannot be any
 */
export function collectParams(
  kind: ParamKind | undefined,
  ref: ParamRef | undefined,
  namespace: string,
  source: ParamSource,
): Result<readonly unknown[]> {
  if (kind === undefined || ref === undefined) return success([null]);
  const scope = source.scopeOf(kind);
  if (scope === undefined) return failure(unknownParamKind(kind));
  const { name = "", namespace: ownNamespace = "", selector, parameterNotFoundAction } = ref;
  if (scope === "Cluster" && ownNamespace !== "") {
    return failure("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const from = scope === "Cluster" ? "" : ownNamespace || namespace;
  if (scope === "Namespaced" && from === "") {
    return failure("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
  }
  const found = unlessUnconvertible(kind, () =>
    name === ""
      ? source.list(kind, from).filter((object) => selects(selector ?? {}, labelsOf(object)))
      : [source.get(kind, from, name)].filter((object) => object !== undefined),
  );
  if (!found.ok) return found;
  if (found.value.length === 0 && parameterNotFoundAction === "Deny") {
    return failure("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return found;
}

/** As the API server says it, which never comes to an end of reading the parameters. */
function unlessUnconvertible<T>({ apiVersion = "", kind = "" }: ParamKind, read: () => T): Result<T> {
  try {
    return success(read());
  } catch (error) {
    if (!(error instanceof UnconvertibleObject)) throw error;
    return failure(
      `paramKind kind \`${goKind(apiVersion, kind)}\` not yet synced to use for admission: ${error.message}`,
    );
  }
}
