/**
 * The parameters that a binding hands to its policy.
 *
 * @module
 */
import type { ParamKind, ParamRef } from "../api/types/admissionregistration-v1.ts";
import { selects } from "../kinds/meta/label-selector.ts";
import { labelsOf } from "./admission-request.ts";

/** The parameters, null for none; or why there cannot be any. */
export type CollectedParams =
  | { readonly ok: true; readonly params: readonly unknown[] }
  | { readonly ok: false; readonly message: string };

/** The known kinds of parameters. */
export interface ParamSource {
  /** Undefined for a kind that is not known. */
  scopeOf(kind: ParamKind): "Namespaced" | "Cluster" | undefined;
  /** All of a kind in a namespace, empty for the cluster, in the order of their names. */
  list(kind: ParamKind, namespace: string): readonly unknown[];
  /** One of them. */
  get(kind: ParamKind, namespace: string, name: string): unknown;
}

export function unknownParamKind({ apiVersion = "", kind = "" }: ParamKind): string {
  const version = apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
  return `failed to find resource referenced by paramKind: '${version}, Kind=${kind}'`;
}

const failed = (message: string): CollectedParams => ({ ok: false, message });

/** @param namespace - of the request; empty for resources of the cluster */
export function collectParams(
  kind: ParamKind | undefined,
  ref: ParamRef | undefined,
  namespace: string,
  source: ParamSource,
): CollectedParams {
  if (kind === undefined || ref === undefined) return { ok: true, params: [null] };
  const scope = source.scopeOf(kind);
  if (scope === undefined) return failed(unknownParamKind(kind));
  const { name = "", namespace: ownNamespace = "", selector, parameterNotFoundAction } = ref;
  if (scope === "Cluster" && ownNamespace !== "") {
    return failed("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const from = scope === "Cluster" ? "" : ownNamespace || namespace;
  if (scope === "Namespaced" && from === "") {
    return failed("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
  }
  const params =
    name === ""
      ? source.list(kind, from).filter((object) => selects(selector ?? {}, labelsOf(object)))
      : [source.get(kind, from, name)].filter((object) => object !== undefined);
  if (params.length === 0 && parameterNotFoundAction === "Deny") {
    return failed("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return { ok: true, params };
}
