/**
 * The types of the kinds that API servers serve. Written by scripts/builtin-kinds.mjs; not to be edited.
 *
 * @module
 */

/**
 * A block for each type, parted by empty lines: its name, then a line for each field: name, protobuf number, type, then
 * `!` required, `+` written although it is empty (as what is required is, too), `~` left out where a struct is its zero
 * value, `*` a pointer, `>=` and `<` for releases, `in=` the number of the message that holds it on the wire, and list,
 * patch and gate facts. A block with `=` holds the values of an enumeration.
 */
export const typeBlocks = `
admission/v1.AdmissionRequest
uid 1 string +
kind 2 meta/v1.GroupVersionKind +
resource 3 meta/v1.GroupVersionResource +
subResource 4 string
requestKind 13 meta/v1.GroupVersionKind *
requestResource 14 meta/v1.GroupVersionResource *
requestSubResource 15 string
name 5 string
namespace 6 string
operation 7 string +
userInfo 8 authentication/v1.UserInfo +
object 9 raw
oldObject 10 raw
dryRun 11 bool *
options 12 raw

admission/v1.AdmissionResponse
uid 1 string +
allowed 2 bool +
status 3 meta/v1.Status *
patch 4 bytes
patchType 5 string *
auditAnnotations 6 {}string
warnings 7 []string list=atomic

admission/v1.AdmissionReview
apiVersion - string
kind - string
request 1 AdmissionRequest *
response 2 AdmissionResponse *

admission/v1beta1.AdmissionRequest
uid 1 string +
kind 2 meta/v1.GroupVersionKind +
resource 3 meta/v1.GroupVersionResource +
subResource 4 string
requestKind 13 meta/v1.GroupVersionKind *
requestResource 14 meta/v1.GroupVersionResource *
requestSubResource 15 string
name 5 string
namespace 6 string
operation 7 string +
userInfo 8 authentication/v1.UserInfo +
object 9 raw
oldObject 10 raw
dryRun 11 bool *
options 12 raw

admission/v1beta1.AdmissionResponse
uid 1 string +
allowed 2 bool +
status 3 meta/v1.Status *
patch 4 bytes
patchType 5 string *
auditAnnotations 6 {}string
warnings 7 []string list=atomic

admission/v1beta1.AdmissionReview
apiVersion - string
kind - string
request 1 AdmissionRequest *
response 2 AdmissionResponse *

admissionregistration/v1.ApplyConfiguration
expression 1 string

admissionregistration/v1.AuditAnnotation
key 1 string !
valueExpression 2 string !

admissionregistration/v1.ExpressionWarning
fieldRef 2 string !
warning 3 string !

admissionregistration/v1.FailurePolicyType = Fail | Ignore

admissionregistration/v1.JSONPatch
expression 1 string

admissionregistration/v1.MatchCondition
name 1 string !
expression 2 string !

admissionregistration/v1.MatchPolicyType = Equivalent | Exact

admissionregistration/v1.MatchResources
namespaceSelector 1 meta/v1.LabelSelector *
objectSelector 2 meta/v1.LabelSelector *
resourceRules 3 []NamedRuleWithOperations list=atomic
excludeResourceRules 4 []NamedRuleWithOperations list=atomic
matchPolicy 7 MatchPolicyType *

admissionregistration/v1.MutatingAdmissionPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 MutatingAdmissionPolicySpec

admissionregistration/v1.MutatingAdmissionPolicyBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 MutatingAdmissionPolicyBindingSpec

admissionregistration/v1.MutatingAdmissionPolicyBindingSpec
policyName 1 string
paramRef 2 ParamRef *
matchResources 3 MatchResources *

admissionregistration/v1.MutatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
variables 3 []Variable list=atomic
mutations 4 []Mutation list=atomic
failurePolicy 5 FailurePolicyType *
matchConditions 6 []MatchCondition list=map keys=name patch=merge merge=name
reinvocationPolicy 7 ReinvocationPolicyType

admissionregistration/v1.MutatingWebhook
name 1 string !
clientConfig 2 WebhookClientConfig !
rules 3 []RuleWithOperations list=atomic
failurePolicy 4 FailurePolicyType *
matchPolicy 9 MatchPolicyType *
namespaceSelector 5 meta/v1.LabelSelector *
objectSelector 11 meta/v1.LabelSelector *
sideEffects 6 SideEffectClass ! *
timeoutSeconds 7 int32 *
admissionReviewVersions 8 []string ! list=atomic
reinvocationPolicy 10 ReinvocationPolicyType *
matchConditions 12 []MatchCondition list=map keys=name patch=merge merge=name

admissionregistration/v1.MutatingWebhookConfiguration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
webhooks 2 []MutatingWebhook list=map keys=name patch=merge merge=name

admissionregistration/v1.Mutation
patchType 2 PatchType !
applyConfiguration 3 ApplyConfiguration *
jsonPatch 4 JSONPatch *

admissionregistration/v1.NamedRuleWithOperations
resourceNames 1 []string list=atomic
operations 1 []OperationType in=2 list=atomic
apiGroups 1 []string in=2.2 list=atomic
apiVersions 2 []string in=2.2 list=atomic
resources 3 []string in=2.2 list=atomic
scope 4 ScopeType * in=2.2

admissionregistration/v1.OperationType = * | CONNECT | CREATE | DELETE | UPDATE

admissionregistration/v1.ParamKind
apiVersion 1 string
kind 2 string

admissionregistration/v1.ParamRef
name 1 string
namespace 2 string
selector 3 meta/v1.LabelSelector *
parameterNotFoundAction 4 string *

admissionregistration/v1.PatchType = ApplyConfiguration | JSONPatch

admissionregistration/v1.ReinvocationPolicyType = IfNeeded | Never

admissionregistration/v1.Rule
apiGroups 1 []string list=atomic
apiVersions 2 []string list=atomic
resources 3 []string list=atomic
scope 4 ScopeType *

admissionregistration/v1.RuleWithOperations
operations 1 []OperationType list=atomic
apiGroups 1 []string in=2 list=atomic
apiVersions 2 []string in=2 list=atomic
resources 3 []string in=2 list=atomic
scope 4 ScopeType * in=2

admissionregistration/v1.ScopeType = * | Cluster | Namespaced

admissionregistration/v1.ServiceReference
namespace 1 string !
name 2 string !
path 3 string *
port 4 int32 *

admissionregistration/v1.SideEffectClass = None | NoneOnDryRun | Some | Unknown

admissionregistration/v1.TypeChecking
expressionWarnings 1 []ExpressionWarning list=atomic

admissionregistration/v1.ValidatingAdmissionPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ValidatingAdmissionPolicySpec
status 3 ValidatingAdmissionPolicyStatus

admissionregistration/v1.ValidatingAdmissionPolicyBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ValidatingAdmissionPolicyBindingSpec

admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec
policyName 1 string
paramRef 2 ParamRef *
matchResources 3 MatchResources *
validationActions 4 []ValidationAction list=set

admissionregistration/v1.ValidatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
validations 3 []Validation list=atomic
failurePolicy 4 FailurePolicyType *
auditAnnotations 5 []AuditAnnotation list=atomic
matchConditions 6 []MatchCondition list=map keys=name patch=merge merge=name
variables 7 []Variable list=map keys=name patch=merge merge=name

admissionregistration/v1.ValidatingAdmissionPolicyStatus
observedGeneration 1 int64
typeChecking 2 TypeChecking *
conditions 3 []meta/v1.Condition list=map keys=type

admissionregistration/v1.ValidatingWebhook
name 1 string !
clientConfig 2 WebhookClientConfig !
rules 3 []RuleWithOperations list=atomic
failurePolicy 4 FailurePolicyType *
matchPolicy 9 MatchPolicyType *
namespaceSelector 5 meta/v1.LabelSelector *
objectSelector 10 meta/v1.LabelSelector *
sideEffects 6 SideEffectClass ! *
timeoutSeconds 7 int32 *
admissionReviewVersions 8 []string ! list=atomic
matchConditions 11 []MatchCondition list=map keys=name patch=merge merge=name

admissionregistration/v1.ValidatingWebhookConfiguration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
webhooks 2 []ValidatingWebhook list=map keys=name patch=merge merge=name

admissionregistration/v1.Validation
expression 1 string !
message 2 string
reason 3 string *
messageExpression 4 string

admissionregistration/v1.ValidationAction = Audit | Deny | Warn

admissionregistration/v1.Variable
name 1 string !
expression 2 string !

admissionregistration/v1.WebhookClientConfig
url 3 string *
service 1 ServiceReference *
caBundle 2 bytes

admissionregistration/v1alpha1.ApplyConfiguration
expression 1 string

admissionregistration/v1alpha1.AuditAnnotation
key 1 string !
valueExpression 2 string !

admissionregistration/v1alpha1.ExpressionWarning
fieldRef 2 string !
warning 3 string !

admissionregistration/v1alpha1.FailurePolicyType = Fail | Ignore

admissionregistration/v1alpha1.JSONPatch
expression 1 string

admissionregistration/v1alpha1.MatchPolicyType = Equivalent | Exact

admissionregistration/v1alpha1.MatchResources
namespaceSelector 1 meta/v1.LabelSelector *
objectSelector 2 meta/v1.LabelSelector *
resourceRules 3 []NamedRuleWithOperations list=atomic
excludeResourceRules 4 []NamedRuleWithOperations list=atomic
matchPolicy 7 MatchPolicyType *

admissionregistration/v1alpha1.MutatingAdmissionPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 MutatingAdmissionPolicySpec

admissionregistration/v1alpha1.MutatingAdmissionPolicyBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 MutatingAdmissionPolicyBindingSpec

admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingSpec
policyName 1 string
paramRef 2 ParamRef *
matchResources 3 MatchResources *

admissionregistration/v1alpha1.MutatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
variables 3 []Variable list=atomic
mutations 4 []Mutation list=atomic
failurePolicy 5 FailurePolicyType *
matchConditions 6 []admissionregistration/v1.MatchCondition list=map keys=name patch=merge merge=name
reinvocationPolicy 7 admissionregistration/v1.ReinvocationPolicyType

admissionregistration/v1alpha1.Mutation
patchType 2 PatchType !
applyConfiguration 3 ApplyConfiguration *
jsonPatch 4 JSONPatch *

admissionregistration/v1alpha1.NamedRuleWithOperations
resourceNames 1 []string list=atomic

admissionregistration/v1alpha1.ParamKind
apiVersion 1 string
kind 2 string

admissionregistration/v1alpha1.ParamRef
name 1 string
namespace 2 string
selector 3 meta/v1.LabelSelector *
parameterNotFoundAction 4 ParameterNotFoundActionType *

admissionregistration/v1alpha1.ParameterNotFoundActionType = Allow | Deny

admissionregistration/v1alpha1.PatchType = ApplyConfiguration | JSONPatch

admissionregistration/v1alpha1.TypeChecking
expressionWarnings 1 []ExpressionWarning list=atomic

admissionregistration/v1alpha1.ValidatingAdmissionPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ValidatingAdmissionPolicySpec
status 3 ValidatingAdmissionPolicyStatus

admissionregistration/v1alpha1.ValidatingAdmissionPolicyBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ValidatingAdmissionPolicyBindingSpec

admissionregistration/v1alpha1.ValidatingAdmissionPolicyBindingSpec
policyName 1 string
paramRef 2 ParamRef *
matchResources 3 MatchResources *
validationActions 4 []ValidationAction list=set

admissionregistration/v1alpha1.ValidatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
validations 3 []Validation list=atomic
failurePolicy 4 FailurePolicyType *
auditAnnotations 5 []AuditAnnotation list=atomic
matchConditions 6 []admissionregistration/v1.MatchCondition list=map keys=name patch=merge merge=name
variables 7 []Variable list=map keys=name patch=merge merge=name

admissionregistration/v1alpha1.ValidatingAdmissionPolicyStatus
observedGeneration 1 int64
typeChecking 2 TypeChecking *
conditions 3 []meta/v1.Condition list=map keys=type

admissionregistration/v1alpha1.Validation
expression 1 string !
message 2 string
reason 3 string *
messageExpression 4 string

admissionregistration/v1alpha1.ValidationAction = Audit | Deny | Warn

admissionregistration/v1alpha1.Variable
name 1 string !
expression 2 string !

admissionregistration/v1beta1.ApplyConfiguration
expression 1 string

admissionregistration/v1beta1.AuditAnnotation
key 1 string !
valueExpression 2 string !

admissionregistration/v1beta1.ExpressionWarning
fieldRef 2 string !
warning 3 string !

admissionregistration/v1beta1.JSONPatch
expression 1 string

admissionregistration/v1beta1.MatchCondition
name 1 string !
expression 2 string !

admissionregistration/v1beta1.MatchResources
namespaceSelector 1 meta/v1.LabelSelector *
objectSelector 2 meta/v1.LabelSelector *
resourceRules 3 []NamedRuleWithOperations list=atomic
excludeResourceRules 4 []NamedRuleWithOperations list=atomic
matchPolicy 7 string *

admissionregistration/v1beta1.MutatingAdmissionPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 MutatingAdmissionPolicySpec

admissionregistration/v1beta1.MutatingAdmissionPolicyBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 MutatingAdmissionPolicyBindingSpec

admissionregistration/v1beta1.MutatingAdmissionPolicyBindingSpec
policyName 1 string
paramRef 2 ParamRef *
matchResources 3 MatchResources *

admissionregistration/v1beta1.MutatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
variables 3 []Variable list=atomic
mutations 4 []Mutation list=atomic
failurePolicy 5 string *
matchConditions 6 []MatchCondition list=map keys=name patch=merge merge=name
reinvocationPolicy 7 ReinvocationPolicyType

admissionregistration/v1beta1.Mutation
patchType 2 PatchType !
applyConfiguration 3 ApplyConfiguration *
jsonPatch 4 JSONPatch *

admissionregistration/v1beta1.NamedRuleWithOperations
resourceNames 1 []string list=atomic

admissionregistration/v1beta1.ParamKind
apiVersion 1 string
kind 2 string

admissionregistration/v1beta1.ParamRef
name 1 string
namespace 2 string
selector 3 meta/v1.LabelSelector *
parameterNotFoundAction 4 string *

admissionregistration/v1beta1.PatchType = ApplyConfiguration | JSONPatch

admissionregistration/v1beta1.ReinvocationPolicyType = IfNeeded | Never

admissionregistration/v1beta1.TypeChecking
expressionWarnings 1 []ExpressionWarning list=atomic

admissionregistration/v1beta1.ValidatingAdmissionPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ValidatingAdmissionPolicySpec
status 3 ValidatingAdmissionPolicyStatus

admissionregistration/v1beta1.ValidatingAdmissionPolicyBinding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ValidatingAdmissionPolicyBindingSpec

admissionregistration/v1beta1.ValidatingAdmissionPolicyBindingSpec
policyName 1 string
paramRef 2 ParamRef *
matchResources 3 MatchResources *
validationActions 4 []ValidationAction list=set

admissionregistration/v1beta1.ValidatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
validations 3 []Validation list=atomic
failurePolicy 4 string *
auditAnnotations 5 []AuditAnnotation list=atomic
matchConditions 6 []MatchCondition list=map keys=name patch=merge merge=name
variables 7 []Variable list=map keys=name patch=merge merge=name

admissionregistration/v1beta1.ValidatingAdmissionPolicyStatus
observedGeneration 1 int64
typeChecking 2 TypeChecking *
conditions 3 []meta/v1.Condition list=map keys=type

admissionregistration/v1beta1.Validation
expression 1 string !
message 2 string
reason 3 string *
messageExpression 4 string

admissionregistration/v1beta1.ValidationAction = Audit | Deny | Warn

admissionregistration/v1beta1.Variable
name 1 string !
expression 2 string !

apidiscovery/v2.APIGroupDiscovery
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
versions 2 []APIVersionDiscovery list=map keys=version

apidiscovery/v2.APIResourceDiscovery
resource 1 string +
responseKind 2 meta/v1.GroupVersionKind *
scope 3 string +
singularResource 4 string +
verbs 5 []string + list=set
shortNames 6 []string list=set
categories 7 []string list=set
subresources 8 []APISubresourceDiscovery list=map keys=subresource

apidiscovery/v2.APISubresourceDiscovery
subresource 1 string +
responseKind 2 meta/v1.GroupVersionKind *
acceptedTypes 3 []meta/v1.GroupVersionKind list=map keys=group,version,kind
verbs 4 []string + list=set

apidiscovery/v2.APIVersionDiscovery
version 1 string +
resources 2 []APIResourceDiscovery list=map keys=resource
freshness 3 string

apiregistration/v1.APIService
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 APIServiceSpec
status 3 APIServiceStatus

apiregistration/v1.APIServiceCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string

apiregistration/v1.APIServiceSpec
service 1 ServiceReference *
group 2 string
version 3 string
insecureSkipTLSVerify 4 bool
caBundle 5 bytes list=atomic
groupPriorityMinimum 7 int32 !
versionPriority 8 int32 !

apiregistration/v1.APIServiceStatus
conditions 1 []APIServiceCondition list=map keys=type patch=merge merge=type

apiregistration/v1.ServiceReference
namespace 1 string
name 2 string
port 3 int32 *

apiserverinternal/v1alpha1.ServerStorageVersion
apiServerID 1 string
encodingVersion 2 string
decodableVersions 3 []string list=set
servedVersions 4 []string list=set

apiserverinternal/v1alpha1.StorageVersion
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StorageVersionSpec +
status 3 StorageVersionStatus +

apiserverinternal/v1alpha1.StorageVersionCondition
type 1 string !
status 2 string !
observedGeneration 3 int64
lastTransitionTime 4 time
reason 5 string !
message 6 string

apiserverinternal/v1alpha1.StorageVersionSpec

apiserverinternal/v1alpha1.StorageVersionStatus
storageVersions 1 []ServerStorageVersion list=map keys=apiServerID
commonEncodingVersion 2 string *
conditions 3 []StorageVersionCondition list=map keys=type

apps/v1.ControllerRevision
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
data 2 raw !
revision 3 int64 +

apps/v1.DaemonSet
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DaemonSetSpec
status 3 DaemonSetStatus

apps/v1.DaemonSetCondition
type 1 string +
status 2 string +
lastTransitionTime 3 time
reason 4 string
message 5 string

apps/v1.DaemonSetSpec
selector 1 meta/v1.LabelSelector ! *
template 2 core/v1.PodTemplateSpec !
updateStrategy 3 DaemonSetUpdateStrategy
minReadySeconds 4 int32
revisionHistoryLimit 6 int32 *

apps/v1.DaemonSetStatus
currentNumberScheduled 1 int32 !
numberMisscheduled 2 int32 !
desiredNumberScheduled 3 int32 !
numberReady 4 int32 !
observedGeneration 5 int64
updatedNumberScheduled 6 int32
numberAvailable 7 int32
numberUnavailable 8 int32
collisionCount 9 int32 *
conditions 10 []DaemonSetCondition list=map keys=type patch=merge merge=type

apps/v1.DaemonSetUpdateStrategy
type 1 DaemonSetUpdateStrategyType
rollingUpdate 2 RollingUpdateDaemonSet *

apps/v1.DaemonSetUpdateStrategyType = OnDelete | RollingUpdate

apps/v1.Deployment
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeploymentSpec
status 3 DeploymentStatus

apps/v1.DeploymentCondition
type 1 string +
status 2 string +
lastUpdateTime 6 time
lastTransitionTime 7 time
reason 4 string
message 5 string

apps/v1.DeploymentSpec
replicas 1 int32 *
selector 2 meta/v1.LabelSelector ! *
template 3 core/v1.PodTemplateSpec !
strategy 4 DeploymentStrategy patch=retainKeys
minReadySeconds 5 int32
revisionHistoryLimit 6 int32 *
paused 7 bool
progressDeadlineSeconds 9 int32 *

apps/v1.DeploymentStatus
observedGeneration 1 int64
replicas 2 int32
updatedReplicas 3 int32
readyReplicas 7 int32
availableReplicas 4 int32
unavailableReplicas 5 int32
conditions 6 []DeploymentCondition list=map keys=type patch=merge merge=type
collisionCount 8 int32 *
terminatingReplicas 9 int32 * >=1.33

apps/v1.DeploymentStrategy
type 1 DeploymentStrategyType
rollingUpdate 2 RollingUpdateDeployment *

apps/v1.DeploymentStrategyType = Recreate | RollingUpdate

apps/v1.PersistentVolumeClaimRetentionPolicyType = Delete | Retain

apps/v1.PodManagementPolicyType = OrderedReady | Parallel

apps/v1.ReplicaSet
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ReplicaSetSpec
status 3 ReplicaSetStatus

apps/v1.ReplicaSetCondition
type 1 string +
status 2 string +
lastTransitionTime 3 time
reason 4 string
message 5 string

apps/v1.ReplicaSetSpec
replicas 1 int32 *
minReadySeconds 4 int32
selector 2 meta/v1.LabelSelector ! *
template 3 core/v1.PodTemplateSpec

apps/v1.ReplicaSetStatus
replicas 1 int32 !
fullyLabeledReplicas 2 int32
readyReplicas 4 int32
availableReplicas 5 int32
observedGeneration 3 int64
conditions 6 []ReplicaSetCondition list=map keys=type patch=merge merge=type
terminatingReplicas 7 int32 * >=1.33

apps/v1.RollingUpdateDaemonSet
maxUnavailable 1 intOrString *
maxSurge 2 intOrString *

apps/v1.RollingUpdateDeployment
maxUnavailable 1 intOrString *
maxSurge 2 intOrString *

apps/v1.RollingUpdateStatefulSetStrategy
partition 1 int32 *
maxUnavailable 2 intOrString * gate=MaxUnavailableStatefulSet

apps/v1.StatefulSet
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StatefulSetSpec
status 3 StatefulSetStatus

apps/v1.StatefulSetCondition
type 1 string +
status 2 string +
lastTransitionTime 3 time
reason 4 string
message 5 string

apps/v1.StatefulSetOrdinals
start 1 int32 +

apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy
whenDeleted 1 PersistentVolumeClaimRetentionPolicyType
whenScaled 2 PersistentVolumeClaimRetentionPolicyType

apps/v1.StatefulSetSpec
replicas 1 int32 *
selector 2 meta/v1.LabelSelector ! *
template 3 core/v1.PodTemplateSpec !
volumeClaimTemplates 4 []core/v1.PersistentVolumeClaim list=atomic
serviceName 5 string +
podManagementPolicy 6 PodManagementPolicyType
updateStrategy 7 StatefulSetUpdateStrategy
revisionHistoryLimit 8 int32 *
minReadySeconds 9 int32
persistentVolumeClaimRetentionPolicy 10 StatefulSetPersistentVolumeClaimRetentionPolicy *
ordinals 11 StatefulSetOrdinals *

apps/v1.StatefulSetStatus
observedGeneration 1 int64
replicas 2 int32 !
readyReplicas 3 int32
currentReplicas 4 int32
updatedReplicas 5 int32
currentRevision 6 string
updateRevision 7 string
collisionCount 9 int32 *
conditions 10 []StatefulSetCondition list=map keys=type patch=merge merge=type
availableReplicas 11 int32 +

apps/v1.StatefulSetUpdateStrategy
type 1 StatefulSetUpdateStrategyType
rollingUpdate 2 RollingUpdateStatefulSetStrategy *

apps/v1.StatefulSetUpdateStrategyType = OnDelete | Recreate>=1.37 | RollingUpdate

authentication/v1.BoundObjectReference
kind 1 string
apiVersion 2 string
name 3 string
uid 4 string

authentication/v1.SelfSubjectReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
status 2 SelfSubjectReviewStatus

authentication/v1.SelfSubjectReviewStatus
userInfo 1 UserInfo

authentication/v1.TokenRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 TokenRequestSpec +
status 3 TokenRequestStatus

authentication/v1.TokenRequestSpec
audiences 1 []string + list=atomic
expirationSeconds 4 int64 + *
boundObjectRef 3 BoundObjectReference + *
attestations 5 {}[]string >=1.37

authentication/v1.TokenRequestStatus
token 1 string +
expirationTimestamp 2 time +

authentication/v1.TokenReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 TokenReviewSpec !
status 3 TokenReviewStatus

authentication/v1.TokenReviewSpec
token 1 string
audiences 2 []string list=atomic

authentication/v1.TokenReviewStatus
authenticated 1 bool
user 2 UserInfo
audiences 4 []string list=atomic
error 3 string

authentication/v1.UserInfo
username 1 string
uid 2 string
groups 3 []string list=atomic
extra 4 {}[]string

authentication/v1alpha1.SelfSubjectReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
status 2 SelfSubjectReviewStatus

authentication/v1alpha1.SelfSubjectReviewStatus
userInfo 1 authentication/v1.UserInfo

authentication/v1beta1.SelfSubjectReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
status 2 SelfSubjectReviewStatus

authentication/v1beta1.SelfSubjectReviewStatus
userInfo 1 authentication/v1.UserInfo

authorization/v1.FieldSelectorAttributes
rawSelector 1 string
requirements 2 []meta/v1.FieldSelectorRequirement list=atomic

authorization/v1.LabelSelectorAttributes
rawSelector 1 string
requirements 2 []meta/v1.LabelSelectorRequirement list=atomic

authorization/v1.LocalSubjectAccessReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SubjectAccessReviewSpec !
status 3 SubjectAccessReviewStatus

authorization/v1.NonResourceAttributes
path 1 string
verb 2 string

authorization/v1.NonResourceRule
verbs 1 []string ! list=atomic
nonResourceURLs 2 []string list=atomic

authorization/v1.ResourceAttributes
namespace 1 string
verb 2 string
group 3 string
version 4 string
resource 5 string
subresource 6 string
name 7 string
fieldSelector 8 FieldSelectorAttributes * >=1.31
labelSelector 9 LabelSelectorAttributes * >=1.31

authorization/v1.ResourceRule
verbs 1 []string ! list=atomic
apiGroups 2 []string list=atomic
resources 3 []string list=atomic
resourceNames 4 []string list=atomic

authorization/v1.SelfSubjectAccessReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SelfSubjectAccessReviewSpec !
status 3 SubjectAccessReviewStatus

authorization/v1.SelfSubjectAccessReviewSpec
resourceAttributes 1 ResourceAttributes *
nonResourceAttributes 2 NonResourceAttributes *

authorization/v1.SelfSubjectRulesReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SelfSubjectRulesReviewSpec !
status 3 SubjectRulesReviewStatus

authorization/v1.SelfSubjectRulesReviewSpec
namespace 1 string

authorization/v1.SubjectAccessReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 SubjectAccessReviewSpec !
status 3 SubjectAccessReviewStatus

authorization/v1.SubjectAccessReviewSpec
resourceAttributes 1 ResourceAttributes *
nonResourceAttributes 2 NonResourceAttributes *
user 3 string
groups 4 []string list=atomic
extra 5 {}[]string
uid 6 string

authorization/v1.SubjectAccessReviewStatus
allowed 1 bool !
denied 4 bool
reason 2 string
evaluationError 3 string

authorization/v1.SubjectRulesReviewStatus
resourceRules 1 []ResourceRule ! list=atomic
nonResourceRules 2 []NonResourceRule ! list=atomic
incomplete 3 bool !
evaluationError 4 string

autoscaling/v1.CrossVersionObjectReference
kind 1 string !
name 2 string !
apiVersion 3 string

autoscaling/v1.HorizontalPodAutoscaler
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 HorizontalPodAutoscalerSpec
status 3 HorizontalPodAutoscalerStatus

autoscaling/v1.HorizontalPodAutoscalerSpec
scaleTargetRef 1 CrossVersionObjectReference !
minReplicas 2 int32 *
maxReplicas 3 int32 !
targetCPUUtilizationPercentage 4 int32 *

autoscaling/v1.HorizontalPodAutoscalerStatus
observedGeneration 1 int64 *
lastScaleTime 2 time *
currentReplicas 3 int32 !
desiredReplicas 4 int32 !
currentCPUUtilizationPercentage 5 int32 *

autoscaling/v1.Scale
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ScaleSpec
status 3 ScaleStatus

autoscaling/v1.ScaleSpec
replicas 1 int32

autoscaling/v1.ScaleStatus
replicas 1 int32 !
selector 2 string

autoscaling/v2.ContainerResourceMetricSource
name 1 string !
target 2 MetricTarget !
container 3 string !

autoscaling/v2.ContainerResourceMetricStatus
name 1 string !
current 2 MetricValueStatus !
container 3 string !

autoscaling/v2.CrossVersionObjectReference
kind 1 string !
name 2 string !
apiVersion 3 string

autoscaling/v2.ExternalMetricSource
metric 1 MetricIdentifier !
target 2 MetricTarget !

autoscaling/v2.ExternalMetricStatus
metric 1 MetricIdentifier !
current 2 MetricValueStatus !

autoscaling/v2.HPAScalingPolicy
type 1 string !
value 2 int32 !
periodSeconds 3 int32 !

autoscaling/v2.HPAScalingRules
stabilizationWindowSeconds 3 int32 *
selectPolicy 1 string *
policies 2 []HPAScalingPolicy list=atomic
tolerance 4 quantity * >=1.33 gate=HPAConfigurableTolerance

autoscaling/v2.HorizontalPodAutoscaler
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 HorizontalPodAutoscalerSpec
status 3 HorizontalPodAutoscalerStatus

autoscaling/v2.HorizontalPodAutoscalerBehavior
scaleUp 1 HPAScalingRules *
scaleDown 2 HPAScalingRules *

autoscaling/v2.HorizontalPodAutoscalerCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string
observedGeneration 6 int64 * >=1.37

autoscaling/v2.HorizontalPodAutoscalerSpec
scaleTargetRef 1 CrossVersionObjectReference !
minReplicas 2 int32 *
maxReplicas 3 int32 !
metrics 4 []MetricSpec list=atomic
behavior 5 HorizontalPodAutoscalerBehavior *

autoscaling/v2.HorizontalPodAutoscalerStatus
observedGeneration 1 int64 *
lastScaleTime 2 time *
currentReplicas 3 int32
desiredReplicas 4 int32 !
currentMetrics 5 []MetricStatus + list=atomic
conditions 6 []HorizontalPodAutoscalerCondition list=map keys=type patch=merge merge=type

autoscaling/v2.MetricIdentifier
name 1 string !
selector 2 meta/v1.LabelSelector *

autoscaling/v2.MetricSpec
type 1 string !
object 2 ObjectMetricSource *
pods 3 PodsMetricSource *
resource 4 ResourceMetricSource *
containerResource 7 ContainerResourceMetricSource *
external 5 ExternalMetricSource *

autoscaling/v2.MetricStatus
type 1 string !
object 2 ObjectMetricStatus *
pods 3 PodsMetricStatus *
resource 4 ResourceMetricStatus *
containerResource 7 ContainerResourceMetricStatus *
external 5 ExternalMetricStatus *

autoscaling/v2.MetricTarget
type 1 string !
value 2 quantity *
averageValue 3 quantity *
averageUtilization 4 int32 *

autoscaling/v2.MetricValueStatus
value 1 quantity *
averageValue 2 quantity *
averageUtilization 3 int32 *

autoscaling/v2.ObjectMetricSource
describedObject 1 CrossVersionObjectReference !
target 2 MetricTarget !
metric 3 MetricIdentifier !

autoscaling/v2.ObjectMetricStatus
metric 1 MetricIdentifier !
current 2 MetricValueStatus !
describedObject 3 CrossVersionObjectReference !

autoscaling/v2.PodsMetricSource
metric 1 MetricIdentifier !
target 2 MetricTarget !

autoscaling/v2.PodsMetricStatus
metric 1 MetricIdentifier !
current 2 MetricValueStatus !

autoscaling/v2.ResourceMetricSource
name 1 string !
target 2 MetricTarget !

autoscaling/v2.ResourceMetricStatus
name 1 string !
current 2 MetricValueStatus !

batch/v1.CompletionMode = Indexed | NonIndexed

batch/v1.ConcurrencyPolicy = Allow | Forbid | Replace

batch/v1.CronJob
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CronJobSpec
status 3 CronJobStatus

batch/v1.CronJobSpec
schedule 1 string !
timeZone 8 string *
startingDeadlineSeconds 2 int64 *
concurrencyPolicy 3 ConcurrencyPolicy
suspend 4 bool *
jobTemplate 5 JobTemplateSpec !
successfulJobsHistoryLimit 6 int32 *
failedJobsHistoryLimit 7 int32 *

batch/v1.CronJobStatus
active 1 []core/v1.ObjectReference list=atomic
lastScheduleTime 4 time *
lastSuccessfulTime 5 time *

batch/v1.Job
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 JobSpec
status 3 JobStatus

batch/v1.JobCondition
type 1 string !
status 2 string !
lastProbeTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string

batch/v1.JobSchedulingConfiguration
schedulingPolicy 1 scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy *
schedulingConstraints 2 scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints *
disruptionMode 3 scheduling/v1alpha3.WorkloadPodGroupDisruptionMode *
resourceClaims 4 []scheduling/v1alpha3.WorkloadPodGroupResourceClaim list=map keys=name patch=merge merge=name

batch/v1.JobSpec
parallelism 1 int32 *
completions 2 int32 *
activeDeadlineSeconds 3 int64 *
podFailurePolicy 11 PodFailurePolicy *
successPolicy 16 SuccessPolicy *
backoffLimit 7 int32 *
backoffLimitPerIndex 12 int32 *
maxFailedIndexes 13 int32 *
selector 4 meta/v1.LabelSelector *
manualSelector 5 bool *
template 6 core/v1.PodTemplateSpec !
ttlSecondsAfterFinished 8 int32 *
completionMode 9 CompletionMode *
suspend 10 bool *
podReplacementPolicy 14 PodReplacementPolicy *
managedBy 15 string *
scheduling 17 JobSchedulingConfiguration * >=1.37 gate=WorkloadWithJob

batch/v1.JobStatus
conditions 1 []JobCondition list=atomic patch=merge merge=type
startTime 2 time *
completionTime 3 time *
active 4 int32
succeeded 5 int32
failed 6 int32
terminating 11 int32 *
completedIndexes 7 string
failedIndexes 10 string *
uncountedTerminatedPods 8 UncountedTerminatedPods *
ready 9 int32 *

batch/v1.JobTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 JobSpec

batch/v1.PodFailurePolicy
rules 1 []PodFailurePolicyRule ! list=atomic

batch/v1.PodFailurePolicyAction = Count | FailIndex | FailJob | Ignore

batch/v1.PodFailurePolicyOnExitCodesOperator = In | NotIn

batch/v1.PodFailurePolicyOnExitCodesRequirement
containerName 1 string *
operator 2 PodFailurePolicyOnExitCodesOperator !
values 3 []int32 ! list=set

batch/v1.PodFailurePolicyOnPodConditionsPattern
type 1 string !
status 2 string +

batch/v1.PodFailurePolicyRule
action 1 PodFailurePolicyAction !
onExitCodes 2 PodFailurePolicyOnExitCodesRequirement *
onPodConditions 3 []PodFailurePolicyOnPodConditionsPattern list=atomic

batch/v1.PodReplacementPolicy = Failed | TerminatingOrFailed

batch/v1.SuccessPolicy
rules 1 []SuccessPolicyRule ! list=atomic

batch/v1.SuccessPolicyRule
succeededIndexes 1 string *
succeededCount 2 int32 *

batch/v1.UncountedTerminatedPods
succeeded 1 []string list=set
failed 2 []string list=set

certificates/v1.CertificateSigningRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CertificateSigningRequestSpec !
status 3 CertificateSigningRequestStatus

certificates/v1.CertificateSigningRequestCondition
type 1 string !
status 6 string !
reason 2 string
message 3 string
lastUpdateTime 4 time
lastTransitionTime 5 time

certificates/v1.CertificateSigningRequestSpec
request 1 bytes !
signerName 7 string !
expirationSeconds 8 int32 *
usages 5 []KeyUsage list=atomic
username 2 string
uid 3 string
groups 4 []string list=atomic
extra 6 {}[]string

certificates/v1.CertificateSigningRequestStatus
conditions 1 []CertificateSigningRequestCondition list=map keys=type
certificate 2 bytes

certificates/v1.ClusterTrustBundle
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ClusterTrustBundleSpec !

certificates/v1.ClusterTrustBundleSpec
signerName 1 string
trustBundle 2 string !

certificates/v1.KeyUsage = any | cert sign | client auth | code signing | content commitment | crl sign | data encipherment | decipher only | digital signature | email protection | encipher only | ipsec end system | ipsec tunnel | ipsec user | key agreement | key encipherment | microsoft sgc | netscape sgc | ocsp signing | s/mime | server auth | signing | timestamping

certificates/v1.PodCertificateRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodCertificateRequestSpec !
status 3 PodCertificateRequestStatus

certificates/v1.PodCertificateRequestSpec
signerName 1 string !
podName 2 string !
podUID 3 string !
serviceAccountName 4 string !
serviceAccountUID 5 string !
nodeName 6 string !
nodeUID 7 string !
maxExpirationSeconds 8 int32 *
stubPKCS10Request 12 bytes !
unverifiedUserAnnotations 11 {}string

certificates/v1.PodCertificateRequestStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
certificateChain 2 string
notBefore 4 time *
beginRefreshAt 5 time *
notAfter 6 time *

certificates/v1alpha1.ClusterTrustBundle
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ClusterTrustBundleSpec !

certificates/v1alpha1.ClusterTrustBundleSpec
signerName 1 string
trustBundle 2 string !

certificates/v1alpha1.PodCertificateRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodCertificateRequestSpec !
status 3 PodCertificateRequestStatus

certificates/v1alpha1.PodCertificateRequestSpec
signerName 1 string !
podName 2 string !
podUID 3 string !
serviceAccountName 4 string !
serviceAccountUID 5 string !
nodeName 6 string !
nodeUID 7 string !
maxExpirationSeconds 8 int32 *
pkixPublicKey 9 bytes !
proofOfPossession 10 bytes !

certificates/v1alpha1.PodCertificateRequestStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
certificateChain 2 string
notBefore 4 time *
beginRefreshAt 5 time *
notAfter 6 time *

certificates/v1beta1.ClusterTrustBundle
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ClusterTrustBundleSpec !

certificates/v1beta1.ClusterTrustBundleSpec
signerName 1 string
trustBundle 2 string !

certificates/v1beta1.PodCertificateRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodCertificateRequestSpec !
status 3 PodCertificateRequestStatus

certificates/v1beta1.PodCertificateRequestSpec
signerName 1 string !
podName 2 string !
podUID 3 string !
serviceAccountName 4 string !
serviceAccountUID 5 string !
nodeName 6 string !
nodeUID 7 string !
maxExpirationSeconds 8 int32 *
pkixPublicKey 9 bytes +
proofOfPossession 10 bytes +
unverifiedUserAnnotations 11 {}string
stubPKCS10Request 12 bytes ! >=1.36

certificates/v1beta1.PodCertificateRequestStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
certificateChain 2 string
notBefore 4 time *
beginRefreshAt 5 time *
notAfter 6 time *

coordination/v1.Lease
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseSpec

coordination/v1.LeaseSpec
holderIdentity 1 string *
leaseDurationSeconds 2 int32 *
acquireTime 3 microTime *
renewTime 4 microTime *
leaseTransitions 5 int32 *
strategy 6 string * >=1.31 gate=CoordinatedLeaderElection
preferredHolder 7 string * >=1.31 gate=CoordinatedLeaderElection

coordination/v1alpha1.LeaseCandidate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseCandidateSpec

coordination/v1alpha1.LeaseCandidateSpec
leaseName 1 string !
pingTime 2 microTime *
renewTime 3 microTime *
binaryVersion 4 string
emulationVersion 5 string
preferredStrategies 6 []string list=atomic gate=CoordinatedLeaderElection

coordination/v1alpha2.LeaseCandidate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseCandidateSpec

coordination/v1alpha2.LeaseCandidateSpec
leaseName 1 string !
pingTime 2 microTime *
renewTime 3 microTime *
binaryVersion 4 string !
emulationVersion 5 string
strategy 6 string

coordination/v1beta1.LeaseCandidate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LeaseCandidateSpec

coordination/v1beta1.LeaseCandidateSpec
leaseName 1 string !
pingTime 2 microTime *
renewTime 3 microTime *
binaryVersion 4 string !
emulationVersion 5 string
strategy 6 string

core/v1.AWSElasticBlockStoreVolumeSource
volumeID 1 string !
fsType 2 string
partition 3 int32
readOnly 4 bool

core/v1.Affinity
nodeAffinity 1 NodeAffinity *
podAffinity 2 PodAffinity *
podAntiAffinity 3 PodAntiAffinity *

core/v1.AppArmorProfile
type 1 AppArmorProfileType !
localhostProfile 2 string *

core/v1.AppArmorProfileType = Localhost | RuntimeDefault | Unconfined

core/v1.AttachedVolume
name 1 string !
devicePath 2 string !

core/v1.AzureDataDiskCachingMode = None | ReadOnly | ReadWrite

core/v1.AzureDataDiskKind = Dedicated | Managed | Shared

core/v1.AzureDiskVolumeSource
diskName 1 string !
diskURI 2 string !
cachingMode 3 AzureDataDiskCachingMode *
fsType 4 string *
readOnly 5 bool *
kind 6 AzureDataDiskKind *

core/v1.AzureFilePersistentVolumeSource
secretName 1 string !
shareName 2 string !
readOnly 3 bool
secretNamespace 4 string + *

core/v1.AzureFileVolumeSource
secretName 1 string !
shareName 2 string !
readOnly 3 bool

core/v1.Binding
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
target 2 ObjectReference !

core/v1.CSIPersistentVolumeSource
driver 1 string !
volumeHandle 2 string !
readOnly 3 bool
fsType 4 string
volumeAttributes 5 {}string
controllerPublishSecretRef 6 SecretReference *
nodeStageSecretRef 7 SecretReference *
nodePublishSecretRef 8 SecretReference *
controllerExpandSecretRef 9 SecretReference *
nodeExpandSecretRef 10 SecretReference *

core/v1.CSIVolumeSource
driver 1 string !
readOnly 2 bool *
fsType 3 string *
volumeAttributes 4 {}string
nodePublishSecretRef 5 LocalObjectReference *

core/v1.Capabilities
add 1 []string list=atomic
drop 2 []string list=atomic

core/v1.CephFSPersistentVolumeSource
monitors 1 []string ! list=atomic
path 2 string
user 3 string
secretFile 4 string
secretRef 5 SecretReference *
readOnly 6 bool

core/v1.CephFSVolumeSource
monitors 1 []string ! list=atomic
path 2 string
user 3 string
secretFile 4 string
secretRef 5 LocalObjectReference *
readOnly 6 bool

core/v1.CinderPersistentVolumeSource
volumeID 1 string !
fsType 2 string
readOnly 3 bool
secretRef 4 SecretReference *

core/v1.CinderVolumeSource
volumeID 1 string !
fsType 2 string
readOnly 3 bool
secretRef 4 LocalObjectReference *

core/v1.ClaimSource
resourceClaimName 1 string *
resourceClaimTemplateName 2 string *

core/v1.ClientIPConfig
timeoutSeconds 1 int32 *

core/v1.ClusterTrustBundleProjection
name 1 string *
signerName 2 string *
labelSelector 3 meta/v1.LabelSelector *
optional 5 bool *
path 4 string !
user 6 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.ComponentCondition
type 1 string !
status 2 string !
message 3 string
error 4 string

core/v1.ComponentStatus
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
conditions 2 []ComponentCondition list=map keys=type patch=merge merge=type

core/v1.ConfigMap
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
immutable 4 bool *
data 2 {}string
binaryData 3 {}bytes

core/v1.ConfigMapEnvSource
name 1 string in=1
optional 2 bool *

core/v1.ConfigMapKeySelector
name 1 string in=1
key 2 string !
optional 3 bool *

core/v1.ConfigMapNodeConfigSource
namespace 1 string !
name 2 string !
uid 3 string
resourceVersion 4 string
kubeletConfigKey 5 string !

core/v1.ConfigMapProjection
name 1 string in=1
items 2 []KeyToPath list=atomic
optional 4 bool *

core/v1.ConfigMapVolumeSource
name 1 string in=1
items 2 []KeyToPath list=atomic
defaultMode 3 int32 *
optional 4 bool *
defaultUser 5 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.Container
name 1 string !
image 2 string
command 3 []string list=atomic
args 4 []string list=atomic
workingDir 5 string
ports 6 []ContainerPort list=map keys=containerPort,protocol patch=merge merge=containerPort
envFrom 19 []EnvFromSource list=atomic
env 7 []EnvVar list=map keys=name patch=merge merge=name
resources 8 ResourceRequirements
resizePolicy 23 []ContainerResizePolicy list=atomic gate=InPlacePodVerticalScaling
restartPolicy 24 ContainerRestartPolicy *
volumeMounts 9 []VolumeMount list=map keys=mountPath patch=merge merge=mountPath
volumeDevices 21 []VolumeDevice list=map keys=devicePath patch=merge merge=devicePath
livenessProbe 10 Probe *
readinessProbe 11 Probe *
startupProbe 22 Probe *
lifecycle 12 Lifecycle *
terminationMessagePath 13 string
terminationMessagePolicy 20 TerminationMessagePolicy
imagePullPolicy 14 PullPolicy
securityContext 15 SecurityContext *
stdin 16 bool
stdinOnce 17 bool
tty 18 bool
restartPolicyRules 25 []ContainerRestartRule >=1.34 list=atomic gate=ContainerRestartRules

core/v1.ContainerExtendedResourceRequest
containerName 1 string !
resourceName 2 string !
requestName 3 string !

core/v1.ContainerImage
names 1 []string + list=atomic
sizeBytes 2 int64

core/v1.ContainerPort
name 1 string
hostPort 2 int32
containerPort 3 int32 !
protocol 4 Protocol
hostIP 5 string

core/v1.ContainerResizePolicy
resourceName 1 string !
restartPolicy 2 ResourceResizeRestartPolicy !

core/v1.ContainerRestartPolicy = Always | Never>=1.34 | OnFailure>=1.34

core/v1.ContainerRestartRule
action 1 string
exitCodes 2 ContainerRestartRuleOnExitCodes *

core/v1.ContainerRestartRuleOnExitCodes
operator 1 string
values 2 []int32 list=set

core/v1.ContainerState
waiting 1 ContainerStateWaiting *
running 2 ContainerStateRunning *
terminated 3 ContainerStateTerminated *

core/v1.ContainerStateRunning
startedAt 1 time

core/v1.ContainerStateTerminated
exitCode 1 int32 !
signal 2 int32
reason 3 string
message 4 string
startedAt 5 time
finishedAt 6 time
containerID 7 string

core/v1.ContainerStateWaiting
reason 1 string
message 2 string

core/v1.ContainerStatus
name 1 string !
state 2 ContainerState
lastState 3 ContainerState
ready 4 bool !
restartCount 5 int32 !
image 6 string !
imageID 7 string !
containerID 8 string
started 9 bool *
allocatedResources 10 {}quantity
resources 11 ResourceRequirements * gate=InPlacePodVerticalScaling
volumeMounts 12 []VolumeMountStatus list=map keys=mountPath patch=merge merge=mountPath
user 13 ContainerUser * >=1.31 gate=SupplementalGroupsPolicy
allocatedResourcesStatus 14 []ResourceStatus >=1.31 list=map keys=name patch=merge merge=name gate=ResourceHealthStatus
stopSignal 15 string * >=1.33 gate=ContainerStopSignals

core/v1.ContainerUser
linux 1 LinuxContainerUser *

core/v1.DNSPolicy = ClusterFirst | ClusterFirstWithHostNet | Default | None

core/v1.DaemonEndpoint
Port 1 int32 !

core/v1.DownwardAPIProjection
items 1 []DownwardAPIVolumeFile list=atomic

core/v1.DownwardAPIVolumeFile
path 1 string !
fieldRef 2 ObjectFieldSelector *
resourceFieldRef 3 ResourceFieldSelector *
mode 4 int32 *
user 5 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.DownwardAPIVolumeSource
items 1 []DownwardAPIVolumeFile list=atomic
defaultMode 2 int32 *
defaultUser 3 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.EmptyDirVolumeSource
medium 1 string
sizeLimit 2 quantity *
mode 3 int32 * >=1.37 gate=EmptyDirVolumeMode

core/v1.EndpointAddress
ip 1 string !
hostname 3 string
nodeName 4 string *
targetRef 2 ObjectReference *

core/v1.EndpointPort
name 1 string
port 2 int32 !
protocol 3 Protocol
appProtocol 4 string *

core/v1.EndpointSubset
addresses 1 []EndpointAddress list=atomic
notReadyAddresses 2 []EndpointAddress list=atomic
ports 3 []EndpointPort list=atomic

core/v1.Endpoints
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
subsets 2 []EndpointSubset list=atomic

core/v1.EnvFromSource
prefix 1 string
configMapRef 2 ConfigMapEnvSource *
secretRef 3 SecretEnvSource *

core/v1.EnvVar
name 1 string !
value 2 string
valueFrom 3 EnvVarSource *

core/v1.EnvVarSource
fieldRef 1 ObjectFieldSelector *
resourceFieldRef 2 ResourceFieldSelector *
configMapKeyRef 3 ConfigMapKeySelector *
secretKeyRef 4 SecretKeySelector *
fileKeyRef 5 FileKeySelector * >=1.34 gate=EnvFiles

core/v1.EphemeralContainer
name 1 string ! in=1
image 2 string in=1
command 3 []string in=1 list=atomic
args 4 []string in=1 list=atomic
workingDir 5 string in=1
ports 6 []ContainerPort in=1 list=map keys=containerPort,protocol patch=merge merge=containerPort
envFrom 19 []EnvFromSource in=1 list=atomic
env 7 []EnvVar in=1 list=map keys=name patch=merge merge=name
resources 8 ResourceRequirements in=1
resizePolicy 23 []ContainerResizePolicy in=1 list=atomic gate=InPlacePodVerticalScaling
restartPolicy 24 ContainerRestartPolicy * in=1
volumeMounts 9 []VolumeMount in=1 list=map keys=mountPath patch=merge merge=mountPath
volumeDevices 21 []VolumeDevice in=1 list=map keys=devicePath patch=merge merge=devicePath
livenessProbe 10 Probe * in=1
readinessProbe 11 Probe * in=1
startupProbe 22 Probe * in=1
lifecycle 12 Lifecycle * in=1
terminationMessagePath 13 string in=1
terminationMessagePolicy 20 TerminationMessagePolicy in=1
imagePullPolicy 14 PullPolicy in=1
securityContext 15 SecurityContext * in=1
stdin 16 bool in=1
stdinOnce 17 bool in=1
tty 18 bool in=1
restartPolicyRules 25 []ContainerRestartRule >=1.34 in=1 list=atomic gate=ContainerRestartRules
targetContainerName 2 string

core/v1.EphemeralContainerCommon
name 1 string !
image 2 string
command 3 []string list=atomic
args 4 []string list=atomic
workingDir 5 string
ports 6 []ContainerPort list=map keys=containerPort,protocol patch=merge merge=containerPort
envFrom 19 []EnvFromSource list=atomic
env 7 []EnvVar list=map keys=name patch=merge merge=name
resources 8 ResourceRequirements
resizePolicy 23 []ContainerResizePolicy list=atomic gate=InPlacePodVerticalScaling
restartPolicy 24 ContainerRestartPolicy *
volumeMounts 9 []VolumeMount list=map keys=mountPath patch=merge merge=mountPath
volumeDevices 21 []VolumeDevice list=map keys=devicePath patch=merge merge=devicePath
livenessProbe 10 Probe *
readinessProbe 11 Probe *
startupProbe 22 Probe *
lifecycle 12 Lifecycle *
terminationMessagePath 13 string
terminationMessagePolicy 20 TerminationMessagePolicy
imagePullPolicy 14 PullPolicy
securityContext 15 SecurityContext *
stdin 16 bool
stdinOnce 17 bool
tty 18 bool
restartPolicyRules 25 []ContainerRestartRule >=1.34 list=atomic gate=ContainerRestartRules

core/v1.EphemeralVolumeSource
volumeClaimTemplate 1 PersistentVolumeClaimTemplate *

core/v1.Event
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta !
involvedObject 2 ObjectReference !
reason 3 string
message 4 string
source 5 EventSource
firstTimestamp 6 time
lastTimestamp 7 time
count 8 int32
type 9 string
eventTime 10 microTime
series 11 EventSeries *
action 12 string
related 13 ObjectReference *
reportingComponent 14 string +
reportingInstance 15 string +

core/v1.EventSeries
count 1 int32
lastObservedTime 2 microTime

core/v1.EventSource
component 1 string
host 2 string

core/v1.EvictionResponder
name 1 string !
priority 2 int32 ! *

core/v1.ExecAction
command 1 []string list=atomic

core/v1.FCVolumeSource
targetWWNs 1 []string list=atomic
lun 2 int32 *
fsType 3 string
readOnly 4 bool
wwids 5 []string list=atomic

core/v1.FileKeySelector
volumeName 1 string !
path 2 string !
key 3 string !
optional 4 bool *

core/v1.FlexPersistentVolumeSource
driver 1 string !
fsType 2 string
secretRef 3 SecretReference *
readOnly 4 bool
options 5 {}string

core/v1.FlexVolumeSource
driver 1 string !
fsType 2 string
secretRef 3 LocalObjectReference *
readOnly 4 bool
options 5 {}string

core/v1.FlockerVolumeSource
datasetName 1 string
datasetUUID 2 string

core/v1.GCEPersistentDiskVolumeSource
pdName 1 string !
fsType 2 string
partition 3 int32
readOnly 4 bool

core/v1.GRPCAction
port 1 int32 !
service 2 string + *
mode 3 GRPCProbeMode * >=1.37 gate=GRPCContainerProbeTLS

core/v1.GRPCProbeMode = Plaintext | TLS

core/v1.GitRepoVolumeSource
repository 1 string !
revision 2 string
directory 3 string

core/v1.GlusterfsPersistentVolumeSource
endpoints 1 string !
path 2 string !
readOnly 3 bool
endpointsNamespace 4 string *

core/v1.GlusterfsVolumeSource
endpoints 1 string !
path 2 string !
readOnly 3 bool

core/v1.HTTPGetAction
path 1 string
port 2 intOrString !
host 3 string
scheme 4 URIScheme
httpHeaders 5 []HTTPHeader list=atomic
protocol 6 HTTPProtocol * >=1.37 gate=H2CContainerProbe

core/v1.HTTPHeader
name 1 string !
value 2 string !

core/v1.HTTPProtocol = HTTP1 | HTTP2

core/v1.HostAlias
ip 1 string !
hostnames 2 []string list=atomic

core/v1.HostIP
ip 1 string !

core/v1.HostPathType = "" | BlockDevice | CharDevice | Directory | DirectoryOrCreate | File | FileOrCreate | Socket

core/v1.HostPathVolumeSource
path 1 string !
type 2 HostPathType *

core/v1.IPFamily = IPv4 | IPv6

core/v1.IPFamilyPolicy = PreferDualStack | RequireDualStack | SingleStack

core/v1.ISCSIPersistentVolumeSource
targetPortal 1 string !
iqn 2 string !
lun 3 int32 !
iscsiInterface 4 string
fsType 5 string
readOnly 6 bool
portals 7 []string list=atomic
chapAuthDiscovery 8 bool
chapAuthSession 11 bool
secretRef 10 SecretReference *
initiatorName 12 string *

core/v1.ISCSIVolumeSource
targetPortal 1 string !
iqn 2 string !
lun 3 int32 !
iscsiInterface 4 string
fsType 5 string
readOnly 6 bool
portals 7 []string list=atomic
chapAuthDiscovery 8 bool
chapAuthSession 11 bool
secretRef 10 LocalObjectReference *
initiatorName 12 string *

core/v1.ImageVolumeSource
reference 1 string
pullPolicy 2 PullPolicy

core/v1.ImageVolumeStatus
imageRef 1 string

core/v1.KeyToPath
key 1 string !
path 2 string !
mode 3 int32 *
user 4 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.Lifecycle
postStart 1 LifecycleHandler *
preStop 2 LifecycleHandler *
stopSignal 3 Signal * >=1.33 gate=ContainerStopSignals

core/v1.LifecycleHandler
exec 1 ExecAction *
httpGet 2 HTTPGetAction *
tcpSocket 3 TCPSocketAction *
sleep 4 SleepAction *

core/v1.LimitRange
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 LimitRangeSpec

core/v1.LimitRangeItem
type 1 string !
max 2 {}quantity
min 3 {}quantity
default 4 {}quantity
defaultRequest 5 {}quantity
maxLimitRequestRatio 6 {}quantity

core/v1.LimitRangeSpec
limits 1 []LimitRangeItem ! list=atomic

core/v1.LinuxContainerUser
uid 1 int64 !
gid 2 int64 !
supplementalGroups 3 []int64 list=atomic

core/v1.LoadBalancerIngress
ip 1 string
hostname 2 string
ipMode 3 string *
ports 4 []PortStatus list=atomic

core/v1.LoadBalancerStatus
ingress 1 []LoadBalancerIngress list=atomic

core/v1.LocalObjectReference
name 1 string

core/v1.LocalVolumeSource
path 1 string !
fsType 2 string *

core/v1.ModifyVolumeStatus
targetVolumeAttributesClassName 1 string
status 2 string !

core/v1.MountPropagationMode = Bidirectional | HostToContainer | None

core/v1.NFSVolumeSource
server 1 string !
path 2 string !
readOnly 3 bool

core/v1.Namespace
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 NamespaceSpec
status 3 NamespaceStatus

core/v1.NamespaceCondition
type 1 string !
status 2 string !
lastTransitionTime 4 time
reason 5 string
message 6 string

core/v1.NamespaceSpec
finalizers 1 []string list=atomic

core/v1.NamespaceStatus
phase 1 string
conditions 2 []NamespaceCondition list=map keys=type patch=merge merge=type

core/v1.Node
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 NodeSpec
status 3 NodeStatus

core/v1.NodeAddress
type 1 string !
address 2 string !

core/v1.NodeAffinity
requiredDuringSchedulingIgnoredDuringExecution 1 NodeSelector *
preferredDuringSchedulingIgnoredDuringExecution 2 []PreferredSchedulingTerm list=atomic

core/v1.NodeAllocatableMappedResources
name 1 string !
quantity 2 quantity ! *

core/v1.NodeAllocatableOverheadResources
name 1 string !
perPod 2 quantity *
perContainer 3 quantity *

core/v1.NodeAllocatableResourceClaimStatus
resourceClaimName 1 string !
containers 2 []string list=set
resources 3 {}quantity ! <1.37
mapping 4 []NodeAllocatableMappedResources >=1.37 list=map keys=name patch=merge merge=name
overhead 5 []NodeAllocatableOverheadResources >=1.37 list=map keys=name patch=merge merge=name

core/v1.NodeCondition
type 1 string !
status 2 string !
lastHeartbeatTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string

core/v1.NodeConfigSource
configMap 2 ConfigMapNodeConfigSource *

core/v1.NodeConfigStatus
assigned 1 NodeConfigSource *
active 2 NodeConfigSource *
lastKnownGood 3 NodeConfigSource *
error 4 string

core/v1.NodeDaemonEndpoints
kubeletEndpoint 1 DaemonEndpoint

core/v1.NodeFeatures
supplementalGroupsPolicy 1 bool *

core/v1.NodeInclusionPolicy = Honor | Ignore

core/v1.NodePodPreemptionPolicy
disableResizePreemption 1 []string list=set

core/v1.NodeRuntimeHandler
name 1 string +
features 2 NodeRuntimeHandlerFeatures *

core/v1.NodeRuntimeHandlerFeatures
recursiveReadOnlyMounts 1 bool *
userNamespaces 2 bool * >=1.31

core/v1.NodeSelector
nodeSelectorTerms 1 []NodeSelectorTerm ! list=atomic

core/v1.NodeSelectorOperator = DoesNotExist | Exists | Gt | In | Lt | NotIn

core/v1.NodeSelectorRequirement
key 1 string !
operator 2 NodeSelectorOperator !
values 3 []string list=atomic

core/v1.NodeSelectorTerm
matchExpressions 1 []NodeSelectorRequirement list=atomic
matchFields 2 []NodeSelectorRequirement list=atomic

core/v1.NodeSpec
podCIDR 1 string
podCIDRs 7 []string list=set patch=merge
providerID 3 string
unschedulable 4 bool
taints 5 []Taint list=atomic
configSource 6 NodeConfigSource *
externalID 2 string
podPreemptionPolicy 8 NodePodPreemptionPolicy * >=1.37 gate=InPlacePodVerticalScalingSchedulerPreemption

core/v1.NodeStatus
capacity 1 {}quantity
allocatable 2 {}quantity
phase 3 string
conditions 4 []NodeCondition list=map keys=type patch=merge merge=type
addresses 5 []NodeAddress list=map keys=type patch=merge merge=type
daemonEndpoints 6 NodeDaemonEndpoints
nodeInfo 7 NodeSystemInfo
images 8 []ContainerImage list=atomic
volumesInUse 9 []string list=atomic
volumesAttached 10 []AttachedVolume list=atomic
config 11 NodeConfigStatus *
runtimeHandlers 12 []NodeRuntimeHandler list=atomic
features 13 NodeFeatures * >=1.31 gate=SupplementalGroupsPolicy
declaredFeatures 14 []string >=1.35 list=atomic gate=NodeDeclaredFeatures

core/v1.NodeSwapStatus
capacity 1 int64 *

core/v1.NodeSystemInfo
machineID 1 string !
systemUUID 2 string !
bootID 3 string !
kernelVersion 4 string !
osImage 5 string !
containerRuntimeVersion 6 string !
kubeletVersion 7 string !
kubeProxyVersion 8 string !
operatingSystem 9 string !
architecture 10 string !
swap 11 NodeSwapStatus * >=1.33
runningInUserNamespace 12 bool * >=1.37 gate=KubeletInUserNamespace

core/v1.OSName = linux | windows

core/v1.ObjectFieldSelector
apiVersion 1 string
fieldPath 2 string !

core/v1.ObjectReference
kind 1 string
namespace 2 string
name 3 string
uid 4 string
apiVersion 5 string
resourceVersion 6 string
fieldPath 7 string

core/v1.PersistentVolume
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PersistentVolumeSpec
status 3 PersistentVolumeStatus

core/v1.PersistentVolumeAccessMode = ReadOnlyMany | ReadWriteMany | ReadWriteOnce | ReadWriteOncePod

core/v1.PersistentVolumeClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PersistentVolumeClaimSpec
status 3 PersistentVolumeClaimStatus

core/v1.PersistentVolumeClaimCondition
type 1 string !
status 2 string !
lastProbeTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string

core/v1.PersistentVolumeClaimSpec
accessModes 1 []PersistentVolumeAccessMode list=atomic
selector 4 meta/v1.LabelSelector *
resources 2 VolumeResourceRequirements
volumeName 3 string
storageClassName 5 string *
volumeMode 6 PersistentVolumeMode *
dataSource 7 TypedLocalObjectReference *
dataSourceRef 8 TypedObjectReference *
volumeAttributesClassName 9 string * gate=VolumeAttributesClass

core/v1.PersistentVolumeClaimStatus
phase 1 string
accessModes 2 []string list=atomic
capacity 3 {}quantity
conditions 4 []PersistentVolumeClaimCondition list=map keys=type patch=merge merge=type
allocatedResources 5 {}quantity
allocatedResourceStatuses 7 {}string list=granular
currentVolumeAttributesClassName 8 string * gate=VolumeAttributesClass
modifyVolumeStatus 9 ModifyVolumeStatus * gate=VolumeAttributesClass
healthStatus 10 VolumeHealthStatus * >=1.37 gate=CSIVolumeHealth

core/v1.PersistentVolumeClaimTemplate
metadata 1 meta/v1.ObjectMeta
spec 2 PersistentVolumeClaimSpec !

core/v1.PersistentVolumeClaimVolumeSource
claimName 1 string !
readOnly 2 bool

core/v1.PersistentVolumeMode = Block | Filesystem

core/v1.PersistentVolumeReclaimPolicy = Delete | Recycle | Retain

core/v1.PersistentVolumeSource
gcePersistentDisk 1 GCEPersistentDiskVolumeSource *
awsElasticBlockStore 2 AWSElasticBlockStoreVolumeSource *
hostPath 3 HostPathVolumeSource *
glusterfs 4 GlusterfsPersistentVolumeSource *
nfs 5 NFSVolumeSource *
rbd 6 RBDPersistentVolumeSource *
iscsi 7 ISCSIPersistentVolumeSource *
cinder 8 CinderPersistentVolumeSource *
cephfs 9 CephFSPersistentVolumeSource *
fc 10 FCVolumeSource *
flocker 11 FlockerVolumeSource *
flexVolume 12 FlexPersistentVolumeSource *
azureFile 13 AzureFilePersistentVolumeSource *
vsphereVolume 14 VsphereVirtualDiskVolumeSource *
quobyte 15 QuobyteVolumeSource *
azureDisk 16 AzureDiskVolumeSource *
photonPersistentDisk 17 PhotonPersistentDiskVolumeSource *
portworxVolume 18 PortworxVolumeSource *
scaleIO 19 ScaleIOPersistentVolumeSource *
local 20 LocalVolumeSource *
storageos 21 StorageOSPersistentVolumeSource *
csi 22 CSIPersistentVolumeSource *

core/v1.PersistentVolumeSpec
capacity 1 {}quantity
gcePersistentDisk 1 GCEPersistentDiskVolumeSource * in=2
awsElasticBlockStore 2 AWSElasticBlockStoreVolumeSource * in=2
hostPath 3 HostPathVolumeSource * in=2
glusterfs 4 GlusterfsPersistentVolumeSource * in=2
nfs 5 NFSVolumeSource * in=2
rbd 6 RBDPersistentVolumeSource * in=2
iscsi 7 ISCSIPersistentVolumeSource * in=2
cinder 8 CinderPersistentVolumeSource * in=2
cephfs 9 CephFSPersistentVolumeSource * in=2
fc 10 FCVolumeSource * in=2
flocker 11 FlockerVolumeSource * in=2
flexVolume 12 FlexPersistentVolumeSource * in=2
azureFile 13 AzureFilePersistentVolumeSource * in=2
vsphereVolume 14 VsphereVirtualDiskVolumeSource * in=2
quobyte 15 QuobyteVolumeSource * in=2
azureDisk 16 AzureDiskVolumeSource * in=2
photonPersistentDisk 17 PhotonPersistentDiskVolumeSource * in=2
portworxVolume 18 PortworxVolumeSource * in=2
scaleIO 19 ScaleIOPersistentVolumeSource * in=2
local 20 LocalVolumeSource * in=2
storageos 21 StorageOSPersistentVolumeSource * in=2
csi 22 CSIPersistentVolumeSource * in=2
accessModes 3 []PersistentVolumeAccessMode list=atomic
claimRef 4 ObjectReference * list=granular
persistentVolumeReclaimPolicy 5 PersistentVolumeReclaimPolicy
storageClassName 6 string
mountOptions 7 []string list=atomic
volumeMode 8 PersistentVolumeMode *
nodeAffinity 9 VolumeNodeAffinity *
volumeAttributesClassName 10 string * gate=VolumeAttributesClass

core/v1.PersistentVolumeStatus
phase 1 string
message 2 string
reason 3 string
lastPhaseTransitionTime 4 time *

core/v1.PhotonPersistentDiskVolumeSource
pdID 1 string !
fsType 2 string

core/v1.Pod
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodSpec
status 3 PodStatus

core/v1.PodAffinity
requiredDuringSchedulingIgnoredDuringExecution 1 []PodAffinityTerm list=atomic
preferredDuringSchedulingIgnoredDuringExecution 2 []WeightedPodAffinityTerm list=atomic

core/v1.PodAffinityTerm
labelSelector 1 meta/v1.LabelSelector *
namespaces 2 []string list=atomic
topologyKey 3 string !
namespaceSelector 4 meta/v1.LabelSelector *
matchLabelKeys 5 []string list=atomic
mismatchLabelKeys 6 []string list=atomic

core/v1.PodAntiAffinity
requiredDuringSchedulingIgnoredDuringExecution 1 []PodAffinityTerm list=atomic
preferredDuringSchedulingIgnoredDuringExecution 2 []WeightedPodAffinityTerm list=atomic

core/v1.PodCertificateProjection
signerName 1 string
keyType 2 string
maxExpirationSeconds 3 int32 *
credentialBundlePath 4 string
keyPath 5 string
certificateChainPath 6 string
userAnnotations 7 {}string >=1.35
user 8 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.PodCondition
type 1 string !
status 2 string !
lastProbeTime 3 time
lastTransitionTime 4 time
reason 5 string
message 6 string
observedGeneration 7 int64 >=1.33

core/v1.PodDNSConfig
nameservers 1 []string list=atomic
searches 2 []string list=atomic
options 3 []PodDNSConfigOption list=atomic

core/v1.PodDNSConfigOption
name 1 string
value 2 string *

core/v1.PodExtendedResourceClaimStatus
requestMappings 1 []ContainerExtendedResourceRequest ! list=atomic
resourceClaimName 2 string !

core/v1.PodFSGroupChangePolicy = Always | OnRootMismatch

core/v1.PodIP
ip 1 string !

core/v1.PodOS
name 1 OSName !

core/v1.PodReadinessGate
conditionType 1 string !

core/v1.PodResourceClaim
name 1 string !
source 2 ClaimSource <1.31
resourceClaimName 3 string * >=1.31
resourceClaimTemplateName 4 string * >=1.31

core/v1.PodResourceClaimStatus
name 1 string !
resourceClaimName 2 string *

core/v1.PodSELinuxChangePolicy = MountOption | Recursive

core/v1.PodSchedulingGate
name 1 string !

core/v1.PodSchedulingGroup
podGroupName 1 string *

core/v1.PodSecurityContext
seLinuxOptions 1 SELinuxOptions *
windowsOptions 8 WindowsSecurityContextOptions *
runAsUser 2 int64 *
runAsGroup 6 int64 *
runAsNonRoot 3 bool *
supplementalGroups 4 []int64 list=atomic
fsGroup 5 int64 *
sysctls 7 []Sysctl list=atomic
fsGroupChangePolicy 9 PodFSGroupChangePolicy *
seccompProfile 10 SeccompProfile *
appArmorProfile 11 AppArmorProfile *
supplementalGroupsPolicy 12 SupplementalGroupsPolicy * >=1.31 gate=SupplementalGroupsPolicy
seLinuxChangePolicy 13 PodSELinuxChangePolicy * >=1.32 gate=SELinuxChangePolicy

core/v1.PodSpec
volumes 1 []Volume list=map keys=name patch=merge,retainKeys merge=name
initContainers 20 []Container list=map keys=name patch=merge merge=name
containers 2 []Container ! list=map keys=name patch=merge merge=name
ephemeralContainers 34 []EphemeralContainer list=map keys=name patch=merge merge=name
restartPolicy 3 RestartPolicy
terminationGracePeriodSeconds 4 int64 *
activeDeadlineSeconds 5 int64 *
dnsPolicy 6 DNSPolicy
nodeSelector 7 {}string list=atomic
serviceAccountName 8 string
serviceAccount 9 string
automountServiceAccountToken 21 bool *
nodeName 10 string
hostNetwork 11 bool
hostPID 12 bool
hostIPC 13 bool
shareProcessNamespace 27 bool *
securityContext 14 PodSecurityContext *
imagePullSecrets 15 []LocalObjectReference list=map keys=name patch=merge merge=name
hostname 16 string
subdomain 17 string
affinity 18 Affinity *
schedulerName 19 string
tolerations 22 []Toleration list=atomic
hostAliases 23 []HostAlias list=map keys=ip patch=merge merge=ip
priorityClassName 24 string
priority 25 int32 *
dnsConfig 26 PodDNSConfig *
readinessGates 28 []PodReadinessGate list=atomic
runtimeClassName 29 string *
enableServiceLinks 30 bool *
preemptionPolicy 31 PreemptionPolicy *
overhead 32 {}quantity
topologySpreadConstraints 33 []TopologySpreadConstraint list=map keys=topologyKey,whenUnsatisfiable patch=merge merge=topologyKey
setHostnameAsFQDN 35 bool *
os 36 PodOS *
hostUsers 37 bool *
schedulingGates 38 []PodSchedulingGate list=map keys=name patch=merge merge=name
resourceClaims 39 []PodResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DynamicResourceAllocation
resources 40 ResourceRequirements * >=1.32 gate=PodLevelResources
hostnameOverride 41 string * >=1.34 gate=HostnameOverride
workloadRef 42 WorkloadReference * >=1.35<1.36 gate=GenericWorkload
schedulingGroup 43 PodSchedulingGroup * >=1.36 gate=GenericWorkload
evictionResponders 44 []EvictionResponder >=1.37 list=map keys=name patch=merge merge=name gate=EvictionRequestAPI

core/v1.PodStatus
phase 1 string
conditions 2 []PodCondition list=map keys=type patch=merge merge=type
message 3 string
reason 4 string
nominatedNodeName 11 string
hostIP 5 string
hostIPs 16 []HostIP list=atomic patch=merge merge=ip
podIP 6 string
podIPs 12 []PodIP list=map keys=ip patch=merge merge=ip
startTime 7 time *
initContainerStatuses 10 []ContainerStatus list=atomic
containerStatuses 8 []ContainerStatus list=atomic
qosClass 9 string
ephemeralContainerStatuses 13 []ContainerStatus list=atomic
resize 14 string gate=InPlacePodVerticalScaling
resourceClaimStatuses 15 []PodResourceClaimStatus list=map keys=name patch=merge,retainKeys merge=name gate=DynamicResourceAllocation
observedGeneration 17 int64 >=1.33
extendedResourceClaimStatus 18 PodExtendedResourceClaimStatus * >=1.34 gate=DRAExtendedResource
allocatedResources 19 {}quantity >=1.35 gate=InPlacePodLevelResourcesVerticalScaling
resources 20 ResourceRequirements * >=1.35 gate=InPlacePodLevelResourcesVerticalScaling
nodeAllocatableResourceClaimStatuses 21 []NodeAllocatableResourceClaimStatus >=1.36 list=map keys=resourceClaimName patch=merge merge=resourceClaimName gate=DRANodeAllocatableResources
volumeHealth 22 []PodVolumeHealth >=1.37 list=map keys=name gate=CSIVolumeHealth

core/v1.PodTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
template 2 PodTemplateSpec

core/v1.PodTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 PodSpec

core/v1.PodVolumeHealth
name 1 string !
healthConditions 2 []VolumeHealthCondition list=map keys=status,reason patch=merge merge=status
lastTransitionTime 3 time

core/v1.PortStatus
port 1 int32 !
protocol 2 string !
error 3 string *

core/v1.PortworxVolumeSource
volumeID 1 string !
fsType 2 string
readOnly 3 bool

core/v1.PreemptionPolicy = Never | PreemptLowerPriority

core/v1.PreferredSchedulingTerm
weight 1 int32 !
preference 2 NodeSelectorTerm !

core/v1.Probe
exec 1 ExecAction * in=1
httpGet 2 HTTPGetAction * in=1
tcpSocket 3 TCPSocketAction * in=1
grpc 4 GRPCAction * in=1
initialDelaySeconds 2 int32
timeoutSeconds 3 int32
periodSeconds 4 int32
successThreshold 5 int32
failureThreshold 6 int32
terminationGracePeriodSeconds 7 int64 *

core/v1.ProbeHandler
exec 1 ExecAction *
httpGet 2 HTTPGetAction *
tcpSocket 3 TCPSocketAction *
grpc 4 GRPCAction *

core/v1.ProcMountType = Default | Unmasked

core/v1.ProjectedVolumeSource
sources 1 []VolumeProjection + list=atomic
defaultMode 2 int32 *
defaultUser 3 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.Protocol = SCTP | TCP | UDP

core/v1.PullPolicy = Always | IfNotPresent | Never

core/v1.QuobyteVolumeSource
registry 1 string !
volume 2 string !
readOnly 3 bool
user 4 string
group 5 string
tenant 6 string

core/v1.RBDPersistentVolumeSource
monitors 1 []string ! list=atomic
image 2 string !
fsType 3 string
pool 4 string
user 5 string
keyring 6 string
secretRef 7 SecretReference *
readOnly 8 bool

core/v1.RBDVolumeSource
monitors 1 []string ! list=atomic
image 2 string !
fsType 3 string
pool 4 string
user 5 string
keyring 6 string
secretRef 7 LocalObjectReference *
readOnly 8 bool

core/v1.RecursiveReadOnlyMode = Disabled | Enabled | IfPossible

core/v1.ReplicationController
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ReplicationControllerSpec
status 3 ReplicationControllerStatus

core/v1.ReplicationControllerCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string

core/v1.ReplicationControllerSpec
replicas 1 int32 *
minReadySeconds 4 int32
selector 2 {}string list=atomic
template 3 PodTemplateSpec *

core/v1.ReplicationControllerStatus
replicas 1 int32 !
fullyLabeledReplicas 2 int32
readyReplicas 4 int32
availableReplicas 5 int32
observedGeneration 3 int64
conditions 6 []ReplicationControllerCondition list=map keys=type patch=merge merge=type

core/v1.ResourceClaim
name 1 string !
request 2 string >=1.31

core/v1.ResourceFieldSelector
containerName 1 string
resource 2 string !
divisor 3 quantity

core/v1.ResourceHealth
resourceID 1 string !
health 2 string
message 6 string * >=1.36 gate=ResourceHealthStatusMessage

core/v1.ResourceQuota
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceQuotaSpec
status 3 ResourceQuotaStatus

core/v1.ResourceQuotaScope = BestEffort | CrossNamespacePodAffinity | NotBestEffort | NotTerminating | PriorityClass | Terminating | VolumeAttributesClass>=1.33

core/v1.ResourceQuotaSpec
hard 1 {}quantity
scopes 2 []ResourceQuotaScope list=atomic
scopeSelector 3 ScopeSelector *

core/v1.ResourceQuotaStatus
hard 1 {}quantity
used 2 {}quantity

core/v1.ResourceRequirements
limits 1 {}quantity
requests 2 {}quantity
claims 3 []ResourceClaim list=map keys=name gate=DynamicResourceAllocation

core/v1.ResourceResizeRestartPolicy = NotRequired | RestartContainer

core/v1.ResourceStatus
name 1 string !
resources 2 []ResourceHealth list=map keys=resourceID

core/v1.RestartPolicy = Always | Never | OnFailure

core/v1.SELinuxOptions
user 1 string
role 2 string
type 3 string
level 4 string

core/v1.ScaleIOPersistentVolumeSource
gateway 1 string !
system 2 string !
secretRef 3 SecretReference ! *
sslEnabled 4 bool
protectionDomain 5 string
storagePool 6 string
storageMode 7 string
volumeName 8 string
fsType 9 string
readOnly 10 bool

core/v1.ScaleIOVolumeSource
gateway 1 string !
system 2 string !
secretRef 3 LocalObjectReference ! *
sslEnabled 4 bool
protectionDomain 5 string
storagePool 6 string
storageMode 7 string
volumeName 8 string
fsType 9 string
readOnly 10 bool

core/v1.ScopeSelector
matchExpressions 1 []ScopedResourceSelectorRequirement list=atomic

core/v1.ScopeSelectorOperator = DoesNotExist | Exists | In | NotIn

core/v1.ScopedResourceSelectorRequirement
scopeName 1 ResourceQuotaScope !
operator 2 ScopeSelectorOperator !
values 3 []string list=atomic

core/v1.SeccompProfile
type 1 SeccompProfileType !
localhostProfile 2 string *

core/v1.SeccompProfileType = Localhost | RuntimeDefault | Unconfined

core/v1.Secret
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
immutable 5 bool *
data 2 {}bytes
stringData 4 {}string
type 3 string

core/v1.SecretEnvSource
name 1 string in=1
optional 2 bool *

core/v1.SecretKeySelector
name 1 string in=1
key 2 string !
optional 3 bool *

core/v1.SecretProjection
name 1 string in=1
items 2 []KeyToPath list=atomic
optional 4 bool *

core/v1.SecretReference
name 1 string
namespace 2 string

core/v1.SecretVolumeSource
secretName 1 string
items 2 []KeyToPath list=atomic
defaultMode 3 int32 *
optional 4 bool *
defaultUser 5 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.SecurityContext
capabilities 1 Capabilities *
privileged 2 bool *
seLinuxOptions 3 SELinuxOptions *
windowsOptions 10 WindowsSecurityContextOptions *
runAsUser 4 int64 *
runAsGroup 8 int64 *
runAsNonRoot 5 bool *
readOnlyRootFilesystem 6 bool *
allowPrivilegeEscalation 7 bool *
procMount 9 ProcMountType *
seccompProfile 11 SeccompProfile *
appArmorProfile 12 AppArmorProfile *

core/v1.Service
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ServiceSpec
status 3 ServiceStatus

core/v1.ServiceAccount
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
secrets 2 []ObjectReference list=map keys=name patch=merge merge=name
imagePullSecrets 3 []LocalObjectReference list=atomic
automountServiceAccountToken 4 bool *

core/v1.ServiceAccountTokenProjection
audience 1 string
expirationSeconds 2 int64 *
path 3 string !
user 4 int64 * >=1.37 gate=AtomicWriteVolumeUserFields

core/v1.ServiceAffinity = ClientIP | None

core/v1.ServiceExternalTrafficPolicy = Cluster | Local

core/v1.ServiceInternalTrafficPolicy = Cluster | Local

core/v1.ServicePort
name 1 string
protocol 2 Protocol
appProtocol 6 string *
port 3 int32 !
targetPort 4 intOrString
nodePort 5 int32

core/v1.ServiceSpec
ports 1 []ServicePort list=map keys=port,protocol patch=merge merge=port
selector 2 {}string list=atomic
clusterIP 3 string
clusterIPs 18 []string list=atomic
type 4 ServiceType
externalIPs 5 []string list=atomic
sessionAffinity 7 ServiceAffinity
loadBalancerIP 8 string
loadBalancerSourceRanges 9 []string list=atomic
externalName 10 string
externalTrafficPolicy 11 ServiceExternalTrafficPolicy
healthCheckNodePort 12 int32
publishNotReadyAddresses 13 bool
sessionAffinityConfig 14 SessionAffinityConfig *
ipFamilies 19 []IPFamily list=atomic
ipFamilyPolicy 17 IPFamilyPolicy *
allocateLoadBalancerNodePorts 20 bool *
loadBalancerClass 21 string *
internalTrafficPolicy 22 ServiceInternalTrafficPolicy *
trafficDistribution 23 string *

core/v1.ServiceStatus
loadBalancer 1 LoadBalancerStatus
conditions 2 []meta/v1.Condition list=map keys=type patch=merge merge=type

core/v1.ServiceType = ClusterIP | ExternalName | LoadBalancer | NodePort

core/v1.SessionAffinityConfig
clientIP 1 ClientIPConfig *

core/v1.Signal = SIGABRT | SIGALRM | SIGBUS | SIGCHLD | SIGCLD | SIGCONT | SIGFPE | SIGHUP | SIGILL | SIGINT | SIGIO | SIGIOT | SIGKILL | SIGPIPE | SIGPOLL | SIGPROF | SIGPWR | SIGQUIT | SIGRTMAX | SIGRTMAX-1 | SIGRTMAX-10 | SIGRTMAX-11 | SIGRTMAX-12 | SIGRTMAX-13 | SIGRTMAX-14 | SIGRTMAX-2 | SIGRTMAX-3 | SIGRTMAX-4 | SIGRTMAX-5 | SIGRTMAX-6 | SIGRTMAX-7 | SIGRTMAX-8 | SIGRTMAX-9 | SIGRTMIN | SIGRTMIN+1 | SIGRTMIN+10 | SIGRTMIN+11 | SIGRTMIN+12 | SIGRTMIN+13 | SIGRTMIN+14 | SIGRTMIN+15 | SIGRTMIN+2 | SIGRTMIN+3 | SIGRTMIN+4 | SIGRTMIN+5 | SIGRTMIN+6 | SIGRTMIN+7 | SIGRTMIN+8 | SIGRTMIN+9 | SIGSEGV | SIGSTKFLT | SIGSTOP | SIGSYS | SIGTERM | SIGTRAP | SIGTSTP | SIGTTIN | SIGTTOU | SIGURG | SIGUSR1 | SIGUSR2 | SIGVTALRM | SIGWINCH | SIGXCPU | SIGXFSZ

core/v1.SleepAction
seconds 1 int64 !

core/v1.StorageOSPersistentVolumeSource
volumeName 1 string
volumeNamespace 2 string
fsType 3 string
readOnly 4 bool
secretRef 5 ObjectReference *

core/v1.StorageOSVolumeSource
volumeName 1 string
volumeNamespace 2 string
fsType 3 string
readOnly 4 bool
secretRef 5 LocalObjectReference *

core/v1.SupplementalGroupsPolicy = Merge | Strict

core/v1.Sysctl
name 1 string !
value 2 string !

core/v1.TCPSocketAction
port 1 intOrString !
host 2 string

core/v1.Taint
key 1 string !
value 2 string
effect 3 TaintEffect !
timeAdded 4 time *

core/v1.TaintEffect = NoExecute | NoSchedule | PreferNoSchedule

core/v1.TerminationMessagePolicy = FallbackToLogsOnError | File

core/v1.Toleration
key 1 string
operator 2 TolerationOperator
value 3 string
effect 4 TaintEffect
tolerationSeconds 5 int64 *

core/v1.TolerationOperator = Equal | Exists | Gt>=1.35 | Lt>=1.35

core/v1.TopologySelectorLabelRequirement
key 1 string !
values 2 []string ! list=atomic

core/v1.TopologySelectorTerm
matchLabelExpressions 1 []TopologySelectorLabelRequirement list=atomic

core/v1.TopologySpreadConstraint
maxSkew 1 int32 !
topologyKey 2 string !
whenUnsatisfiable 3 UnsatisfiableConstraintAction !
labelSelector 4 meta/v1.LabelSelector *
minDomains 5 int32 *
nodeAffinityPolicy 6 NodeInclusionPolicy *
nodeTaintsPolicy 7 NodeInclusionPolicy *
matchLabelKeys 8 []string list=atomic

core/v1.TypedLocalObjectReference
apiGroup 1 string + *
kind 2 string !
name 3 string !

core/v1.TypedObjectReference
apiGroup 1 string + *
kind 2 string !
name 3 string !
namespace 4 string *

core/v1.URIScheme = HTTP | HTTPS

core/v1.UnsatisfiableConstraintAction = DoNotSchedule | ScheduleAnyway

core/v1.Volume
name 1 string !
hostPath 1 HostPathVolumeSource * in=2
emptyDir 2 EmptyDirVolumeSource * in=2
gcePersistentDisk 3 GCEPersistentDiskVolumeSource * in=2
awsElasticBlockStore 4 AWSElasticBlockStoreVolumeSource * in=2
gitRepo 5 GitRepoVolumeSource * in=2
secret 6 SecretVolumeSource * in=2
nfs 7 NFSVolumeSource * in=2
iscsi 8 ISCSIVolumeSource * in=2
glusterfs 9 GlusterfsVolumeSource * in=2
persistentVolumeClaim 10 PersistentVolumeClaimVolumeSource * in=2
rbd 11 RBDVolumeSource * in=2
flexVolume 12 FlexVolumeSource * in=2
cinder 13 CinderVolumeSource * in=2
cephfs 14 CephFSVolumeSource * in=2
flocker 15 FlockerVolumeSource * in=2
downwardAPI 16 DownwardAPIVolumeSource * in=2
fc 17 FCVolumeSource * in=2
azureFile 18 AzureFileVolumeSource * in=2
configMap 19 ConfigMapVolumeSource * in=2
vsphereVolume 20 VsphereVirtualDiskVolumeSource * in=2
quobyte 21 QuobyteVolumeSource * in=2
azureDisk 22 AzureDiskVolumeSource * in=2
photonPersistentDisk 23 PhotonPersistentDiskVolumeSource * in=2
projected 26 ProjectedVolumeSource * in=2
portworxVolume 24 PortworxVolumeSource * in=2
scaleIO 25 ScaleIOVolumeSource * in=2
storageos 27 StorageOSVolumeSource * in=2
csi 28 CSIVolumeSource * in=2
ephemeral 29 EphemeralVolumeSource * in=2
image 30 ImageVolumeSource * >=1.31 in=2

core/v1.VolumeDevice
name 1 string !
devicePath 2 string !

core/v1.VolumeHealthCondition
status 1 string !
reason 2 string !
message 3 string

core/v1.VolumeHealthStatus
healthConditions 1 []VolumeHealthCondition list=map keys=status,reason patch=merge merge=status
lastTransitionTime 2 time

core/v1.VolumeMount
name 1 string !
readOnly 2 bool
recursiveReadOnly 7 RecursiveReadOnlyMode *
mountPath 3 string !
subPath 4 string
mountPropagation 5 MountPropagationMode *
subPathExpr 6 string
bindMountOptions 8 []string >=1.37 list=set gate=VolumeBindMountOptions

core/v1.VolumeMountStatus
name 1 string !
mountPath 2 string !
readOnly 3 bool
recursiveReadOnly 4 string *
volumeStatus 5 VolumeStatus * >=1.36

core/v1.VolumeNodeAffinity
required 1 NodeSelector *

core/v1.VolumeProjection
secret 1 SecretProjection *
downwardAPI 2 DownwardAPIProjection *
configMap 3 ConfigMapProjection *
serviceAccountToken 4 ServiceAccountTokenProjection *
clusterTrustBundle 5 ClusterTrustBundleProjection * gate=ClusterTrustBundleProjection
podCertificate 6 PodCertificateProjection * >=1.34 gate=PodCertificateRequest

core/v1.VolumeResourceRequirements
limits 1 {}quantity
requests 2 {}quantity

core/v1.VolumeSource
hostPath 1 HostPathVolumeSource *
emptyDir 2 EmptyDirVolumeSource *
gcePersistentDisk 3 GCEPersistentDiskVolumeSource *
awsElasticBlockStore 4 AWSElasticBlockStoreVolumeSource *
gitRepo 5 GitRepoVolumeSource *
secret 6 SecretVolumeSource *
nfs 7 NFSVolumeSource *
iscsi 8 ISCSIVolumeSource *
glusterfs 9 GlusterfsVolumeSource *
persistentVolumeClaim 10 PersistentVolumeClaimVolumeSource *
rbd 11 RBDVolumeSource *
flexVolume 12 FlexVolumeSource *
cinder 13 CinderVolumeSource *
cephfs 14 CephFSVolumeSource *
flocker 15 FlockerVolumeSource *
downwardAPI 16 DownwardAPIVolumeSource *
fc 17 FCVolumeSource *
azureFile 18 AzureFileVolumeSource *
configMap 19 ConfigMapVolumeSource *
vsphereVolume 20 VsphereVirtualDiskVolumeSource *
quobyte 21 QuobyteVolumeSource *
azureDisk 22 AzureDiskVolumeSource *
photonPersistentDisk 23 PhotonPersistentDiskVolumeSource *
projected 26 ProjectedVolumeSource *
portworxVolume 24 PortworxVolumeSource *
scaleIO 25 ScaleIOVolumeSource *
storageos 27 StorageOSVolumeSource *
csi 28 CSIVolumeSource *
ephemeral 29 EphemeralVolumeSource *
image 30 ImageVolumeSource * >=1.31

core/v1.VolumeStatus
image 1 ImageVolumeStatus * gate=ImageVolumeWithDigest

core/v1.VsphereVirtualDiskVolumeSource
volumePath 1 string !
fsType 2 string
storagePolicyName 3 string
storagePolicyID 4 string

core/v1.WeightedPodAffinityTerm
weight 1 int32 !
podAffinityTerm 2 PodAffinityTerm !

core/v1.WindowsSecurityContextOptions
gmsaCredentialSpecName 1 string *
gmsaCredentialSpec 2 string *
runAsUserName 3 string *
hostProcess 4 bool *

core/v1.WorkloadReference
name 1 string !
podGroup 2 string !
podGroupReplicaKey 3 string

discovery/v1.Endpoint
addresses 1 []string ! list=set
conditions 2 EndpointConditions
hostname 3 string *
targetRef 4 core/v1.ObjectReference *
deprecatedTopology 5 {}string
nodeName 6 string *
zone 7 string *
hints 8 EndpointHints *

discovery/v1.EndpointConditions
ready 1 bool *
serving 2 bool *
terminating 3 bool *

discovery/v1.EndpointHints
forZones 1 []ForZone list=atomic
forNodes 2 []ForNode >=1.33 list=atomic

discovery/v1.EndpointPort
name 1 string *
protocol 2 core/v1.Protocol *
port 3 int32 *
appProtocol 4 string *

discovery/v1.EndpointSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
addressType 4 string !
endpoints 2 []Endpoint + list=atomic
ports 3 []EndpointPort + list=atomic

discovery/v1.ForNode
name 1 string !

discovery/v1.ForZone
name 1 string !

events/v1.Event
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta +
eventTime 2 microTime !
series 3 EventSeries *
reportingController 4 string
reportingInstance 5 string
action 6 string
reason 7 string
regarding 8 core/v1.ObjectReference
related 9 core/v1.ObjectReference *
note 10 string
type 11 string
deprecatedSource 12 core/v1.EventSource
deprecatedFirstTimestamp 13 time
deprecatedLastTimestamp 14 time
deprecatedCount 15 int32

events/v1.EventSeries
count 1 int32 !
lastObservedTime 2 microTime !

flowcontrol/v1.ExemptPriorityLevelConfiguration
nominalConcurrencyShares 1 int32 *
lendablePercent 2 int32 *

flowcontrol/v1.FlowDistinguisherMethod
type 1 string !

flowcontrol/v1.FlowSchema
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 FlowSchemaSpec
status 3 FlowSchemaStatus

flowcontrol/v1.FlowSchemaCondition
type 1 string
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
limitResponse 2 LimitResponse
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
spec 2 PriorityLevelConfigurationSpec
status 3 PriorityLevelConfigurationStatus

flowcontrol/v1.PriorityLevelConfigurationCondition
type 1 string
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

flowcontrol/v1beta3.ExemptPriorityLevelConfiguration
nominalConcurrencyShares 1 int32 *
lendablePercent 2 int32 *

flowcontrol/v1beta3.FlowDistinguisherMethod
type 1 string !

flowcontrol/v1beta3.FlowSchema
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 FlowSchemaSpec
status 3 FlowSchemaStatus

flowcontrol/v1beta3.FlowSchemaCondition
type 1 string
status 2 string
lastTransitionTime 3 time
reason 4 string
message 5 string

flowcontrol/v1beta3.FlowSchemaSpec
priorityLevelConfiguration 1 PriorityLevelConfigurationReference !
matchingPrecedence 2 int32 +
distinguisherMethod 3 FlowDistinguisherMethod *
rules 4 []PolicyRulesWithSubjects list=atomic

flowcontrol/v1beta3.FlowSchemaStatus
conditions 1 []FlowSchemaCondition list=map keys=type patch=merge merge=type

flowcontrol/v1beta3.GroupSubject
name 1 string !

flowcontrol/v1beta3.LimitResponse
type 1 string !
queuing 2 QueuingConfiguration *

flowcontrol/v1beta3.LimitedPriorityLevelConfiguration
nominalConcurrencyShares 1 int32 +
limitResponse 2 LimitResponse
lendablePercent 3 int32 *
borrowingLimitPercent 4 int32 *

flowcontrol/v1beta3.NonResourcePolicyRule
verbs 1 []string ! list=set
nonResourceURLs 6 []string ! list=set

flowcontrol/v1beta3.PolicyRulesWithSubjects
subjects 1 []Subject ! list=atomic
resourceRules 2 []ResourcePolicyRule list=atomic
nonResourceRules 3 []NonResourcePolicyRule list=atomic

flowcontrol/v1beta3.PriorityLevelConfiguration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PriorityLevelConfigurationSpec
status 3 PriorityLevelConfigurationStatus

flowcontrol/v1beta3.PriorityLevelConfigurationCondition
type 1 string
status 2 string
lastTransitionTime 3 time
reason 4 string
message 5 string

flowcontrol/v1beta3.PriorityLevelConfigurationReference
name 1 string !

flowcontrol/v1beta3.PriorityLevelConfigurationSpec
type 1 string !
limited 2 LimitedPriorityLevelConfiguration *
exempt 3 ExemptPriorityLevelConfiguration *

flowcontrol/v1beta3.PriorityLevelConfigurationStatus
conditions 1 []PriorityLevelConfigurationCondition list=map keys=type patch=merge merge=type

flowcontrol/v1beta3.QueuingConfiguration
queues 1 int32 +
handSize 2 int32 +
queueLengthLimit 3 int32 +

flowcontrol/v1beta3.ResourcePolicyRule
verbs 1 []string ! list=set
apiGroups 2 []string ! list=set
resources 3 []string ! list=set
clusterScope 4 bool
namespaces 5 []string + list=set

flowcontrol/v1beta3.ServiceAccountSubject
namespace 1 string !
name 2 string !

flowcontrol/v1beta3.Subject
kind 1 string !
user 2 UserSubject *
group 3 GroupSubject *
serviceAccount 4 ServiceAccountSubject *

flowcontrol/v1beta3.UserSubject
name 1 string !

imagepolicy/v1alpha1.ImageReview
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ImageReviewSpec +
status 3 ImageReviewStatus

imagepolicy/v1alpha1.ImageReviewContainerSpec
image 1 string

imagepolicy/v1alpha1.ImageReviewSpec
containers 1 []ImageReviewContainerSpec list=atomic
annotations 2 {}string
namespace 3 string

imagepolicy/v1alpha1.ImageReviewStatus
allowed 1 bool +
reason 2 string
auditAnnotations 3 {}string

lifecycle/v1alpha1.Eviction
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 EvictionSpec !
status 3 EvictionStatus

lifecycle/v1alpha1.EvictionPodReference
name 1 string !
uid 2 string !

lifecycle/v1alpha1.EvictionRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 EvictionRequestSpec !
status 3 EvictionRequestStatus

lifecycle/v1alpha1.EvictionRequestIntent = Eviction | Withdrawn

lifecycle/v1alpha1.EvictionRequestPodReference
name 1 string !
uid 2 string !

lifecycle/v1alpha1.EvictionRequestSpec
target 1 EvictionRequestTarget !
requester 2 string !
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

lifecycle/v1alpha1.Requester
name 1 string !
intent 2 string !

lifecycle/v1alpha1.ResponderStatus
name 1 string !
startTime 2 time *
heartbeatTime 3 time *
expectedCompletionTime 4 time *
completionTime 5 time *
message 6 string *

lifecycle/v1alpha1.TargetResponder
name 1 string !
priority 2 int32 ! *
state 3 string !

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
ignoreStoreReadErrorWithClusterBreakingPotential 6 bool *

meta/v1.FieldSelectorRequirement
key 1 string !
operator 2 string !
values 3 []string list=atomic

meta/v1.GroupResource
group 1 string !
resource 2 string !

meta/v1.GroupVersionKind
group 1 string !
version 2 string !
kind 3 string !

meta/v1.GroupVersionResource
group 1 string !
version 2 string !
resource 3 string !

meta/v1.LabelSelectorRequirement
key 1 string !
operator 2 string !
values 3 []string list=atomic

meta/v1.Preconditions
uid 1 string *
resourceVersion 2 string *

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

networking/v1.HTTPIngressPath
path 1 string
pathType 3 PathType ! *
backend 2 IngressBackend !

networking/v1.HTTPIngressRuleValue
paths 1 []HTTPIngressPath ! list=atomic

networking/v1.IPAddress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IPAddressSpec

networking/v1.IPAddressSpec
parentRef 1 ParentReference *

networking/v1.IPBlock
cidr 1 string !
except 2 []string list=atomic

networking/v1.Ingress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IngressSpec
status 3 IngressStatus

networking/v1.IngressBackend
service 4 IngressServiceBackend *
resource 3 core/v1.TypedLocalObjectReference *

networking/v1.IngressClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IngressClassSpec

networking/v1.IngressClassParametersReference
apiGroup 1 string *
kind 2 string !
name 3 string !
scope 4 string + *
namespace 5 string *

networking/v1.IngressClassSpec
controller 1 string
parameters 2 IngressClassParametersReference *

networking/v1.IngressLoadBalancerIngress
ip 1 string
hostname 2 string
ports 4 []IngressPortStatus list=atomic

networking/v1.IngressLoadBalancerStatus
ingress 1 []IngressLoadBalancerIngress list=atomic

networking/v1.IngressPortStatus
port 1 int32 !
protocol 2 string !
error 3 string *

networking/v1.IngressRule
host 1 string
http 1 HTTPIngressRuleValue * in=2

networking/v1.IngressRuleValue
http 1 HTTPIngressRuleValue *

networking/v1.IngressServiceBackend
name 1 string !
port 2 ServiceBackendPort

networking/v1.IngressSpec
ingressClassName 4 string *
defaultBackend 1 IngressBackend *
tls 2 []IngressTLS list=atomic
rules 3 []IngressRule list=atomic

networking/v1.IngressStatus
loadBalancer 1 IngressLoadBalancerStatus

networking/v1.IngressTLS
hosts 1 []string list=atomic
secretName 2 string

networking/v1.NetworkPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 NetworkPolicySpec

networking/v1.NetworkPolicyEgressRule
ports 1 []NetworkPolicyPort list=atomic
to 2 []NetworkPolicyPeer list=atomic

networking/v1.NetworkPolicyIngressRule
ports 1 []NetworkPolicyPort list=atomic
from 2 []NetworkPolicyPeer list=atomic

networking/v1.NetworkPolicyPeer
podSelector 1 meta/v1.LabelSelector *
namespaceSelector 2 meta/v1.LabelSelector *
ipBlock 3 IPBlock *

networking/v1.NetworkPolicyPort
protocol 1 core/v1.Protocol *
port 2 intOrString *
endPort 3 int32 *

networking/v1.NetworkPolicySpec
podSelector 1 meta/v1.LabelSelector +
ingress 2 []NetworkPolicyIngressRule list=atomic
egress 3 []NetworkPolicyEgressRule list=atomic
policyTypes 4 []PolicyType list=atomic

networking/v1.ParentReference
group 1 string
resource 2 string
namespace 3 string
name 4 string

networking/v1.PathType = Exact | ImplementationSpecific | Prefix

networking/v1.PolicyType = Egress | Ingress

networking/v1.ServiceBackendPort
name 1 string
number 2 int32

networking/v1.ServiceCIDR
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ServiceCIDRSpec
status 3 ServiceCIDRStatus

networking/v1.ServiceCIDRSpec
cidrs 1 []string list=atomic

networking/v1.ServiceCIDRStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

networking/v1alpha1.IPAddress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IPAddressSpec

networking/v1alpha1.IPAddressSpec
parentRef 1 ParentReference *

networking/v1alpha1.ParentReference
group 1 string
resource 2 string
namespace 3 string
name 4 string

networking/v1alpha1.ServiceCIDR
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ServiceCIDRSpec
status 3 ServiceCIDRStatus

networking/v1alpha1.ServiceCIDRSpec
cidrs 1 []string list=atomic

networking/v1alpha1.ServiceCIDRStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

networking/v1beta1.IPAddress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IPAddressSpec

networking/v1beta1.IPAddressSpec
parentRef 1 ParentReference *

networking/v1beta1.ParentReference
group 1 string
resource 2 string
namespace 3 string
name 4 string

networking/v1beta1.ServiceCIDR
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ServiceCIDRSpec
status 3 ServiceCIDRStatus

networking/v1beta1.ServiceCIDRSpec
cidrs 1 []string list=atomic

networking/v1beta1.ServiceCIDRStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

node/v1.Overhead
podFixed 1 {}quantity

node/v1.RuntimeClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
handler 2 string !
overhead 3 Overhead *
scheduling 4 Scheduling *

node/v1.Scheduling
nodeSelector 1 {}string list=atomic
tolerations 2 []core/v1.Toleration list=atomic

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

rbac/v1.RoleRef
apiGroup 1 string +
kind 2 string !
name 3 string !

rbac/v1.Subject
kind 1 string !
apiGroup 2 string
name 3 string !
namespace 4 string

resource/v1.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
shareID 7 string * gate=DRAConsumableCapacity
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *

resource/v1.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
allocationTimestamp 5 time * gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus

resource/v1.CELDeviceSelector
expression 1 string !

resource/v1.CapacityRequestPolicy
default 1 quantity + *
validValues 3 []quantity list=atomic
validRange 4 CapacityRequestPolicyRange *

resource/v1.CapacityRequestPolicyRange
min 1 quantity *
max 2 quantity *
step 3 quantity *

resource/v1.CapacityRequirements
requests 1 {}quantity

resource/v1.Counter
value 1 quantity !

resource/v1.CounterSet
name 1 string !
counters 2 {}Counter

resource/v1.Device
name 1 string !
attributes 2 {}DeviceAttribute
capacity 3 {}DeviceCapacity
consumesCounters 4 []DeviceCounterConsumption list=atomic gate=DRAPartitionableDevices
nodeName 5 string * gate=DRAPartitionableDevices
nodeSelector 6 core/v1.NodeSelector * gate=DRAPartitionableDevices
allNodes 7 bool * gate=DRAPartitionableDevices
taints 8 []DeviceTaint list=atomic gate=DRADeviceTaints
bindsToNode 9 bool * gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions 10 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 11 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations 12 bool * gate=DRAConsumableCapacity
nodeAllocatableResourceMappings 13 {}NodeAllocatableResourceMapping >=1.36<1.37 gate=DRANodeAllocatableResources
nodeAllocatableResources 14 {}NodeAllocatableResource >=1.37 gate=DRANodeAllocatableResources

resource/v1.DeviceAllocationConfiguration
source 1 string !
requests 2 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=3

resource/v1.DeviceAllocationMode = All | ExactCount

resource/v1.DeviceAllocationResult
results 1 []DeviceRequestAllocationResult list=atomic
config 2 []DeviceAllocationConfiguration list=atomic

resource/v1.DeviceAttribute
int 2 int64 *
bool 3 bool *
string 4 string *
version 5 string *
ints 6 []int64 >=1.36 list=atomic gate=DRAListTypeAttributes
bools 7 []bool >=1.36 list=atomic gate=DRAListTypeAttributes
strings 8 []string >=1.36 list=atomic gate=DRAListTypeAttributes
versions 9 []string >=1.36 list=atomic gate=DRAListTypeAttributes

resource/v1.DeviceCapacity
value 1 quantity !
requestPolicy 2 CapacityRequestPolicy * gate=DRAConsumableCapacity

resource/v1.DeviceClaim
requests 1 []DeviceRequest + list=atomic
constraints 2 []DeviceConstraint list=atomic
config 3 []DeviceClaimConfiguration list=atomic

resource/v1.DeviceClaimConfiguration
requests 1 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=2

resource/v1.DeviceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceClassSpec +

resource/v1.DeviceClassConfiguration
opaque 1 OpaqueDeviceConfiguration * in=1

resource/v1.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
extendedResourceName 4 string * gate=DRAExtendedResource

resource/v1.DeviceConfiguration
opaque 1 OpaqueDeviceConfiguration *

resource/v1.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *
distinctAttribute 3 string * gate=DRAConsumableCapacity

resource/v1.DeviceCounterConsumption
counterSet 1 string !
counters 2 {}Counter
compatibilityGroups 3 []string >=1.37 list=atomic gate=DRADeviceCompatibilityGroups

resource/v1.DeviceDerivedAttribute
name 1 string !
expression 2 string !

resource/v1.DeviceRequest
name 1 string !
exactly 2 ExactDeviceRequest *
firstAvailable 3 []DeviceSubRequest list=atomic gate=DRAPrioritizedList

resource/v1.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
bindingConditions 7 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 8 []string list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID 9 string * gate=DRAConsumableCapacity
consumedCapacity 10 {}quantity gate=DRAConsumableCapacity
skipNodeOperations 11 []string >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1.DeviceSelector
cel 1 CELDeviceSelector *

resource/v1.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1.DeviceTaint
key 1 string !
value 2 string
effect 3 DeviceTaintEffect !
timeAdded 4 time *

resource/v1.DeviceTaintEffect = NoExecute | NoSchedule | None>=1.35

resource/v1.DeviceTaintRule
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceTaintRuleSpec !
status 3 DeviceTaintRuleStatus

resource/v1.DeviceTaintRuleSpec
deviceSelector 1 DeviceTaintSelector *
taint 2 DeviceTaint

resource/v1.DeviceTaintRuleStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

resource/v1.DeviceTaintSelector
driver 2 string *
pool 3 string *
device 4 string *

resource/v1.DeviceToleration
key 1 string
operator 2 DeviceTolerationOperator
value 3 string
effect 4 DeviceTaintEffect
tolerationSeconds 5 int64 *

resource/v1.DeviceTolerationOperator = Equal | Exists

resource/v1.ExactDeviceRequest
deviceClassName 1 string !
selectors 2 []DeviceSelector list=atomic
allocationMode 3 DeviceAllocationMode
count 4 int64
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1.NetworkDeviceData
interfaceName 1 string
ips 2 []string list=atomic
hardwareAddress 3 string

resource/v1.NodeAllocatableMapping
capacityKey 1 string *
capacityMultiplier 2 quantity *
deviceMultiplier 3 quantity *

resource/v1.NodeAllocatableOverhead
perPod 1 quantity *
perContainer 2 quantity *

resource/v1.NodeAllocatableResource
mapping 3 NodeAllocatableMapping *
overhead 4 NodeAllocatableOverhead *

resource/v1.NodeAllocatableResourceMapping
capacityKey 1 string *
allocationMultiplier 2 quantity *

resource/v1.OpaqueDeviceConfiguration
driver 1 string !
parameters 2 raw !

resource/v1.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +
status 3 ResourceClaimStatus

resource/v1.ResourceClaimConsumerReference
apiGroup 1 string
resource 3 string !
name 4 string !
uid 5 string !

resource/v1.ResourceClaimSpec
devices 1 DeviceClaim +

resource/v1.ResourceClaimStatus
allocation 1 AllocationResult *
reservedFor 2 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
devices 4 []AllocatedDeviceStatus list=map keys=driver,device,pool,shareID gate=DRAResourceClaimDeviceStatus

resource/v1.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec +

resource/v1.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +

resource/v1.ResourcePool
name 1 string !
generation 2 int64 !
resourceSliceCount 3 int64 !

resource/v1.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceSliceSpec !

resource/v1.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string *
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool *
devices 6 []Device list=atomic
perDeviceNodeSelection 7 bool * gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet list=atomic gate=DRAPartitionableDevices
partitionTypeAttribute 9 string * >=1.37 gate=DRAPartitionableDevicesType
skipNodeOperations 10 []SkipNodeOperation >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1.SkipNodeOperation = * | NodePrepareResources | NodeUnprepareResources

resource/v1alpha2.AllocationResult
resourceHandles 1 []ResourceHandle list=atomic
availableOnNodes 2 core/v1.NodeSelector *
shareable 3 bool

resource/v1alpha2.AllocationResultModel
namedResources 1 NamedResourcesAllocationResult *

resource/v1alpha2.DriverAllocationResult
vendorRequestParameters 1 raw
namedResources 1 NamedResourcesAllocationResult * in=2

resource/v1alpha2.DriverRequests
driverName 1 string
vendorParameters 2 raw
requests 3 []ResourceRequest list=atomic

resource/v1alpha2.NamedResourcesAllocationResult
name 1 string !

resource/v1alpha2.NamedResourcesAttribute
name 1 string !
quantity 6 quantity * in=2
bool 2 bool * in=2
int 7 int64 * in=2
intSlice 8 NamedResourcesIntSlice * in=2
string 5 string * in=2
stringSlice 9 NamedResourcesStringSlice * in=2
version 10 string * in=2

resource/v1alpha2.NamedResourcesAttributeValue
quantity 6 quantity *
bool 2 bool *
int 7 int64 *
intSlice 8 NamedResourcesIntSlice *
string 5 string *
stringSlice 9 NamedResourcesStringSlice *
version 10 string *

resource/v1alpha2.NamedResourcesFilter
selector 1 string !

resource/v1alpha2.NamedResourcesInstance
name 1 string !
attributes 2 []NamedResourcesAttribute list=atomic

resource/v1alpha2.NamedResourcesIntSlice
ints 1 []int64 ! list=atomic

resource/v1alpha2.NamedResourcesRequest
selector 1 string !

resource/v1alpha2.NamedResourcesResources
instances 1 []NamedResourcesInstance ! list=atomic

resource/v1alpha2.NamedResourcesStringSlice
strings 1 []string ! list=atomic

resource/v1alpha2.PodSchedulingContext
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodSchedulingContextSpec !
status 3 PodSchedulingContextStatus

resource/v1alpha2.PodSchedulingContextSpec
selectedNode 1 string
potentialNodes 2 []string list=atomic

resource/v1alpha2.PodSchedulingContextStatus
resourceClaims 1 []ResourceClaimSchedulingStatus list=map keys=name

resource/v1alpha2.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec !
status 3 ResourceClaimStatus

resource/v1alpha2.ResourceClaimConsumerReference
apiGroup 1 string
resource 3 string !
name 4 string !
uid 5 string !

resource/v1alpha2.ResourceClaimParameters
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
generatedFrom 2 ResourceClaimParametersReference *
shareable 3 bool
driverRequests 4 []DriverRequests list=atomic

resource/v1alpha2.ResourceClaimParametersReference
apiGroup 1 string
kind 2 string !
name 3 string !

resource/v1alpha2.ResourceClaimSchedulingStatus
name 1 string
unsuitableNodes 2 []string list=atomic

resource/v1alpha2.ResourceClaimSpec
resourceClassName 1 string !
parametersRef 2 ResourceClaimParametersReference *
allocationMode 3 string

resource/v1alpha2.ResourceClaimStatus
driverName 1 string
allocation 2 AllocationResult *
reservedFor 3 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
deallocationRequested 4 bool

resource/v1alpha2.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec !

resource/v1alpha2.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec !

resource/v1alpha2.ResourceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
driverName 2 string !
parametersRef 3 ResourceClassParametersReference *
suitableNodes 4 core/v1.NodeSelector *
structuredParameters 5 bool *

resource/v1alpha2.ResourceClassParameters
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
generatedFrom 2 ResourceClassParametersReference *
vendorParameters 3 []VendorParameters list=atomic
filters 4 []ResourceFilter list=atomic

resource/v1alpha2.ResourceClassParametersReference
apiGroup 1 string
kind 2 string !
name 3 string !
namespace 4 string

resource/v1alpha2.ResourceFilter
driverName 1 string
namedResources 1 NamedResourcesFilter * in=2

resource/v1alpha2.ResourceFilterModel
namedResources 1 NamedResourcesFilter *

resource/v1alpha2.ResourceHandle
driverName 1 string
data 2 string
structuredData 5 StructuredResourceHandle *

resource/v1alpha2.ResourceModel
namedResources 1 NamedResourcesResources *

resource/v1alpha2.ResourceRequest
vendorParameters 1 raw
namedResources 1 NamedResourcesRequest * in=2

resource/v1alpha2.ResourceRequestModel
namedResources 1 NamedResourcesRequest *

resource/v1alpha2.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
nodeName 2 string
driverName 3 string !
namedResources 1 NamedResourcesResources * in=4

resource/v1alpha2.StructuredResourceHandle
vendorClassParameters 1 raw
vendorClaimParameters 2 raw
nodeName 4 string
results 5 []DriverAllocationResult ! list=atomic

resource/v1alpha2.VendorParameters
driverName 1 string
parameters 2 raw

resource/v1alpha3.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *

resource/v1alpha3.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
controller 4 string <1.32 gate=DRAControlPlaneController

resource/v1alpha3.BasicDevice
attributes 1 {}DeviceAttribute
capacity 2 {}quantity
consumesCounters 3 []DeviceCounterConsumption >=1.33 list=atomic gate=DRAPartitionableDevices
nodeName 4 string * >=1.33 gate=DRAPartitionableDevices
nodeSelector 5 core/v1.NodeSelector * >=1.33 gate=DRAPartitionableDevices
allNodes 6 bool * >=1.33 gate=DRAPartitionableDevices
taints 7 []DeviceTaint >=1.33 list=atomic gate=DRADeviceTaints

resource/v1alpha3.CELDeviceSelector
expression 1 string !

resource/v1alpha3.Counter
value 1 quantity !

resource/v1alpha3.CounterSet
name 1 string !
counters 2 {}Counter

resource/v1alpha3.Device
name 1 string !
basic 2 BasicDevice *

resource/v1alpha3.DeviceAllocationConfiguration
source 1 string !
requests 2 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=3

resource/v1alpha3.DeviceAllocationResult
results 1 []DeviceRequestAllocationResult list=atomic
config 2 []DeviceAllocationConfiguration list=atomic

resource/v1alpha3.DeviceAttribute
int 2 int64 *
bool 3 bool *
string 4 string *
version 5 string *

resource/v1alpha3.DeviceClaim
requests 1 []DeviceRequest + list=atomic
constraints 2 []DeviceConstraint list=atomic
config 3 []DeviceClaimConfiguration list=atomic

resource/v1alpha3.DeviceClaimConfiguration
requests 1 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=2

resource/v1alpha3.DeviceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceClassSpec !

resource/v1alpha3.DeviceClassConfiguration
opaque 1 OpaqueDeviceConfiguration * in=1

resource/v1alpha3.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
suitableNodes 3 core/v1.NodeSelector * <1.32 gate=DRAControlPlaneController

resource/v1alpha3.DeviceConfiguration
opaque 1 OpaqueDeviceConfiguration *

resource/v1alpha3.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *

resource/v1alpha3.DeviceCounterConsumption
counterSet 1 string !
counters 2 {}Counter

resource/v1alpha3.DeviceRequest
name 1 string !
deviceClassName 2 string +
selectors 3 []DeviceSelector list=atomic
allocationMode 4 string
count 5 int64
adminAccess 6 bool * gate=DRAAdminAccess
firstAvailable 7 []DeviceSubRequest >=1.33 list=atomic gate=DRAPrioritizedList
tolerations 8 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints

resource/v1alpha3.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool + * >=1.32 gate=DRAAdminAccess
tolerations 6 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints

resource/v1alpha3.DeviceSelector
cel 1 CELDeviceSelector *

resource/v1alpha3.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 string
count 5 int64
tolerations 7 []DeviceToleration list=atomic gate=DRADeviceTaints

resource/v1alpha3.DeviceTaint
key 1 string !
value 2 string
effect 3 DeviceTaintEffect !
timeAdded 4 time *

resource/v1alpha3.DeviceTaintEffect = NoExecute | NoSchedule | None>=1.35

resource/v1alpha3.DeviceTaintRule
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceTaintRuleSpec !
status 3 DeviceTaintRuleStatus >=1.35

resource/v1alpha3.DeviceTaintRuleSpec
deviceSelector 1 DeviceTaintSelector *
taint 2 DeviceTaint

resource/v1alpha3.DeviceTaintRuleStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

resource/v1alpha3.DeviceTaintSelector
deviceClassName 1 string * <1.35
driver 2 string *
pool 3 string *
device 4 string *
selectors 5 []DeviceSelector <1.35 list=atomic

resource/v1alpha3.DeviceToleration
key 1 string
operator 2 DeviceTolerationOperator
value 3 string
effect 4 DeviceTaintEffect
tolerationSeconds 5 int64 *

resource/v1alpha3.DeviceTolerationOperator = Equal | Exists

resource/v1alpha3.NetworkDeviceData
interfaceName 1 string
ips 2 []string list=atomic
hardwareAddress 3 string

resource/v1alpha3.OpaqueDeviceConfiguration
driver 1 string !
parameters 2 raw !

resource/v1alpha3.PartitionTypeStatus
attribute 4 string
type 1 string
total 2 int32 *
allocatable 3 int32 *

resource/v1alpha3.PodSchedulingContext
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodSchedulingContextSpec !
status 3 PodSchedulingContextStatus

resource/v1alpha3.PodSchedulingContextSpec
selectedNode 1 string
potentialNodes 2 []string list=atomic

resource/v1alpha3.PodSchedulingContextStatus
resourceClaims 1 []ResourceClaimSchedulingStatus list=map keys=name

resource/v1alpha3.PoolStatus
driver 1 string
poolName 2 string
generation 9 int64 !
resourceSliceCount 8 int32 *
totalDevices 4 int32 *
allocatedDevices 5 int32 *
availableDevices 6 int32 *
unavailableDevices 7 int32 *
nodeName 3 string *
validationError 10 string *
partitionSummary 11 []PartitionTypeStatus >=1.37 list=atomic keys=attribute,type
shareableSummary 13 ShareableSummaryStatus * >=1.37

resource/v1alpha3.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec !
status 3 ResourceClaimStatus

resource/v1alpha3.ResourceClaimConsumerReference
apiGroup 1 string
resource 3 string !
name 4 string !
uid 5 string !

resource/v1alpha3.ResourceClaimSchedulingStatus
name 1 string !
unsuitableNodes 2 []string list=atomic

resource/v1alpha3.ResourceClaimSpec
devices 1 DeviceClaim +
controller 2 string <1.32 gate=DRAControlPlaneController

resource/v1alpha3.ResourceClaimStatus
allocation 1 AllocationResult *
reservedFor 2 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
deallocationRequested 3 bool <1.32 gate=DRAControlPlaneController
devices 4 []AllocatedDeviceStatus >=1.32 list=map keys=driver,device,pool gate=DRAResourceClaimDeviceStatus

resource/v1alpha3.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec !

resource/v1alpha3.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec !

resource/v1alpha3.ResourcePool
name 1 string !
generation 2 int64 !
resourceSliceCount 3 int64 !

resource/v1alpha3.ResourcePoolStatusRequest
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourcePoolStatusRequestSpec !
status 3 ResourcePoolStatusRequestStatus *

resource/v1alpha3.ResourcePoolStatusRequestSpec
driver 1 string !
poolName 2 string *
limit 3 int32 *
defaultPartitionTypeAttribute 4 string * >=1.37 gate=DRAPartitionableDevicesType

resource/v1alpha3.ResourcePoolStatusRequestStatus
poolCount 6 int32 *
pools 2 []PoolStatus list=atomic
conditions 3 []meta/v1.Condition list=map keys=type patch=merge merge=type

resource/v1alpha3.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceSliceSpec !

resource/v1alpha3.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool
devices 6 []Device + list=atomic
perDeviceNodeSelection 7 bool * >=1.33 gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet >=1.33 list=atomic gate=DRAPartitionableDevices

resource/v1alpha3.ShareableCapacityStatus
name 1 string
total 2 quantity *
consumed 3 quantity *
available 4 quantity *

resource/v1alpha3.ShareableSummaryStatus
fullyAvailableDevices 1 int32 *
partiallyAvailableDevices 2 int32 *
capacity 3 []ShareableCapacityStatus list=atomic

resource/v1beta1.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *
shareID 7 string * >=1.34 gate=DRAConsumableCapacity

resource/v1beta1.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
allocationTimestamp 5 time * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus

resource/v1beta1.BasicDevice
attributes 1 {}DeviceAttribute
capacity 2 {}DeviceCapacity
consumesCounters 3 []DeviceCounterConsumption >=1.33 list=atomic gate=DRAPartitionableDevices
nodeName 4 string * >=1.33 gate=DRAPartitionableDevices
nodeSelector 5 core/v1.NodeSelector * >=1.33
allNodes 6 bool * >=1.33 gate=DRAPartitionableDevices
taints 7 []DeviceTaint >=1.33 list=atomic gate=DRADeviceTaints
bindsToNode 8 bool * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions 9 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 10 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations 11 bool * >=1.34 gate=DRAConsumableCapacity
nodeAllocatableResourceMappings 12 {}NodeAllocatableResourceMapping >=1.36<1.37 gate=DRANodeAllocatableResources
nodeAllocatableResources 14 {}NodeAllocatableResource >=1.37 gate=DRANodeAllocatableResources

resource/v1beta1.CELDeviceSelector
expression 1 string !

resource/v1beta1.CapacityRequestPolicy
default 1 quantity + *
validValues 3 []quantity list=atomic
validRange 4 CapacityRequestPolicyRange *

resource/v1beta1.CapacityRequestPolicyRange
min 1 quantity *
max 2 quantity *
step 3 quantity *

resource/v1beta1.CapacityRequirements
requests 1 {}quantity

resource/v1beta1.Counter
value 1 quantity !

resource/v1beta1.CounterSet
name 1 string !
counters 2 {}Counter

resource/v1beta1.Device
name 1 string !
basic 2 BasicDevice *

resource/v1beta1.DeviceAllocationConfiguration
source 1 string !
requests 2 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=3

resource/v1beta1.DeviceAllocationMode = All | ExactCount

resource/v1beta1.DeviceAllocationResult
results 1 []DeviceRequestAllocationResult list=atomic
config 2 []DeviceAllocationConfiguration list=atomic

resource/v1beta1.DeviceAttribute
int 2 int64 *
bool 3 bool *
string 4 string *
version 5 string *
ints 6 []int64 >=1.36 list=atomic gate=DRAListTypeAttributes
bools 7 []bool >=1.36 list=atomic gate=DRAListTypeAttributes
strings 8 []string >=1.36 list=atomic gate=DRAListTypeAttributes
versions 9 []string >=1.36 list=atomic gate=DRAListTypeAttributes

resource/v1beta1.DeviceCapacity
value 1 quantity !
requestPolicy 2 CapacityRequestPolicy * >=1.34 gate=DRAConsumableCapacity

resource/v1beta1.DeviceClaim
requests 1 []DeviceRequest + list=atomic
constraints 2 []DeviceConstraint list=atomic
config 3 []DeviceClaimConfiguration list=atomic

resource/v1beta1.DeviceClaimConfiguration
requests 1 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=2

resource/v1beta1.DeviceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceClassSpec +

resource/v1beta1.DeviceClassConfiguration
opaque 1 OpaqueDeviceConfiguration * in=1

resource/v1beta1.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
extendedResourceName 4 string * >=1.34 gate=DRAExtendedResource

resource/v1beta1.DeviceConfiguration
opaque 1 OpaqueDeviceConfiguration *

resource/v1beta1.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *
distinctAttribute 3 string * >=1.34 gate=DRAConsumableCapacity

resource/v1beta1.DeviceCounterConsumption
counterSet 1 string !
counters 2 {}Counter
compatibilityGroups 3 []string >=1.37 list=atomic gate=DRADeviceCompatibilityGroups

resource/v1beta1.DeviceDerivedAttribute
name 1 string !
expression 2 string !

resource/v1beta1.DeviceRequest
name 1 string !
deviceClassName 2 string +
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
adminAccess 6 bool * gate=DRAAdminAccess
firstAvailable 7 []DeviceSubRequest >=1.33 list=atomic gate=DRAPrioritizedList
tolerations 8 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints
capacity 9 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 10 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta1.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration >=1.33 list=atomic gate=DRADeviceTaints
bindingConditions 7 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 8 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID 9 string * >=1.34 gate=DRAConsumableCapacity
consumedCapacity 10 {}quantity >=1.34 gate=DRAConsumableCapacity
skipNodeOperations 11 []string >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta1.DeviceSelector
cel 1 CELDeviceSelector *

resource/v1beta1.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
tolerations 7 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 8 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 9 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta1.DeviceTaint
key 1 string !
value 2 string
effect 3 DeviceTaintEffect !
timeAdded 4 time *

resource/v1beta1.DeviceTaintEffect = NoExecute | NoSchedule | None>=1.35

resource/v1beta1.DeviceToleration
key 1 string
operator 2 DeviceTolerationOperator
value 3 string
effect 4 DeviceTaintEffect
tolerationSeconds 5 int64 *

resource/v1beta1.DeviceTolerationOperator = Equal | Exists

resource/v1beta1.NetworkDeviceData
interfaceName 1 string
ips 2 []string list=atomic
hardwareAddress 3 string

resource/v1beta1.NodeAllocatableMapping
capacityKey 1 string *
capacityMultiplier 2 quantity *
deviceMultiplier 3 quantity *

resource/v1beta1.NodeAllocatableOverhead
perPod 1 quantity *
perContainer 2 quantity *

resource/v1beta1.NodeAllocatableResource
mapping 3 NodeAllocatableMapping *
overhead 4 NodeAllocatableOverhead *

resource/v1beta1.NodeAllocatableResourceMapping
capacityKey 1 string *
allocationMultiplier 2 quantity *

resource/v1beta1.OpaqueDeviceConfiguration
driver 1 string !
parameters 2 raw !

resource/v1beta1.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +
status 3 ResourceClaimStatus

resource/v1beta1.ResourceClaimConsumerReference
apiGroup 1 string
resource 3 string !
name 4 string !
uid 5 string !

resource/v1beta1.ResourceClaimSpec
devices 1 DeviceClaim +

resource/v1beta1.ResourceClaimStatus
allocation 1 AllocationResult *
reservedFor 2 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
devices 4 []AllocatedDeviceStatus list=map keys=driver,device,pool,shareID gate=DRAResourceClaimDeviceStatus

resource/v1beta1.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec +

resource/v1beta1.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +

resource/v1beta1.ResourcePool
name 1 string !
generation 2 int64 !
resourceSliceCount 3 int64 !

resource/v1beta1.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceSliceSpec !

resource/v1beta1.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool
devices 6 []Device list=atomic
perDeviceNodeSelection 7 bool * >=1.33 gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet >=1.33 list=atomic gate=DRAPartitionableDevices
partitionTypeAttribute 9 string * >=1.37 gate=DRAPartitionableDevicesType
skipNodeOperations 10 []SkipNodeOperation >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta1.SkipNodeOperation = * | NodePrepareResources | NodeUnprepareResources

resource/v1beta2.AllocatedDeviceStatus
driver 1 string !
pool 2 string !
device 3 string !
conditions 4 []meta/v1.Condition + list=map keys=type
data 5 raw *
networkData 6 NetworkDeviceData *
shareID 7 string * >=1.34 gate=DRAConsumableCapacity

resource/v1beta2.AllocationResult
devices 1 DeviceAllocationResult
nodeSelector 3 core/v1.NodeSelector *
allocationTimestamp 5 time * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus

resource/v1beta2.CELDeviceSelector
expression 1 string !

resource/v1beta2.CapacityRequestPolicy
default 1 quantity + *
validValues 3 []quantity list=atomic
validRange 4 CapacityRequestPolicyRange *

resource/v1beta2.CapacityRequestPolicyRange
min 1 quantity *
max 2 quantity *
step 3 quantity *

resource/v1beta2.CapacityRequirements
requests 1 {}quantity

resource/v1beta2.Counter
value 1 quantity !

resource/v1beta2.CounterSet
name 1 string !
counters 2 {}Counter

resource/v1beta2.Device
name 1 string !
attributes 2 {}DeviceAttribute
capacity 3 {}DeviceCapacity
consumesCounters 4 []DeviceCounterConsumption list=atomic gate=DRAPartitionableDevices
nodeName 5 string * gate=DRAPartitionableDevices
nodeSelector 6 core/v1.NodeSelector * gate=DRAPartitionableDevices
allNodes 7 bool * gate=DRAPartitionableDevices
taints 8 []DeviceTaint list=atomic gate=DRADeviceTaints
bindsToNode 9 bool * >=1.34 gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions 10 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 11 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations 12 bool * >=1.34 gate=DRAConsumableCapacity
nodeAllocatableResourceMappings 13 {}NodeAllocatableResourceMapping >=1.36<1.37 gate=DRANodeAllocatableResources
nodeAllocatableResources 14 {}NodeAllocatableResource >=1.37 gate=DRANodeAllocatableResources

resource/v1beta2.DeviceAllocationConfiguration
source 1 string !
requests 2 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=3

resource/v1beta2.DeviceAllocationMode = All | ExactCount

resource/v1beta2.DeviceAllocationResult
results 1 []DeviceRequestAllocationResult list=atomic
config 2 []DeviceAllocationConfiguration list=atomic

resource/v1beta2.DeviceAttribute
int 2 int64 *
bool 3 bool *
string 4 string *
version 5 string *
ints 6 []int64 >=1.36 list=atomic gate=DRAListTypeAttributes
bools 7 []bool >=1.36 list=atomic gate=DRAListTypeAttributes
strings 8 []string >=1.36 list=atomic gate=DRAListTypeAttributes
versions 9 []string >=1.36 list=atomic gate=DRAListTypeAttributes

resource/v1beta2.DeviceCapacity
value 1 quantity !
requestPolicy 2 CapacityRequestPolicy * >=1.34 gate=DRAConsumableCapacity

resource/v1beta2.DeviceClaim
requests 1 []DeviceRequest + list=atomic
constraints 2 []DeviceConstraint list=atomic
config 3 []DeviceClaimConfiguration list=atomic

resource/v1beta2.DeviceClaimConfiguration
requests 1 []string list=atomic
opaque 1 OpaqueDeviceConfiguration * in=2

resource/v1beta2.DeviceClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceClassSpec +

resource/v1beta2.DeviceClassConfiguration
opaque 1 OpaqueDeviceConfiguration * in=1

resource/v1beta2.DeviceClassSpec
selectors 1 []DeviceSelector list=atomic
config 2 []DeviceClassConfiguration list=atomic
extendedResourceName 4 string * >=1.34 gate=DRAExtendedResource

resource/v1beta2.DeviceConfiguration
opaque 1 OpaqueDeviceConfiguration *

resource/v1beta2.DeviceConstraint
requests 1 []string list=atomic
matchAttribute 2 string *
distinctAttribute 3 string * >=1.34 gate=DRAConsumableCapacity

resource/v1beta2.DeviceCounterConsumption
counterSet 1 string !
counters 2 {}Counter
compatibilityGroups 3 []string >=1.37 list=atomic gate=DRADeviceCompatibilityGroups

resource/v1beta2.DeviceDerivedAttribute
name 1 string !
expression 2 string !

resource/v1beta2.DeviceRequest
name 1 string !
exactly 2 ExactDeviceRequest *
firstAvailable 3 []DeviceSubRequest list=atomic gate=DRAPrioritizedList

resource/v1beta2.DeviceRequestAllocationResult
request 1 string !
driver 2 string !
pool 3 string !
device 4 string !
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
bindingConditions 7 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions 8 []string >=1.34 list=atomic gate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID 9 string * >=1.34 gate=DRAConsumableCapacity
consumedCapacity 10 {}quantity >=1.34 gate=DRAConsumableCapacity
skipNodeOperations 11 []string >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta2.DeviceSelector
cel 1 CELDeviceSelector *

resource/v1beta2.DeviceSubRequest
name 1 string !
deviceClassName 2 string !
selectors 3 []DeviceSelector list=atomic
allocationMode 4 DeviceAllocationMode
count 5 int64
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta2.DeviceTaint
key 1 string !
value 2 string
effect 3 DeviceTaintEffect !
timeAdded 4 time *

resource/v1beta2.DeviceTaintEffect = NoExecute | NoSchedule | None>=1.35

resource/v1beta2.DeviceTaintRule
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 DeviceTaintRuleSpec !
status 3 DeviceTaintRuleStatus

resource/v1beta2.DeviceTaintRuleSpec
deviceSelector 1 DeviceTaintSelector *
taint 2 DeviceTaint

resource/v1beta2.DeviceTaintRuleStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

resource/v1beta2.DeviceTaintSelector
driver 2 string *
pool 3 string *
device 4 string *

resource/v1beta2.DeviceToleration
key 1 string
operator 2 DeviceTolerationOperator
value 3 string
effect 4 DeviceTaintEffect
tolerationSeconds 5 int64 *

resource/v1beta2.DeviceTolerationOperator = Equal | Exists

resource/v1beta2.ExactDeviceRequest
deviceClassName 1 string !
selectors 2 []DeviceSelector list=atomic
allocationMode 3 DeviceAllocationMode
count 4 int64
adminAccess 5 bool * gate=DRAAdminAccess
tolerations 6 []DeviceToleration list=atomic gate=DRADeviceTaints
capacity 7 CapacityRequirements * >=1.34 gate=DRAConsumableCapacity
derivedAttributes 8 []DeviceDerivedAttribute >=1.37 list=atomic gate=DRADerivedAttributes

resource/v1beta2.NetworkDeviceData
interfaceName 1 string
ips 2 []string list=atomic
hardwareAddress 3 string

resource/v1beta2.NodeAllocatableMapping
capacityKey 1 string *
capacityMultiplier 2 quantity *
deviceMultiplier 3 quantity *

resource/v1beta2.NodeAllocatableOverhead
perPod 1 quantity *
perContainer 2 quantity *

resource/v1beta2.NodeAllocatableResource
mapping 3 NodeAllocatableMapping *
overhead 4 NodeAllocatableOverhead *

resource/v1beta2.NodeAllocatableResourceMapping
capacityKey 1 string *
allocationMultiplier 2 quantity *

resource/v1beta2.OpaqueDeviceConfiguration
driver 1 string !
parameters 2 raw !

resource/v1beta2.ResourceClaim
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +
status 3 ResourceClaimStatus

resource/v1beta2.ResourceClaimConsumerReference
apiGroup 1 string
resource 3 string !
name 4 string !
uid 5 string !

resource/v1beta2.ResourceClaimSpec
devices 1 DeviceClaim +

resource/v1beta2.ResourceClaimStatus
allocation 1 AllocationResult *
reservedFor 2 []ResourceClaimConsumerReference list=map keys=uid patch=merge merge=uid
devices 4 []AllocatedDeviceStatus list=map keys=driver,device,pool,shareID gate=DRAResourceClaimDeviceStatus

resource/v1beta2.ResourceClaimTemplate
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimTemplateSpec +

resource/v1beta2.ResourceClaimTemplateSpec
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceClaimSpec +

resource/v1beta2.ResourcePool
name 1 string !
generation 2 int64 !
resourceSliceCount 3 int64 !

resource/v1beta2.ResourceSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ResourceSliceSpec !

resource/v1beta2.ResourceSliceSpec
driver 1 string !
pool 2 ResourcePool !
nodeName 3 string *
nodeSelector 4 core/v1.NodeSelector *
allNodes 5 bool *
devices 6 []Device list=atomic
perDeviceNodeSelection 7 bool * gate=DRAPartitionableDevices
sharedCounters 8 []CounterSet list=atomic gate=DRAPartitionableDevices
partitionTypeAttribute 9 string * >=1.37 gate=DRAPartitionableDevicesType
skipNodeOperations 10 []SkipNodeOperation >=1.37 list=set gate=DRAOptionalNodeOperations

resource/v1beta2.SkipNodeOperation = * | NodePrepareResources | NodeUnprepareResources

scheduling/v1.PriorityClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
value 2 int32 +
globalDefault 3 bool
description 4 string
preemptionPolicy 5 core/v1.PreemptionPolicy *

scheduling/v1alpha1.BasicSchedulingPolicy

scheduling/v1alpha1.GangSchedulingPolicy
minCount 1 int32 !

scheduling/v1alpha1.PodGroup
name 1 string !
policy 3 PodGroupPolicy !

scheduling/v1alpha1.PodGroupPolicy
basic 2 BasicSchedulingPolicy *
gang 3 GangSchedulingPolicy *

scheduling/v1alpha1.TypedLocalObjectReference
apiGroup 1 string
kind 2 string !
name 3 string !

scheduling/v1alpha1.Workload
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 WorkloadSpec !

scheduling/v1alpha1.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroups 2 []PodGroup ! list=map keys=name

scheduling/v1alpha2.BasicSchedulingPolicy

scheduling/v1alpha2.DisruptionMode = Pod | PodGroup

scheduling/v1alpha2.GangSchedulingPolicy
minCount 1 int32 !

scheduling/v1alpha2.PodGroup
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodGroupSpec !
status 3 PodGroupStatus

scheduling/v1alpha2.PodGroupResourceClaim
name 1 string !
resourceClaimName 2 string *
resourceClaimTemplateName 3 string *

scheduling/v1alpha2.PodGroupResourceClaimStatus
name 1 string !
resourceClaimName 2 string *

scheduling/v1alpha2.PodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha2.PodGroupSchedulingPolicy
basic 1 BasicSchedulingPolicy *
gang 2 GangSchedulingPolicy *

scheduling/v1alpha2.PodGroupSpec
podGroupTemplateRef 1 PodGroupTemplateReference + *
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode * gate=WorkloadAwarePreemption
priorityClassName 6 string gate=WorkloadAwarePreemption
priority 7 int32 * gate=WorkloadAwarePreemption

scheduling/v1alpha2.PodGroupStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceClaimStatuses 2 []PodGroupResourceClaimStatus list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims

scheduling/v1alpha2.PodGroupTemplate
name 1 string !
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints + * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode * gate=WorkloadAwarePreemption
priorityClassName 6 string gate=WorkloadAwarePreemption
priority 7 int32 * gate=WorkloadAwarePreemption

scheduling/v1alpha2.PodGroupTemplateReference
workload 1 WorkloadPodGroupTemplateReference + *

scheduling/v1alpha2.TopologyConstraint
key 1 string !

scheduling/v1alpha2.TypedLocalObjectReference
apiGroup 1 string
kind 2 string !
name 3 string !

scheduling/v1alpha2.Workload
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 WorkloadSpec !

scheduling/v1alpha2.WorkloadPodGroupTemplateReference
workloadName 1 string !
podGroupTemplateName 2 string !

scheduling/v1alpha2.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroupTemplates 2 []PodGroupTemplate ! list=map keys=name

scheduling/v1alpha3.AllCompositeDisruptionMode

scheduling/v1alpha3.AllDisruptionMode

scheduling/v1alpha3.BasicSchedulingPolicy

scheduling/v1alpha3.CompositeBasicSchedulingPolicy

scheduling/v1alpha3.CompositeDisruptionMode
single 1 SingleCompositeDisruptionMode *
all 2 AllCompositeDisruptionMode *

scheduling/v1alpha3.CompositeGangSchedulingPolicy
minGroupCount 1 int32 !

scheduling/v1alpha3.CompositePodGroup
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CompositePodGroupSpec !
status 3 CompositePodGroupStatus

scheduling/v1alpha3.CompositePodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha3.CompositePodGroupSchedulingPolicy
basic 1 CompositeBasicSchedulingPolicy *
gang 2 CompositeGangSchedulingPolicy *

scheduling/v1alpha3.CompositePodGroupSpec
parentCompositePodGroupName 1 string *
workloadRef 2 WorkloadReference ! *
schedulingPolicy 3 CompositePodGroupSchedulingPolicy !
schedulingConstraints 4 CompositePodGroupSchedulingConstraints *
disruptionMode 5 CompositeDisruptionMode *
priorityClassName 6 string
priority 7 int32 *
preemptionPolicy 8 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1alpha3.CompositePodGroupStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

scheduling/v1alpha3.CompositePodGroupTemplate
name 1 string !
schedulingPolicy 2 CompositePodGroupSchedulingPolicy !
schedulingConstraints 3 CompositePodGroupSchedulingConstraints *
disruptionMode 4 CompositeDisruptionMode *
priorityClassName 5 string
priority 6 int32 *
preemptionPolicy 7 PreemptionPolicy * gate=PodGroupPreemptionPolicy
podGroupTemplates 8 []PodGroupTemplate list=map keys=name
compositePodGroupTemplates 9 []CompositePodGroupTemplate list=map keys=name

scheduling/v1alpha3.DisruptionMode
single 1 SingleDisruptionMode *
all 2 AllDisruptionMode *

scheduling/v1alpha3.GangSchedulingPolicy
minCount 1 int32 !

scheduling/v1alpha3.PodGroup
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodGroupSpec !
status 3 PodGroupStatus

scheduling/v1alpha3.PodGroupResourceClaim
name 1 string !
resourceClaimName 2 string *
resourceClaimTemplateName 3 string *

scheduling/v1alpha3.PodGroupResourceClaimStatus
name 1 string !
resourceClaimName 2 string *

scheduling/v1alpha3.PodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha3.PodGroupSchedulingPolicy
basic 1 BasicSchedulingPolicy *
gang 2 GangSchedulingPolicy *

scheduling/v1alpha3.PodGroupSpec
parentCompositePodGroupName 1 string * gate=CompositePodGroup
workloadRef 2 WorkloadReference *
schedulingPolicy 3 PodGroupSchedulingPolicy !
schedulingConstraints 4 PodGroupSchedulingConstraints * gate=TopologyAwareWorkloadScheduling
resourceClaims 5 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 6 DisruptionMode *
priorityClassName 7 string
priority 8 int32 *
preemptionPolicy 9 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1alpha3.PodGroupStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceClaimStatuses 2 []PodGroupResourceClaimStatus list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims

scheduling/v1alpha3.PodGroupTemplate
name 1 string !
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints + * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode *
priorityClassName 6 string
priority 7 int32 *
preemptionPolicy 8 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1alpha3.PreemptionPolicy = Never | PreemptLowerPriority

scheduling/v1alpha3.SingleCompositeDisruptionMode

scheduling/v1alpha3.SingleDisruptionMode

scheduling/v1alpha3.TopologyConstraint
key 1 string !

scheduling/v1alpha3.TypedLocalObjectReference
apiGroup 1 string
kind 2 string !
name 3 string !

scheduling/v1alpha3.Workload
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 WorkloadSpec !

scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode

scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy

scheduling/v1alpha3.WorkloadPodGroupDisruptionMode
single 1 WorkloadPodGroupSingleDisruptionMode *
all 2 WorkloadPodGroupAllDisruptionMode *

scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy
minCount 1 int32 *

scheduling/v1alpha3.WorkloadPodGroupResourceClaim
name 1 string !
resourceClaimName 2 string *
resourceClaimTemplateName 3 string *

scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy
basic 1 WorkloadPodGroupBasicSchedulingPolicy *
gang 2 WorkloadPodGroupGangSchedulingPolicy *

scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode

scheduling/v1alpha3.WorkloadReference
workloadName 1 string !
templateName 2 string !

scheduling/v1alpha3.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroupTemplates 2 []PodGroupTemplate + list=map keys=name
compositePodGroupTemplates 3 []CompositePodGroupTemplate list=map keys=name gate=CompositePodGroup

scheduling/v1beta1.AllCompositeDisruptionMode

scheduling/v1beta1.AllDisruptionMode

scheduling/v1beta1.BasicSchedulingPolicy

scheduling/v1beta1.CompositeBasicSchedulingPolicy

scheduling/v1beta1.CompositeDisruptionMode
single 1 SingleCompositeDisruptionMode *
all 2 AllCompositeDisruptionMode *

scheduling/v1beta1.CompositeGangSchedulingPolicy
minGroupCount 1 int32 !

scheduling/v1beta1.CompositePodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1beta1.CompositePodGroupSchedulingPolicy
basic 1 CompositeBasicSchedulingPolicy *
gang 2 CompositeGangSchedulingPolicy *

scheduling/v1beta1.CompositePodGroupTemplate
name 1 string !
schedulingPolicy 2 CompositePodGroupSchedulingPolicy !
schedulingConstraints 3 CompositePodGroupSchedulingConstraints *
disruptionMode 4 CompositeDisruptionMode *
priorityClassName 5 string
priority 6 int32 *
preemptionPolicy 7 PreemptionPolicy * gate=PodGroupPreemptionPolicy
podGroupTemplates 8 []PodGroupTemplate list=map keys=name
compositePodGroupTemplates 9 []CompositePodGroupTemplate list=map keys=name

scheduling/v1beta1.DisruptionMode
single 1 SingleDisruptionMode *
all 2 AllDisruptionMode *

scheduling/v1beta1.GangSchedulingPolicy
minCount 1 int32 !

scheduling/v1beta1.PodGroup
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 PodGroupSpec !
status 3 PodGroupStatus

scheduling/v1beta1.PodGroupResourceClaim
name 1 string !
resourceClaimName 2 string *
resourceClaimTemplateName 3 string *

scheduling/v1beta1.PodGroupResourceClaimStatus
name 1 string !
resourceClaimName 2 string *

scheduling/v1beta1.PodGroupSchedulingConstraints
topology 1 []TopologyConstraint list=atomic

scheduling/v1beta1.PodGroupSchedulingPolicy
basic 1 BasicSchedulingPolicy *
gang 2 GangSchedulingPolicy *

scheduling/v1beta1.PodGroupSpec
parentCompositePodGroupName 1 string * gate=CompositePodGroup
workloadRef 2 WorkloadReference *
schedulingPolicy 3 PodGroupSchedulingPolicy !
schedulingConstraints 4 PodGroupSchedulingConstraints * gate=TopologyAwareWorkloadScheduling
resourceClaims 5 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 6 DisruptionMode *
priorityClassName 7 string
priority 8 int32 *
preemptionPolicy 9 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1beta1.PodGroupStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceClaimStatuses 2 []PodGroupResourceClaimStatus list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims

scheduling/v1beta1.PodGroupTemplate
name 1 string !
schedulingPolicy 2 PodGroupSchedulingPolicy !
schedulingConstraints 3 PodGroupSchedulingConstraints + * gate=TopologyAwareWorkloadScheduling
resourceClaims 4 []PodGroupResourceClaim list=map keys=name patch=merge,retainKeys merge=name gate=DRAWorkloadResourceClaims
disruptionMode 5 DisruptionMode *
priorityClassName 6 string
priority 7 int32 *
preemptionPolicy 8 PreemptionPolicy * gate=PodGroupPreemptionPolicy

scheduling/v1beta1.PreemptionPolicy = Never | PreemptLowerPriority

scheduling/v1beta1.SingleCompositeDisruptionMode

scheduling/v1beta1.SingleDisruptionMode

scheduling/v1beta1.TopologyConstraint
key 1 string !

scheduling/v1beta1.TypedLocalObjectReference
apiGroup 1 string
kind 2 string !
name 3 string !

scheduling/v1beta1.Workload
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 WorkloadSpec !

scheduling/v1beta1.WorkloadReference
workloadName 1 string !
templateName 2 string !

scheduling/v1beta1.WorkloadSpec
controllerRef 1 TypedLocalObjectReference *
podGroupTemplates 2 []PodGroupTemplate + list=map keys=name
compositePodGroupTemplates 3 []CompositePodGroupTemplate list=map keys=name gate=CompositePodGroup

storage/v1.CSIDriver
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CSIDriverSpec !

storage/v1.CSIDriverSpec
attachRequired 1 bool *
podInfoOnMount 2 bool *
volumeLifecycleModes 3 []string list=set
storageCapacity 4 bool *
fsGroupPolicy 5 string *
tokenRequests 6 []TokenRequest list=atomic
requiresRepublish 7 bool *
seLinuxMount 8 bool * gate=SELinuxMountReadWriteOncePod
nodeAllocatableUpdatePeriodSeconds 9 int64 * >=1.33 gate=MutableCSINodeAllocatableCount
serviceAccountTokenInSecrets 10 bool * >=1.35 gate=CSIServiceAccountTokenSecrets
preventPodSchedulingIfMissing 11 bool * >=1.36 gate=VolumeLimitScaling

storage/v1.CSINode
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CSINodeSpec !
status 3 CSINodeStatus >=1.37

storage/v1.CSINodeDriver
name 1 string !
nodeID 2 string !
topologyKeys 3 []string + list=atomic
allocatable 4 VolumeNodeResources *

storage/v1.CSINodeSpec
drivers 1 []CSINodeDriver ! list=map keys=name patch=merge merge=name

storage/v1.CSINodeStatus
storageHealth 1 []StorageHealth list=map keys=name patch=merge merge=name gate=CSIVolumeHealth

storage/v1.CSIStorageCapacity
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
nodeTopology 2 meta/v1.LabelSelector *
storageClassName 3 string !
capacity 4 quantity *
maximumVolumeSize 5 quantity *

storage/v1.StorageClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
provisioner 2 string !
parameters 3 {}string
reclaimPolicy 4 core/v1.PersistentVolumeReclaimPolicy *
mountOptions 5 []string list=atomic
allowVolumeExpansion 6 bool *
volumeBindingMode 7 VolumeBindingMode *
allowedTopologies 8 []core/v1.TopologySelectorTerm list=atomic

storage/v1.StorageHealth
name 1 string !
healthConditions 2 []StorageHealthCondition list=atomic

storage/v1.StorageHealthCondition
status 1 string !
reason 2 string !
message 3 string
accessMode 4 string *
volumeMode 5 string *
lastTransitionTime 6 time

storage/v1.TokenRequest
audience 1 string !
expirationSeconds 2 int64 *

storage/v1.VolumeAttachment
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 VolumeAttachmentSpec !
status 3 VolumeAttachmentStatus

storage/v1.VolumeAttachmentSource
persistentVolumeName 1 string *
inlineVolumeSpec 2 core/v1.PersistentVolumeSpec *

storage/v1.VolumeAttachmentSpec
attacher 1 string !
source 2 VolumeAttachmentSource !
nodeName 3 string !

storage/v1.VolumeAttachmentStatus
attached 1 bool !
attachmentMetadata 2 {}string
attachError 3 VolumeError *
detachError 4 VolumeError *

storage/v1.VolumeAttributesClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
driverName 2 string !
parameters 3 {}string

storage/v1.VolumeBindingMode = Immediate | WaitForFirstConsumer

storage/v1.VolumeError
time 1 time
message 2 string
errorCode 3 int32 * >=1.33 gate=MutableCSINodeAllocatableCount

storage/v1.VolumeNodeResources
count 1 int32 *

storage/v1alpha1.VolumeAttributesClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
driverName 2 string !
parameters 3 {}string

storage/v1beta1.VolumeAttributesClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
driverName 2 string !
parameters 3 {}string

storagemigration/v1.StorageVersionMigration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StorageVersionMigrationSpec
status 3 StorageVersionMigrationStatus

storagemigration/v1.StorageVersionMigrationSpec
resource 1 meta/v1.GroupResource !

storagemigration/v1.StorageVersionMigrationStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceVersion 2 string

storagemigration/v1alpha1.GroupVersionResource
group 1 string
version 2 string
resource 3 string

storagemigration/v1alpha1.MigrationCondition
type 1 string !
status 2 string !
lastUpdateTime 3 time
reason 4 string
message 5 string

storagemigration/v1alpha1.StorageVersionMigration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StorageVersionMigrationSpec
status 3 StorageVersionMigrationStatus

storagemigration/v1alpha1.StorageVersionMigrationSpec
resource 1 GroupVersionResource !
continueToken 2 string

storagemigration/v1alpha1.StorageVersionMigrationStatus
conditions 1 []MigrationCondition list=map keys=type patch=merge merge=type
resourceVersion 2 string

storagemigration/v1beta1.StorageVersionMigration
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 StorageVersionMigrationSpec
status 3 StorageVersionMigrationStatus

storagemigration/v1beta1.StorageVersionMigrationSpec
resource 1 meta/v1.GroupResource !

storagemigration/v1beta1.StorageVersionMigrationStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type
resourceVersion 2 string
`;
