/**
 * Provides the current roles and bindings of a server, indexed for authorization decisions.
 *
 * @module
 */
import { RbacPolicy } from "../../access/rbac.ts";
import type { RbacObject } from "../../access/role-index.ts";
import type { CacheReader } from "../registry/watch-cache.ts";
import type { ApiObject } from "../request/api-object.ts";

/** Provides the objects of one kind. */
export interface ObjectSource {
  /** All objects in the server's cache. */
  cached(): readonly ApiObject[];
  subscribe(reader: CacheReader): unknown;
}

const resourceByKind = {
  ClusterRole: "clusterroles",
  ClusterRoleBinding: "clusterrolebindings",
  Role: "roles",
  RoleBinding: "rolebindings",
} as const;

/** Builds the policy again on its first use after a change. */
export class RbacSource {
  readonly #sources: readonly { readonly kind: string; readonly source: ObjectSource }[];
  #policy: RbacPolicy<RbacObject> | undefined;

  /** @param sourceOf - returns the source of the objects of a resource */
  constructor(sourceOf: (resource: string) => ObjectSource) {
    this.#sources = Object.entries(resourceByKind).map(([kind, resource]) => ({ kind, source: sourceOf(resource) }));
    const forget = () => {
      this.#policy = undefined;
    };
    for (const { source } of this.#sources) source.subscribe({ change: forget, reset: forget });
  }

  get policy(): RbacPolicy<RbacObject> {
    this.#policy ??= new RbacPolicy(
      this.#sources.flatMap(({ kind, source }) => source.cached().map((object) => rbacObject(kind, object))),
    );
    return this.#policy;
  }
}

function rbacObject(kind: string, object: ApiObject): RbacObject {
  const { name = "", namespace = "" } = object.metadata;
  return { kind, name, namespace, object };
}
