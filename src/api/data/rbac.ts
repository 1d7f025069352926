/**
 * The types of `rbac`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const rbacTypes = (): string => `
rbac/v1.AggregationRule
clusterRoleSelectors 1 []meta/v1.LabelSelector list=atomic

rbac/v1.ClusterRole
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
rules 2 []PolicyRule + list=atomic
aggregationRule 3 AggregationRule *

rbac/v1.ClusterRoleBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
subjects 2 []Subject list=atomic
roleRef 3 RoleRef !

rbac/v1.PolicyRule
verbs 1 []string ! list=atomic
apiGroups 2 []string list=atomic
resources 3 []string list=atomic
resourceNames 4 []string list=atomic
nonResourceURLs 5 []string list=atomic

rbac/v1.Role
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
rules 2 []PolicyRule + list=atomic

rbac/v1.RoleBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
subjects 2 []Subject list=atomic
roleRef 3 RoleRef !

rbac/v1.RoleRef map=atomic
apiGroup 1 string +
kind 2 string !
name 3 string !

rbac/v1.Subject map=atomic
kind 1 string !
apiGroup 2 string
name 3 string !
namespace 4 string
`;
