/**
 * What clients are told of the resources: one entry for each, whatever the form of the document.
 *
 * @module
 */
import type { ServedResource } from "../request/served-resource.ts";

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface ServedSubresource {
  readonly name: string;
  readonly kind: GroupVersionKind;
  readonly verbs: readonly string[];
}

export interface ApiResource extends GroupVersionKind {
  readonly resource: string;
  readonly singular: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly ServedSubresource[];
}

/** All that can be done with a resource that is stored. */
const storedVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** What can be done with a subresource, by its name. The others that a kind has are not served. */
export const verbsBySubresource: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    status: ["get", "patch", "update"],
    finalize: ["update"],
    ephemeralcontainers: ["get", "patch", "update"],
    log: ["get"],
  }),
);

export function verbsOf({ group, resource }: { readonly group: string; readonly resource: string }): readonly string[] {
  const isNamespaces = group === "" && resource === "namespaces";
  return isNamespaces ? storedVerbs.filter((verb) => verb !== "deletecollection") : storedVerbs;
}

/** A resource that is only asked, with POST; nothing of it is stored. */
export function virtualApiResource(resource: ServedResource): ApiResource {
  return { ...apiResource(resource), verbs: ["create"], subresources: [] };
}

/** @param objectKinds - what is sent to subresources with objects of their own, by their names */
export function apiResource(
  resource: ServedResource,
  objectKinds: ReadonlyMap<string, GroupVersionKind> = new Map(),
): ApiResource {
  const { group, version, kind, traits, isNamespaced } = resource;
  return {
    group,
    version,
    kind,
    resource: resource.resource,
    singular: traits.singular,
    isNamespaced,
    verbs: verbsOf(resource),
    shortNames: traits.shortNames ?? [],
    categories: traits.categories ?? [],
    subresources: (traits.subresources ?? []).flatMap((name) => {
      const own = objectKinds.get(name);
      if (own) return [{ name, kind: { group: own.group, version: own.version, kind: own.kind }, verbs: ["create"] }];
      const verbs = verbsBySubresource.get(name);
      return verbs ? [{ name, kind: { group, version, kind }, verbs }] : [];
    }),
  };
}
