/**
 * rbac.authorization.k8s.io/v1 ClusterRoleBinding: grants a ClusterRole cluster-wide.
 *
 * @module
 */
import type { Subject } from "../../api/types/rbac-v1.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { bindingParts } from "./binding.ts";
import { roleRefKind, roleRefRules } from "./role-ref.ts";
import { eachSubject, subjectRules } from "./subject.ts";
import { subjectAdvice } from "./subject-advice.ts";

/**
 * Requires the namespace of a service account. In a RoleBinding, the binding's namespace is the default; a
 * ClusterRoleBinding has none.
 */
const accountNamespace = rule<Subject>(
  {
    id: "cluster-role-binding/service-account-namespace",
    severity: "error",
    cause: "required",
    summary: "a service account in a ClusterRoleBinding has a namespace",
  },
  ({ kind, namespace }, place) => {
    if (kind !== "ServiceAccount" || namespace) return;
    place.at("namespace").say("`namespace` of the ServiceAccount must be set", {
      help: "name the namespace that the service account is in",
    });
  },
);

export const clusterRoleBinding = kind("rbac/v1.ClusterRoleBinding", {
  rules: [
    roleRefKind("cluster-role-binding/role-ref-kind", ["ClusterRole"]),
    ...roleRefRules,
    ...subjectRules,
    ...within([accountNamespace], eachSubject),
    ...subjectAdvice,
  ],
  ...bindingParts,
});
