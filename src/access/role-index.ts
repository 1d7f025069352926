/**
 * Roles, to be found by the references of bindings, with the rules that they have once the controller of the cluster
 * has put aggregated ClusterRoles together.
 *
 * @module
 */

import type { LabelSelector } from "../api/types/meta-v1.ts";
import type { PolicyRule, RoleRef } from "../api/types/rbac-v1.ts";
import { selects } from "../kinds/meta/label-selector.ts";

/** An object of RBAC, after decoding and defaults; documents of a run and objects of a store are both. */
export interface RbacObject {
  readonly kind: string;
  readonly name: string;
  /** Empty for cluster-wide objects. */
  readonly namespace: string;
  readonly object: unknown;
}

/** A rule and the role that it was written in. */
export interface HeldRule<D> {
  readonly rule: PolicyRule;
  /** Absent for a role that every cluster has without a document. */
  readonly holder?: D;
  /** In `rules` of the holder. */
  readonly index: number;
}

interface RoleFields {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly rules?: readonly PolicyRule[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelector[] };
}

/** The one role that is known without a document: the API server makes it and puts it right whenever it starts. */
const clusterAdminRules: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/**
 * `manifests`: what people write; aggregated roles get their rules, and what every cluster has is known. `cluster`: all that a cluster
 * holds; its controller has written the rules of aggregated roles, and there are no other roles.
 */
export type Origin = "manifests" | "cluster";

/** Looks roles up. */
export class RoleIndex<D extends RbacObject> {
  private readonly origin: Origin;
  private readonly roles = new Map<string, D>();
  private readonly clusterRoles = new Map<string, D>();
  private readonly rulesOfRole = new Map<D, readonly HeldRule<D>[]>();

  /** @param objects - of objects with the same identity the last counts */
  constructor(objects: Iterable<D>, origin: Origin = "manifests") {
    this.origin = origin;
    for (const object of objects) {
      if (object.kind === "Role") this.roles.set(`${object.namespace}/${object.name}`, object);
      if (object.kind === "ClusterRole") this.clusterRoles.set(object.name, object);
    }
  }

  /** The rules of the role that a binding of `namespace` refers to; undefined when there is no such role. */
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
    const known = this.rulesOfRole.get(role);
    if (known) return known;
    const selectors = this.origin === "manifests" ? selectorsOf(role) : undefined;
    const sources = selectors ? this.aggregated(selectors) : [role];
    const rules = sources.flatMap((holder) =>
      (fieldsOf(holder).rules ?? []).map((rule, index) => ({ rule, holder, index })),
    );
    this.rulesOfRole.set(role, rules);
    return rules;
  }

  /** The roles whose own rules an aggregated role ends up with, through others that are aggregated themselves. */
  private aggregated(own: readonly LabelSelector[]): readonly D[] {
    const seen = new Set<D>();
    const sources: D[] = [];
    const visit = (selectors: readonly LabelSelector[]) => {
      for (const source of this.selectedBy(selectors)) {
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

  private selectedBy(selectors: readonly LabelSelector[]): readonly D[] {
    const byName = [...this.clusterRoles.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return selectors.flatMap((selector) =>
      byName.filter((source) => selects(selector, fieldsOf(source).metadata?.labels ?? {})),
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
