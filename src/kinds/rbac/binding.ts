/**
 * The defaults, columns and cross-document rules that RoleBinding and ClusterRoleBinding share.
 *
 * @module
 */
import type { RuleContext } from "../../rule/context.ts";
import { boundRoleRules } from "./bound-roles.ts";
import { bindingColumns } from "./columns.ts";
import { applyRoleRefDefaults, type HasRoleRef } from "./role-ref.ts";
import { applySubjectDefaults, type HasSubjects } from "./subject.ts";

export const bindingParts = {
  projectRules: boundRoleRules,
  applyDefaults(object: HasRoleRef & HasSubjects, context: RuleContext) {
    applyRoleRefDefaults(object, context);
    applySubjectDefaults(object, context);
  },
  resource: { columns: bindingColumns, createOnUpdate: true },
};
