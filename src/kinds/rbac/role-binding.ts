/**
 * rbac.authorization.k8s.io/v1 RoleBinding: grants a role in one namespace.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { bindingParts } from "./binding.ts";
import { roleRefKind, roleRefRules } from "./role-ref.ts";
import { subjectRules } from "./subject.ts";
import { subjectAdvice } from "./subject-advice.ts";

export const roleBinding = kind("rbac/v1.RoleBinding", {
  rules: [
    roleRefKind("role-binding/role-ref-kind", ["Role", "ClusterRole"]),
    ...roleRefRules,
    ...subjectRules,
    ...subjectAdvice,
  ],
  ...bindingParts,
});
