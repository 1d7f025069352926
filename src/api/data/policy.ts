/**
 * The types of `policy`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const policyTypes = (): string => `
policy/v1.Eviction
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
deleteOptions 2 meta/v1.DeleteOptions *

policy/v1.PodDisruptionBudget
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodDisruptionBudgetSpec
status 3 PodDisruptionBudgetStatus

policy/v1.PodDisruptionBudgetSpec
minAvailable 1 intOrString *
selector 2 meta/v1.LabelSelector * patch=replace
maxUnavailable 3 intOrString *
unhealthyPodEvictionPolicy 4 UnhealthyPodEvictionPolicyType *

policy/v1.PodDisruptionBudgetStatus
observedGeneration 1 int64
disruptedPods 2 {}time
disruptionsAllowed 3 int32 +
currentHealthy 4 int32 +
desiredHealthy 5 int32 +
expectedPods 6 int32 +
conditions 7 []meta/v1.Condition list=map keys=type patch=merge merge=type

policy/v1.UnhealthyPodEvictionPolicyType = AlwaysAllow | IfHealthyBudget
`;
