/**
 * The types of `lifecycle`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const lifecycleTypes = (): string => `
lifecycle/v1alpha1.Eviction
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 EvictionSpec !
status 3 EvictionStatus

lifecycle/v1alpha1.EvictionPodReference
name 1 string ! format=k8s-long-name
uid 2 string ! format=k8s-uuid

lifecycle/v1alpha1.EvictionRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 EvictionRequestSpec !
status 3 EvictionRequestStatus

lifecycle/v1alpha1.EvictionRequestIntent = Eviction | Withdrawn

lifecycle/v1alpha1.EvictionRequestPodReference
name 1 string ! format=k8s-long-name
uid 2 string ! format=k8s-uuid

lifecycle/v1alpha1.EvictionRequestSpec
target 1 EvictionRequestTarget !
requester 2 string ! format=k8s-prefixed-label-key
intent 3 EvictionRequestIntent !

lifecycle/v1alpha1.EvictionRequestStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
observedGeneration 2 int64 *

lifecycle/v1alpha1.EvictionRequestTarget
pod 1 EvictionRequestPodReference *

lifecycle/v1alpha1.EvictionSpec
target 1 EvictionTarget !

lifecycle/v1alpha1.EvictionStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
observedGeneration 2 int64 *
requesters 3 []Requester list=map keys=name patch=merge merge=name
targetResponders 4 []TargetResponder list=map keys=name patch=merge merge=name
responders 5 []ResponderStatus list=map keys=name patch=merge merge=name

lifecycle/v1alpha1.EvictionTarget
pod 1 EvictionPodReference *

lifecycle/v1alpha1.Requester map=atomic
name 1 string ! format=k8s-prefixed-label-key
intent 2 string !

lifecycle/v1alpha1.ResponderStatus
name 1 string ! format=k8s-prefixed-label-key
startTime 2 time *
heartbeatTime 3 time *
expectedCompletionTime 4 time *
completionTime 5 time *
message 6 string *

lifecycle/v1alpha1.TargetResponder map=atomic
name 1 string ! format=k8s-prefixed-label-key
priority 2 int32 ! *
state 3 string !
`;
