/**
 * The purpose of the types and fields of `rbac`.
 *
 * @module
 */
export const rbac: Readonly<Record<string, string>> = {
  "rbac/v1.AggregationRule.clusterRoleSelectors": "ClusterRoles that match any of these give their rules.",
  "rbac/v1.ClusterRole":
    "Permissions on any resource or URL. A ClusterRoleBinding grants it everywhere, a RoleBinding in its namespace.",
  "rbac/v1.ClusterRole.aggregationRule": "Other ClusterRoles to take the rules from; a controller then writes `rules`.",
  "rbac/v1.ClusterRole.rules": "The permissions of the role: the union of all rules. Nothing is ever denied.",
  "rbac/v1.ClusterRoleBinding": "Grants a ClusterRole to its subjects, in every namespace and outside of all.",
  "rbac/v1.ClusterRoleBinding.roleRef":
    "The role that is granted; never changes. While no such role exists nothing is granted.",
  "rbac/v1.ClusterRoleBinding.subjects": "Who is granted the role.",
  "rbac/v1.PolicyRule.apiGroups": 'Groups of the resources, without version; "" is the core group, `*` every group.',
  "rbac/v1.PolicyRule.nonResourceURLs":
    "Paths outside the resources, such as `/healthz`; a final `*` matches any ending. In ClusterRoles only.",
  "rbac/v1.PolicyRule.resourceNames": "The only objects the rule is about, by name; none means all.",
  "rbac/v1.PolicyRule.resources":
    "Plural names, with `/subresource` where one is meant; `*` is every resource, `*/scale` every scale.",
  "rbac/v1.PolicyRule.verbs": "The permitted verbs; `*` is every verb.",
  "rbac/v1.Role": "Permissions in one namespace. A RoleBinding of that namespace grants it.",
  "rbac/v1.Role.rules": "The permissions of the role: the union of all rules. Nothing is ever denied.",
  "rbac/v1.RoleBinding": "Grants a Role of its namespace, or a ClusterRole within its namespace, to its subjects.",
  "rbac/v1.RoleBinding.roleRef":
    "The role that is granted; never changes. While no such role exists nothing is granted.",
  "rbac/v1.RoleBinding.subjects": "Who is granted the role.",
  "rbac/v1.RoleRef.apiGroup": "Group of the role; filled in with the RBAC group.",
  "rbac/v1.RoleRef.kind": "`Role` or `ClusterRole`.",
  "rbac/v1.RoleRef.name": "Name of the role.",
  "rbac/v1.Subject.apiGroup": 'Group of the kind: the RBAC group for `User` and `Group`, "" for `ServiceAccount`.',
  "rbac/v1.Subject.kind": "`ServiceAccount`, `User` or `Group`.",
  "rbac/v1.Subject.name": "Name of the subject.",
  "rbac/v1.Subject.namespace": "Namespace of a `ServiceAccount`; in a RoleBinding that of the binding when absent.",
};
