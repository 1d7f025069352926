/**
 * The types of `admissionregistration/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface ApplyConfiguration {
  /** CEL that yields `Object{...}`, the fields to set as server-side apply does. */
  expression?: string;
}

export interface AuditAnnotation {
  /** Key of the annotation, behind the policy's name and a slash. */
  key?: string;
  /** CEL that yields the value, or null for no annotation. */
  valueExpression?: string;
}

export interface ExpressionWarning {
  /** Path of the expression. */
  fieldRef?: string;
  /** The findings of the type check. */
  warning?: string;
}

export type FailurePolicyType = "Fail" | "Ignore";

export interface JSONPatch {
  /** CEL that yields a list of `JSONPatch{op: ..., path: ..., value: ...}`. */
  expression?: string;
}

export interface MatchCondition {
  /** Names the condition in messages and metrics. */
  name?: string;
  /** CEL over `object`, `oldObject`, `request`, `namespaceObject` and `authorizer` that must be true. */
  expression?: string;
}

export type MatchPolicyType = "Equivalent" | "Exact";

export interface MatchResources {
  /** Labels of the object's namespace; of every namespace when absent. */
  namespaceSelector?: metaV1.LabelSelector;
  /** Labels of the object; users who may set labels can get around it. */
  objectSelector?: metaV1.LabelSelector;
  /** Operations on resources, one of which a request must match. */
  resourceRules?: NamedRuleWithOperations[];
  /** Operations on resources, none of which a request may match. */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** Whether a request for another version of the same resource matches: `Equivalent`, the default, or `Exact`. */
  matchPolicy?: MatchPolicyType;
}

/** Expressions that change requests, evaluated by the API server itself; a binding puts them to work. */
export interface MutatingAdmissionPolicy {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Which requests the policy is about, and how they are changed. */
  spec?: MutatingAdmissionPolicySpec;
}

/** Puts a MutatingAdmissionPolicy to work: without a binding it has no effect. */
export interface MutatingAdmissionPolicyBinding {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Which policy is bound, with which parameters. */
  spec?: MutatingAdmissionPolicyBindingSpec;
}

export interface MutatingAdmissionPolicyBindingSpec {
  /** Name of the policy. */
  policyName?: string;
  /** The parameters that the policy is evaluated with. */
  paramRef?: ParamRef;
  /** Narrows what the policy is about; as the policy says when absent. */
  matchResources?: MatchResources;
}

export interface MutatingAdmissionPolicySpec {
  /** The kind of objects that parametrize the policy; none when absent. */
  paramKind?: ParamKind;
  /** The requests that the policy is about. */
  matchConstraints?: MatchResources;
  /** Named expressions for the others to read, in order. */
  variables?: Variable[];
  /** Changes, made in this order. */
  mutations?: Mutation[];
  /** Whether a request fails or passes when an expression fails; `Fail` when absent. */
  failurePolicy?: FailurePolicyType;
  /** All must be true for a request to be looked at; at most 64. */
  matchConditions?: MatchCondition[];
  /** Whether the policy is evaluated again when a later one changes the object. */
  reinvocationPolicy?: ReinvocationPolicyType;
}

export interface MutatingWebhook {
  /** A domain name of three parts or more. */
  name?: string;
  /** How it is reached. */
  clientConfig?: WebhookClientConfig;
  /** Operations on resources, one of which a request must match. */
  rules?: RuleWithOperations[];
  /** Whether a request fails or passes when the webhook can't be asked; `Fail` when absent. */
  failurePolicy?: FailurePolicyType;
  /** Whether a request for another version of the same resource matches; `Equivalent` when absent. */
  matchPolicy?: MatchPolicyType;
  /** Labels of the object's namespace; of every namespace when absent. */
  namespaceSelector?: metaV1.LabelSelector;
  /** Labels of the object; users who may set labels can get around it. */
  objectSelector?: metaV1.LabelSelector;
  /** Whether calls change anything else: `None`, or `NoneOnDryRun`. */
  sideEffects?: SideEffectClass | null;
  /** Longest wait for an answer, from 1 to 30 seconds; 10 when absent. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview that the webhook reads, the preferred one first. */
  admissionReviewVersions?: string[] | null;
  /** Whether it is asked again when a later webhook changes the object; `Never` when absent. */
  reinvocationPolicy?: ReinvocationPolicyType;
  /** All must be true for a request to be looked at; at most 64. */
  matchConditions?: MatchCondition[];
}

/** Webhooks that the API server lets change a request before it is validated. */
export interface MutatingWebhookConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The webhooks; the API server calls each by itself. */
  webhooks?: MutatingWebhook[];
}

export interface Mutation {
  /** Which of the two below changes the object. */
  patchType?: PatchType;
  /** Changes the object as server-side apply does. */
  applyConfiguration?: ApplyConfiguration;
  /** Changes the object with RFC 6902 operations. */
  jsonPatch?: JSONPatch;
}

export interface NamedRuleWithOperations {
  /** The only objects the rule is about, by name; none means all. */
  resourceNames?: string[];
  /** Operations on the object; `*` is every operation. */
  operations?: OperationType[];
  /** Groups of the resources; "" is the core group, `*` every group. */
  apiGroups?: string[];
  /** Versions of the resources; `*` is every version. */
  apiVersions?: string[];
  /** Plural names, with `/subresource` where one is meant; `*`, `*\/*`, `pods/*` and `*\/scale` match many. */
  resources?: string[];
  /** Whether resources of the cluster, of namespaces, or of both (`*`, the default) are meant. */
  scope?: ScopeType;
}

export type OperationType = "*" | "CONNECT" | "CREATE" | "DELETE" | "UPDATE";

export interface ParamKind {
  /** Group and version, `rules.example.com/v1`. */
  apiVersion?: string;
  /** Kind of the parameters, `ReplicaLimit`. */
  kind?: string;
}

export interface ParamRef {
  /** Name of the one object; not together with `selector`. */
  name?: string;
  /** Namespace of the object; when absent, that of the request's object. */
  namespace?: string;
  /** Labels of the objects, each of which is handed over; not together with `name`. */
  selector?: metaV1.LabelSelector;
  /** The behaviour when there is no such object: `Allow` lets the request pass, `Deny` goes by failurePolicy. */
  parameterNotFoundAction?: ParameterNotFoundActionType;
}

export type ParameterNotFoundActionType = "Allow" | "Deny";

export type PatchType = "ApplyConfiguration" | "JSONPatch";

export type ReinvocationPolicyType = "IfNeeded" | "Never";

export interface RuleWithOperations {
  /** Operations on the object; `*` is every operation. */
  operations?: OperationType[];
  /** Groups of the resources; "" is the core group, `*` every group. */
  apiGroups?: string[];
  /** Versions of the resources; `*` is every version. */
  apiVersions?: string[];
  /** Plural names, with `/subresource` where one is meant; `*`, `*\/*`, `pods/*` and `*\/scale` match many. */
  resources?: string[];
  /** Whether resources of the cluster, of namespaces, or of both (`*`, the default) are meant. */
  scope?: ScopeType;
}

export type ScopeType = "*" | "Cluster" | "Namespaced";

export interface ServiceReference {
  /** Namespace of the service. */
  namespace?: string;
  /** Name of the service. */
  name?: string;
  /** Path of the requests. */
  path?: string;
  /** Port of the service; 443 when absent. */
  port?: number;
}

export type SideEffectClass = "None" | "NoneOnDryRun" | "Some" | "Unknown";

export interface TypeChecking {
  /** Expressions that do not fit the types they are evaluated on. */
  expressionWarnings?: ExpressionWarning[];
}

/** Expressions that requests must meet, evaluated by the API server itself; a binding puts them to work. */
export interface ValidatingAdmissionPolicy {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Which requests the policy is about, and what they must meet. */
  spec?: ValidatingAdmissionPolicySpec;
  /** The findings of the controller; written by the server. */
  status?: ValidatingAdmissionPolicyStatus;
}

/** Puts a ValidatingAdmissionPolicy to work: without a binding it has no effect. */
export interface ValidatingAdmissionPolicyBinding {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Which policy is bound, with which parameters, and what its failure means. */
  spec?: ValidatingAdmissionPolicyBindingSpec;
}

export interface ValidatingAdmissionPolicyBindingSpec {
  /** Name of the policy. */
  policyName?: string;
  /** The parameters that the policy is evaluated with. */
  paramRef?: ParamRef;
  /** Narrows what the policy is about; as the policy says when absent. */
  matchResources?: MatchResources;
  /** The effect of a failed validation: refuse the request, warn its client, or annotate its audit event. */
  validationActions?: ValidationAction[];
}

export interface ValidatingAdmissionPolicySpec {
  /** The kind of objects that parametrize the policy; none when absent. */
  paramKind?: ParamKind;
  /** The requests that the policy is about. */
  matchConstraints?: MatchResources;
  /** Expressions that must all be true. */
  validations?: Validation[];
  /** Whether a request fails or passes when an expression fails; `Fail` when absent. */
  failurePolicy?: FailurePolicyType;
  /** Annotations of the audit event of a request; at most 20. */
  auditAnnotations?: AuditAnnotation[];
  /** All must be true for a request to be looked at; at most 64. */
  matchConditions?: MatchCondition[];
  /** Named expressions for the others to read, in order. */
  variables?: Variable[];
}

export interface ValidatingAdmissionPolicyStatus {
  /** The generation that the controller looked at. */
  observedGeneration?: number | bigint;
  /** The result of checking types. */
  typeChecking?: TypeChecking;
  /** The state of the policy. */
  conditions?: metaV1.Condition[];
}

export interface ValidatingWebhook {
  /** A domain name of three parts or more. */
  name?: string;
  /** How it is reached. */
  clientConfig?: WebhookClientConfig;
  /** Operations on resources, one of which a request must match. */
  rules?: RuleWithOperations[];
  /** Whether a request fails or passes when the webhook can't be asked; `Fail` when absent. */
  failurePolicy?: FailurePolicyType;
  /** Whether a request for another version of the same resource matches; `Equivalent` when absent. */
  matchPolicy?: MatchPolicyType;
  /** Labels of the object's namespace; of every namespace when absent. */
  namespaceSelector?: metaV1.LabelSelector;
  /** Labels of the object; users who may set labels can get around it. */
  objectSelector?: metaV1.LabelSelector;
  /** Whether calls change anything else: `None`, or `NoneOnDryRun`. */
  sideEffects?: SideEffectClass | null;
  /** Longest wait for an answer, from 1 to 30 seconds; 10 when absent. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview that the webhook reads, the preferred one first. */
  admissionReviewVersions?: string[] | null;
  /** All must be true for a request to be looked at; at most 64. */
  matchConditions?: MatchCondition[];
}

/** Webhooks that the API server asks whether a request may pass. */
export interface ValidatingWebhookConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The webhooks; the API server calls each by itself. */
  webhooks?: ValidatingWebhook[];
}

export interface Validation {
  /** CEL that must be true. */
  expression?: string;
  /** The message when it is not; one line. */
  message?: string;
  /** The reason in the response; `Invalid` when absent. */
  reason?: string;
  /** CEL that yields the message; `message` is used when it fails or yields nothing. */
  messageExpression?: string;
}

export type ValidationAction = "Audit" | "Deny" | "Warn";

export interface Variable {
  /** Expressions write `variables.` and this name. */
  name?: string;
  /** CEL that is evaluated when the variable is first read; it may read the variables before it. */
  expression?: string;
}

export interface WebhookClientConfig {
  /** The address to call, `https://host:port/path`; not together with `service`. */
  url?: string;
  /** The service to call; not together with `url`. */
  service?: ServiceReference;
  /** PEM certificates that the webhook's own must be signed by, in base64. */
  caBundle?: string;
}
