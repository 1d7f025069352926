/**
 * The types of `admissionregistration`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const admissionregistrationTypes = (): string => `
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

admissionregistration/v1.MatchResources map=atomic
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

admissionregistration/v1.NamedRuleWithOperations map=atomic
resourceNames 1 []string list=atomic
operations 1 []OperationType in=2 list=atomic
apiGroups 1 []string in=2.2 list=atomic
apiVersions 2 []string in=2.2 list=atomic
resources 3 []string in=2.2 list=atomic
scope 4 ScopeType * in=2.2

admissionregistration/v1.OperationType = * | CONNECT | CREATE | DELETE | UPDATE

admissionregistration/v1.ParamKind map=atomic
apiVersion 1 string
kind 2 string

admissionregistration/v1.ParamRef map=atomic
name 1 string
namespace 2 string
selector 3 meta/v1.LabelSelector *
parameterNotFoundAction 4 ParameterNotFoundActionType *

admissionregistration/v1.ParameterNotFoundActionType = Allow | Deny

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
spec 2 ValidatingAdmissionPolicyBindingSpec ?

admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec
policyName 1 string ?
paramRef 2 ParamRef *
matchResources 3 MatchResources *
validationActions 4 []ValidationAction ? list=set

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

admissionregistration/v1.Variable map=atomic
name 1 string !
expression 2 string !

admissionregistration/v1.WebhookClientConfig
url 3 string *
service 1 ServiceReference *
caBundle 2 bytes

admissionregistration/v1alpha1.MutatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
variables 3 []Variable list=atomic
mutations 4 []Mutation list=atomic
failurePolicy 5 FailurePolicyType *
matchConditions 6 []admissionregistration/v1.MatchCondition list=map keys=name patch=merge merge=name
reinvocationPolicy 7 admissionregistration/v1.ReinvocationPolicyType

admissionregistration/v1alpha1.NamedRuleWithOperations map=atomic
resourceNames 1 []string list=atomic
operations 1 []admissionregistration/v1.OperationType in=2 list=atomic
apiGroups 1 []string in=2.2 list=atomic
apiVersions 2 []string in=2.2 list=atomic
resources 3 []string in=2.2 list=atomic
scope 4 admissionregistration/v1.ScopeType * in=2.2

admissionregistration/v1alpha1.ValidatingAdmissionPolicySpec
paramKind 1 ParamKind *
matchConstraints 2 MatchResources *
validations 3 []Validation list=atomic
failurePolicy 4 FailurePolicyType *
auditAnnotations 5 []AuditAnnotation list=atomic
matchConditions 6 []admissionregistration/v1.MatchCondition list=map keys=name patch=merge merge=name
variables 7 []Variable list=map keys=name patch=merge merge=name

admissionregistration/v1alpha1.Variable
name 1 string !
expression 2 string !

admissionregistration/v1alpha1 like admissionregistration/v1
ApplyConfiguration AuditAnnotation ExpressionWarning FailurePolicyType JSONPatch MatchPolicyType MatchResources
MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingAdmissionPolicyBindingSpec Mutation ParamKind ParamRef
ParameterNotFoundActionType PatchType TypeChecking ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec ValidatingAdmissionPolicyStatus Validation ValidationAction

admissionregistration/v1beta1 like admissionregistration/v1
ApplyConfiguration AuditAnnotation ExpressionWarning FailurePolicyType JSONPatch MatchCondition MatchPolicyType
MatchResources MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicySpec Mutation ParamKind ParamRef ParameterNotFoundActionType PatchType ReinvocationPolicyType
TypeChecking ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicySpec ValidatingAdmissionPolicyStatus Validation ValidationAction Variable

admissionregistration/v1beta1 like admissionregistration/v1alpha1
NamedRuleWithOperations
`;
