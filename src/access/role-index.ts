/**
 * Finds roles by the role references of bindings. Roles have the rules that the cluster's controller gives them once it
 * has aggregated ClusterRoles.
 *
 * @module
 */

import type { LabelSelector } from "../api/types/meta-v1.ts";
import type { PolicyRule, RoleRef } from "../api/types/rbac-v1.ts";
import { selects } from "../kinds/meta/label-selector.ts";

/** An RBAC object after decoding and defaults, from a document of a run or from a store. */
export interface RbacObject {
  readonly kind: string;
  readonly name: string;
  /** Empty for cluster-wide objects. */
  readonly namespace: string;
  readonly object: unknown;
}

/** A rule and the role that contains it. */
export interface HeldRule<D> {
  readonly rule: PolicyRule;
  /** Absent for `cluster-admin` if no document defines it. */
  readonly holder?: D;
  /** Index in `rules` of the holder. */
  readonly index: number;
}

interface RoleFields {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
}

/**
 * The rules of `cluster-admin`, the only role that needs no document: kube-apiserver creates it and restores its rules
 * at each start.
 */
const clusterAdminRules: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * Where the roles come from. `manifests`: users wrote them; this index aggregates rules and knows `cluster-admin`.
 * `cluster`: they are all roles of a cluster, whose controller has already written the rules of aggregated roles.
 */
export type RoleOrigin = "manifests" | "cluster";

/** Resolves role references of bindings. */
export class RoleIndex<D extends RbacObject> {
  private readonly origin: RoleOrigin;
  private readonly roles = new Map<string, D>();
  private readonly clusterRoles = new Map<string, D>();
  private readonly rulesByRole = new Map<D, readonly HeldRule<D>[]>();

  /** @param objects - if several have the same identity, the last counts */
  constructor(objects: Iterable<D>, origin: RoleOrigin = "manifests") {
    this.origin = origin;
    for (const object of objects) {
      if (object.kind === "Role") this.roles.set(`${object.namespace}/${object.name}`, object);
      if (object.kind === "ClusterRole") this.clusterRoles.set(object.name, object);
    }
  }

  /** Returns the rules of the role that a binding in `namespace` refers to; undefined if the role does not exist. */
  resolve({ kind, name = "" }: RoleRef, namespace: string): readonly HeldRule<D>[] | undefined {
    if (kind === "Role") {
      const role = this.roles.get(`${namespace}/${name}`);
      return role && this.rulesOf(role);
    }
    if (kind !== "ClusterRole") return undefined;
    const role = this.clusterRoles.get(name);
    if (role) return this.rulesOf(role);
    const isKnown = this.origin === "manifests" && name === "cluster-admin";
    return isKnown ? clusterAdminRules.map((rule, index) => ({ rule, index })) : undefined;
  }

  private rulesOf(role: D): readonly HeldRule<D>[] {
    const known = this.rulesByRole.get(role);
    if (known) return known;
    const selectors = this.origin === "manifests" ? selectorsOf(role) : undefined;
    const sources = selectors ? this.findAggregatedRoles(selectors) : [role];
    const rules = sources.flatMap((holder) =>
      (fieldsOf(holder).rules ?? []).map((rule, index) => ({ rule, holder, index })),
    );
    this.rulesByRole.set(role, rules);
    return rules;
  }

  /** Returns the roles that contribute rules to an aggregated role, also through other aggregated roles. */
  private findAggregatedRoles(own: readonly LabelSelector[]): readonly D[] {
    const seen = new Set<D>();
    const sources: D[] = [];
    const visit = (selectors: readonly LabelSelector[]) => {
      for (const source of this.selectRoles(selectors)) {
        if (seen.has(source)) continue;
        seen.add(source);
        const further = selectorsOf(source);
        if (further) visit(further);
        else sources.push(source);
      }
    };
    visit(own);
    return sources;
  }

  private selectRoles(selectors: readonly LabelSelector[]): readonly D[] {
    const sortedRoles = [...this.clusterRoles.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return selectors.flatMap((selector) =>
      sortedRoles.filter((source) => selects(selector, fieldsOf(source).metadata?.labels ?? {})),
    );
  }
}

function selectorsOf(role: RbacObject): readonly LabelSelector[] | undefined {
  const { aggregationRule } = fieldsOf(role);
  return role.kind === "ClusterRole" && aggregationRule ? (aggregationRule.clusterRoleSelectors ?? []) : undefined;
}

function fieldsOf({ object }: RbacObject): RoleFields {
  return object as RoleFields;
}
