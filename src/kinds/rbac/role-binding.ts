/**
 * rbac.authorization.k8s.io/v1 RoleBinding: grants a role in one namespace.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { validatePathSegmentName } from "../../lexical/names.ts";
import { type Static, struct, text } from "../../schema/fields.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";
import { boundRoleRules } from "./bound-roles.ts";
import { bindingColumns } from "./columns.ts";
import { rbacGroup } from "./rbac-group.ts";
import { applyRoleRefDefaults, roleRef, roleRefKind, roleRefRules } from "./role-ref.ts";
import { applySubjectDefaults, subjectRules, subjects } from "./subject.ts";
import { subjectAdvice } from "./subject-advice.ts";

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: objectMeta, subjects, roleRef },
  { $id: "RoleBinding" },
);
type RoleBinding = Static<typeof schema>;

export const roleBinding: Kind<RoleBinding> = {
  kind: "RoleBinding",
  group: rbacGroup,
  versions: [{ name: "v1", schema }],
  description: "Grants a Role of its namespace, or a ClusterRole within its namespace, to its subjects.",
  rules: [
    ...objectMetaRules({
      scope: "Namespaced",
      nameRule: validatePathSegmentName,
      namespace: "required",
      prefixOfUpdate: "any",
    }),
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
    plural: "rolebindings",
    singular: "rolebinding",
    scope: "Namespaced",
    columns: bindingColumns,
    createOnUpdate: true,
  },
};
