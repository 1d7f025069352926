/**
 * rbac.authorization.k8s.io/v1 RoleBinding: grants a role in one namespace.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { boundRoleRules } from "./bound-roles.ts";
import { bindingColumns } from "./columns.ts";
import { applyRoleRefDefaults, roleRefKind, roleRefRules } from "./role-ref.ts";
import { applySubjectDefaults, subjectRules } from "./subject.ts";
import { subjectAdvice } from "./subject-advice.ts";

export const roleBinding = kind("rbac/v1.RoleBinding", {
  rules: [
    roleRefKind("role-binding/role-ref-kind", ["Role", "ClusterRole"]),
    ...roleRefRules,
    ...subjectRules,
    ...subjectAdvice,
  ],
  projectRules: boundRoleRules,
  applyDefaults(object, context) {
    applyRoleRefDefaults(object, context);
    applySubjectDefaults(object, context);
  },
  resource: {
    columns: bindingColumns,
    createOnUpdate: true,
  },
});
