/**
 * The types of `flowcontrol`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const flowcontrolTypes = (): string => `
flowcontrol/v1.ExemptPriorityLevelConfiguration
nominalConcurrencyShares 1 int32 *
lendablePercent 2 int32 *

flowcontrol/v1.FlowDistinguisherMethod
type 1 string !

flowcontrol/v1.FlowSchema
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 FlowSchemaSpec ?
status 3 FlowSchemaStatus

flowcontrol/v1.FlowSchemaCondition
type 1 string ?
status 2 string
lastTransitionTime 3 time
reason 4 string
message 5 string

flowcontrol/v1.FlowSchemaSpec
priorityLevelConfiguration 1 PriorityLevelConfigurationReference !
matchingPrecedence 2 int32 +
distinguisherMethod 3 FlowDistinguisherMethod *
rules 4 []PolicyRulesWithSubjects list=atomic

flowcontrol/v1.FlowSchemaStatus
conditions 1 []FlowSchemaCondition list=map keys=type patch=merge merge=type

flowcontrol/v1.GroupSubject
name 1 string !

flowcontrol/v1.LimitResponse
type 1 string !
queuing 2 QueuingConfiguration *

flowcontrol/v1.LimitedPriorityLevelConfiguration
nominalConcurrencyShares 1 int32 + *
limitResponse 2 LimitResponse ?
lendablePercent 3 int32 *
borrowingLimitPercent 4 int32 *

flowcontrol/v1.NonResourcePolicyRule
verbs 1 []string ! list=set
nonResourceURLs 6 []string ! list=set

flowcontrol/v1.PolicyRulesWithSubjects
subjects 1 []Subject ! list=atomic
resourceRules 2 []ResourcePolicyRule list=atomic
nonResourceRules 3 []NonResourcePolicyRule list=atomic

flowcontrol/v1.PriorityLevelConfiguration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PriorityLevelConfigurationSpec ?
status 3 PriorityLevelConfigurationStatus

flowcontrol/v1.PriorityLevelConfigurationCondition
type 1 string ?
status 2 string
lastTransitionTime 3 time
reason 4 string
message 5 string

flowcontrol/v1.PriorityLevelConfigurationReference
name 1 string !

flowcontrol/v1.PriorityLevelConfigurationSpec
type 1 string !
limited 2 LimitedPriorityLevelConfiguration *
exempt 3 ExemptPriorityLevelConfiguration *

flowcontrol/v1.PriorityLevelConfigurationStatus
conditions 1 []PriorityLevelConfigurationCondition list=map keys=type patch=merge merge=type

flowcontrol/v1.QueuingConfiguration
queues 1 int32 +
handSize 2 int32 +
queueLengthLimit 3 int32 +

flowcontrol/v1.ResourcePolicyRule
verbs 1 []string ! list=set
apiGroups 2 []string ! list=set
resources 3 []string ! list=set
clusterScope 4 bool
namespaces 5 []string + list=set

flowcontrol/v1.ServiceAccountSubject
namespace 1 string !
name 2 string !

flowcontrol/v1.Subject
kind 1 string !
user 2 UserSubject *
group 3 GroupSubject *
serviceAccount 4 ServiceAccountSubject *

flowcontrol/v1.UserSubject
name 1 string !

flowcontrol/v1beta3.LimitedPriorityLevelConfiguration
nominalConcurrencyShares 1 int32 +
limitResponse 2 LimitResponse ?
lendablePercent 3 int32 *
borrowingLimitPercent 4 int32 *

flowcontrol/v1beta3 like flowcontrol/v1
ExemptPriorityLevelConfiguration FlowDistinguisherMethod FlowSchema FlowSchemaCondition FlowSchemaSpec FlowSchemaStatus
GroupSubject LimitResponse NonResourcePolicyRule PolicyRulesWithSubjects PriorityLevelConfiguration
PriorityLevelConfigurationCondition PriorityLevelConfigurationReference PriorityLevelConfigurationSpec
PriorityLevelConfigurationStatus QueuingConfiguration ResourcePolicyRule ServiceAccountSubject Subject UserSubject
`;
