/**
 * The reference from a binding to its role: its shape, its default, and the faults that kube-apiserver rejects.
 *
 * @module
 */
import type { RoleRef } from "../../api/types/rbac-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { rbacGroupIn } from "./rbac-group.ts";

export interface HasRoleRef {
  roleRef?: RoleRef;
}

export function applyRoleRefDefaults(binding: HasRoleRef, context: RuleContext): void {
  binding.roleRef ??= {};
  binding.roleRef.apiGroup ||= rbacGroupIn(context.groupDomain);
}

const roleRefGroup = rule<HasRoleRef>(
  {
    id: "rbac/role-ref-group",
    severity: "error",
    cause: "unsupported",
    summary: "`roleRef.apiGroup` is rbac.authorization.k8s.io",
  },
  ({ roleRef: { apiGroup = "" } = {} }, place, visit) => {
    const group = rbacGroupIn(visit.groupDomain);
    if (apiGroup !== group) {
      place.at("roleRef", "apiGroup").say(`must be "${group}"; got ${JSON.stringify(apiGroup)}`, {
        help: `write \`apiGroup: ${group}\`, without a version`,
        value: apiGroup,
      });
    }
  },
);

const roleRefName = rule<HasRoleRef>(
  { id: "rbac/role-ref-name", severity: "error", summary: "`roleRef` has a name" },
  ({ roleRef: { name = "" } = {} }, place) => {
    const at = place.at("roleRef", "name");
    if (name === "") at.required("`name` of the role must be set");
    for (const fault of validatePathSegmentName(name)) {
      at.invalid(fault, name);
    }
  },
);

const roleRefImmutable = rule<HasRoleRef>(
  { id: "rbac/role-ref-immutable", severity: "error", summary: "`roleRef` is immutable" },
  ({ roleRef: now = {} }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const { roleRef: before = {} } = oldObject;
    for (const field of ["apiGroup", "kind", "name"] as const) {
      const [was, is] = [before[field] ?? "", now[field] ?? ""];
      if (was === is) continue;
      place.at("roleRef").say(`cannot change roleRef: ${field} was ${JSON.stringify(was)}, got ${JSON.stringify(is)}`, {
        help: "delete the binding and create it again",
        after: [],
      });
      return;
    }
  },
);

/** Returns a rule about the kind of the reference; the allowed kinds depend on the scope of the binding. */
export const roleRefKind = (id: string, kinds: readonly string[]): Rule<HasRoleRef> =>
  rule<HasRoleRef>(
    { id, severity: "error", cause: "unsupported", summary: `\`roleRef\` names a ${kinds.join(" or ")}` },
    ({ roleRef: { kind = "" } = {} }, place) => {
      if (kinds.includes(kind)) return;
      const meant = closest(kind, kinds);
      place
        .at("roleRef", "kind")
        .say(`must be ${kinds.map((name) => `"${name}"`).join(" or ")}; got ${JSON.stringify(kind)}`, {
          ...(meant ? { help: `did you mean "${meant}"?` } : {}),
          value: kind,
        });
    },
  );

/** Rules about the faults in the role reference, of bindings of either scope, that kube-apiserver rejects. */
export const roleRefRules: readonly Rule<HasRoleRef>[] = [roleRefGroup, roleRefName, roleRefImmutable];
