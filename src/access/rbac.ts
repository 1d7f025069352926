/**
 * RBAC: finds the binding, role and rule that allow a request, lists the subjects that may make it, and reports faults
 * of the bindings. Verdicts and reasons are those of kube-apiserver's RBAC authorizer.
 *
 * @module
 */

import type { PolicyRule, RoleRef, Subject } from "../api/types/rbac-v1.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { aggregateErrors } from "../text/go-aggregate.ts";
import { quoteGo } from "../text/go-quote.ts";
import { groupBy } from "../text/group-by.ts";
import { type AccessAttributes, type AccessRequest, namespaceOf } from "./request.ts";
import { type HeldRule, type RbacObject, RoleIndex, type RoleOrigin } from "./role-index.ts";
import { ruleAllows } from "./rule-match.ts";
import { serviceAccountName, type UserInfo } from "./user.ts";

/** The binding and the rule that allow a request. */
export interface Grant<D> {
  readonly binding: D;
  readonly subject: Subject;
  /** Index in `subjects` of the binding. */
  readonly subjectIndex: number;
  readonly roleRef: RoleRef;
  readonly held: HeldRule<D>;
}

/** A fault of a binding that RBAC read for a request. */
export interface BindingFault<D> {
  readonly fault: "role-not-found" | "subject-kind" | "subject-namespace";
  readonly binding: D;
  /** Path in the binding. */
  readonly path: FieldPath;
  readonly message: string;
}

/** The verdict of RBAC: it allows the request if there is a grant, otherwise it has no opinion. */
export interface RbacDecision<D> {
  readonly grant?: Grant<D>;
  /** The reason that kube-apiserver returns with its decision; empty if RBAC gives no reason. */
  readonly reason: string;
  readonly faults: readonly BindingFault<D>[];
}

/** Roles and bindings, indexed once for any number of requests. */
export class RbacPolicy<D extends RbacObject> {
  private readonly roles: RoleIndex<D>;
  private readonly clusterBindings: readonly D[];
  private readonly bindingsByNamespace: ReadonlyMap<string, readonly D[]>;

  /** @param objects - roles and bindings in any order; other kinds are skipped */
  constructor(objects: readonly D[], origin: RoleOrigin = "manifests") {
    this.roles = new RoleIndex(objects, origin);
    this.clusterBindings = objects.filter(({ kind }) => kind === "ClusterRoleBinding");
    this.bindingsByNamespace = groupBy(
      objects.filter(({ kind }) => kind === "RoleBinding"),
      ({ namespace }) => namespace,
    );
  }

  /** Returns the first grant. Faults include bindings that match the user but whose role does not exist. */
  authorize({ user, attributes }: AccessRequest): RbacDecision<D> {
    const faults: BindingFault<D>[] = [];
    const unresolved: string[] = [];
    // Rules that do not allow the request: many bindings may refer to the same role.
    const nonMatchingRules = new Set<readonly HeldRule<D>[]>();
    for (const binding of this.bindingsFor(namespaceOf(attributes))) {
      const { subjects = [], roleRef = {} } = fieldsOf(binding);
      for (const fault of subjectFaults(binding, subjects)) faults.push(fault);
      const subjectIndex = subjects.findIndex((subject) => isSubject(user, subject, binding.namespace));
      const subject = subjects[subjectIndex];
      if (!subject) continue;
      const rules = this.roles.resolve(roleRef, binding.namespace);
      if (!rules) {
        const message = missingRoleMessage(roleRef);
        unresolved.push(message);
        faults.push({ fault: "role-not-found", binding, path: ["roleRef"], message });
        continue;
      }
      if (nonMatchingRules.has(rules)) continue;
      const held = rules.find(({ rule }) => ruleAllows(rule, attributes));
      if (!held) {
        nonMatchingRules.add(rules);
        continue;
      }
      const grant = { binding, subject, subjectIndex, roleRef, held };
      return { grant, reason: `RBAC: allowed by ${describeGrant(grant)}`, faults };
    }
    return { reason: unresolved.length === 0 ? "" : `RBAC: ${aggregateErrors(unresolved)}`, faults };
  }

  /** Returns a grant for each subject of each binding that allows the request, in the order of the bindings. */
  grantsOf(attributes: AccessAttributes): {
    readonly grants: readonly Grant<D>[];
    readonly faults: readonly BindingFault<D>[];
  } {
    const grants: Grant<D>[] = [];
    const faults: BindingFault<D>[] = [];
    for (const binding of this.bindingsFor(namespaceOf(attributes))) {
      const { subjects = [], roleRef = {} } = fieldsOf(binding);
      for (const fault of subjectFaults(binding, subjects)) faults.push(fault);
      const rules = this.roles.resolve(roleRef, binding.namespace);
      if (!rules) {
        faults.push({ fault: "role-not-found", binding, path: ["roleRef"], message: missingRoleMessage(roleRef) });
        continue;
      }
      const held = rules.find(({ rule }) => ruleAllows(rule, attributes));
      if (!held) continue;
      for (const [subjectIndex, subject] of subjects.entries()) {
        if (canMatchUser(subject, binding.namespace)) grants.push({ binding, subject, subjectIndex, roleRef, held });
      }
    }
    return { grants, faults };
  }

  /** Returns all rules that a user holds in a namespace; without a namespace, the cluster-wide rules. */
  rulesFor(user: UserInfo, namespace: string): readonly PolicyRule[] {
    return this.bindingsFor(namespace).flatMap((binding) => {
      const { subjects = [], roleRef = {} } = fieldsOf(binding);
      if (!subjects.some((subject) => isSubject(user, subject, binding.namespace))) return [];
      return (this.roles.resolve(roleRef, binding.namespace) ?? []).map(({ rule }) => rule);
    });
  }

  /** Returns errors for the missing roles of the user's bindings, because of which `rulesFor` may be incomplete. */
  missingRolesFor(user: UserInfo, namespace: string): readonly string[] {
    return this.bindingsFor(namespace).flatMap((binding) => {
      const { subjects = [], roleRef = {} } = fieldsOf(binding);
      const isMissing = this.roles.resolve(roleRef, binding.namespace) === undefined;
      return isMissing && subjects.some((subject) => isSubject(user, subject, binding.namespace))
        ? [missingRoleMessage(roleRef)]
        : [];
    });
  }

  /**
   * Returns the rules that a binding in `namespace` would grant with that role reference; undefined if the role does
   * not exist.
   */
  rulesOfRole(roleRef: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    return this.roles.resolve(roleRef, namespace)?.map(({ rule }) => rule);
  }

  /** The namespaces with bindings, sorted. */
  get namespaces(): readonly string[] {
    return [...this.bindingsByNamespace.keys()].sort();
  }

  private bindingsFor(namespace: string): readonly D[] {
    if (namespace === "") return this.clusterBindings;
    return [...this.clusterBindings, ...(this.bindingsByNamespace.get(namespace) ?? [])];
  }
}

interface BindingFields {
  readonly subjects?: readonly Subject[];
  readonly roleRef?: RoleRef;
}

function fieldsOf({ object }: RbacObject): BindingFields {
  return object as BindingFields;
}

/**
 * @param namespace - of the binding, empty for a cluster role binding; the default for a service account without a
 *   namespace
 */
export function isSubject(user: UserInfo, { kind, name = "", namespace: own }: Subject, namespace: string): boolean {
  switch (kind) {
    case "User":
      return user.username === name;
    case "Group":
      return user.groups.includes(name);
    case "ServiceAccount": {
      const accountNamespace = own || namespace;
      return accountNamespace !== "" && user.username === serviceAccountName(accountNamespace, name);
    }
    default:
      return false;
  }
}

function canMatchUser({ kind, namespace: own }: Subject, namespace: string): boolean {
  return kind === "User" || kind === "Group" || (kind === "ServiceAccount" && (own || namespace) !== "");
}

/** Describes a grant as in kube-apiserver's reasons: `ClusterRoleBinding "N" of ClusterRole "R" to Group "G"`. */
export function describeGrant<D extends RbacObject>({ binding, subject, roleRef }: Grant<D>): string {
  const name = binding.kind === "RoleBinding" ? `${binding.name}/${binding.namespace}` : binding.name;
  const role = `${roleRef.kind ?? ""} ${quoteGo(roleRef.name ?? "")}`;
  return `${binding.kind} ${quoteGo(name)} of ${role} to ${describeSubject(subject, binding.namespace)}`;
}

function describeSubject({ kind = "", name = "", namespace }: Subject, bindingNamespace: string): string {
  const shown = kind === "ServiceAccount" ? `${name}/${namespace || bindingNamespace}` : name;
  return `${kind} ${quoteGo(shown)}`;
}

function missingRoleMessage({ kind = "", name = "" }: RoleRef): string {
  if (kind !== "Role" && kind !== "ClusterRole") return `unsupported role reference kind: ${quoteGo(kind)}`;
  return `${kind.toLowerCase()}.rbac.authorization.k8s.io ${quoteGo(name)} not found`;
}

/** Reports subjects that kube-apiserver's authorizer silently ignores, wholly or in part. */
function subjectFaults<D>(binding: D, subjects: readonly Subject[]): BindingFault<D>[] {
  return subjects.flatMap(({ kind = "", name = "", namespace = "" }, index): BindingFault<D>[] => {
    const path = ["subjects", index];
    if (kind !== "User" && kind !== "Group" && kind !== "ServiceAccount") {
      const message = `unknown subject kind ${quoteGo(kind)}: ${quoteGo(name)} gets nothing`;
      return [{ fault: "subject-kind", binding, path: [...path, "kind"], message }];
    }
    if (kind === "ServiceAccount" || namespace === "") return [];
    const message = `a ${kind} has no namespace: ${quoteGo(namespace)} is ignored`;
    return [{ fault: "subject-namespace", binding, path: [...path, "namespace"], message }];
  });
}
