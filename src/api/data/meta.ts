/**
 * The types of `meta`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const metaTypes = (): string => `
meta/v1.APIGroup
apiVersion - string
kind - string
name 1 string !
versions 2 []GroupVersionForDiscovery ! list=atomic
preferredVersion 3 GroupVersionForDiscovery
serverAddressByClientCIDRs 4 []ServerAddressByClientCIDR list=atomic

meta/v1.APIGroupList
apiVersion - string
kind - string
groups 1 []APIGroup ! list=atomic

meta/v1.APIResource
name 1 string !
singularName 6 string !
namespaced 2 bool !
group 8 string
version 9 string
kind 3 string !
verbs 4 []string !
shortNames 5 []string list=atomic
categories 7 []string list=atomic
storageVersionHash 10 string

meta/v1.APIResourceList
apiVersion - string
kind - string
groupVersion 1 string !
resources 2 []APIResource ! list=atomic

meta/v1.APIVersions
apiVersion - string
kind - string
versions 1 []string ! list=atomic
serverAddressByClientCIDRs 2 []ServerAddressByClientCIDR ! list=atomic

meta/v1.Condition
type 1 string !
status 2 string !
observedGeneration 3 int64
lastTransitionTime 4 time !
reason 5 string !
message 6 string !

meta/v1.DeleteOptions
apiVersion - string
kind - string
gracePeriodSeconds 1 int64 *
preconditions 2 Preconditions *
orphanDependents 3 bool *
propagationPolicy 4 string *
dryRun 5 []string list=atomic
ignoreStoreReadErrorWithClusterBreakingPotential 6 bool * >=1.32

meta/v1.FieldSelectorRequirement
key 1 string !
operator 2 string !
values 3 []string list=atomic

meta/v1.GroupResource
group 1 string !
resource 2 string !

meta/v1.GroupVersionForDiscovery
groupVersion 1 string !
version 2 string !

meta/v1.GroupVersionKind
group 1 string !
version 2 string !
kind 3 string !

meta/v1.GroupVersionResource
group 1 string !
version 2 string !
resource 3 string !

meta/v1.LabelSelector map=atomic
matchLabels 1 {}string
matchExpressions 2 []LabelSelectorRequirement list=atomic

meta/v1.LabelSelectorRequirement
key 1 string !
operator 2 string !
values 3 []string list=atomic

meta/v1.ListMeta
selfLink 1 string
resourceVersion 2 string
continue 3 string
remainingItemCount 4 int64 *
shardInfo 5 ShardInfo * >=1.36 gate=ShardedListAndWatch

meta/v1.ManagedFieldsEntry
manager 1 string
operation 2 string
apiVersion 3 string
time 4 time *
fieldsType 6 string
fieldsV1 7 raw *
subresource 8 string

meta/v1.ObjectMeta
name 1 string
generateName 2 string
namespace 3 string
selfLink 4 string
uid 5 string
resourceVersion 6 string
generation 7 int64
creationTimestamp 8 time ~
deletionTimestamp 9 time *
deletionGracePeriodSeconds 10 int64 *
labels 11 {}string
annotations 12 {}string
ownerReferences 13 []OwnerReference list=map keys=uid patch=merge merge=uid
finalizers 14 []string list=set patch=merge
managedFields 17 []ManagedFieldsEntry list=atomic

meta/v1.OwnerReference map=atomic
apiVersion 5 string !
kind 1 string !
name 3 string !
uid 4 string !
controller 6 bool *
blockOwnerDeletion 7 bool *

meta/v1.Preconditions
uid 1 string *
resourceVersion 2 string *

meta/v1.ServerAddressByClientCIDR
clientCIDR 1 string !
serverAddress 2 string !

meta/v1.ShardInfo
selector 1 string !

meta/v1.Status
apiVersion - string
kind - string
metadata 1 ListMeta
status 2 string
message 3 string
reason 4 string
details 5 StatusDetails *
code 6 int32

meta/v1.StatusCause
reason 1 string
message 2 string
field 3 string

meta/v1.StatusDetails
name 1 string
group 2 string
kind 3 string
uid 6 string
causes 4 []StatusCause list=atomic
retryAfterSeconds 5 int32

meta/v1.WatchEvent
type 1 string !
object 2 raw !
`;
