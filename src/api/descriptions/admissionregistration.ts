/**
 * The purpose of the types and fields of `admissionregistration`.
 *
 * @module
 */
export const admissionregistration: Readonly<Record<string, string>> = {
  "admissionregistration/v1.ApplyConfiguration.expression":
    "CEL that yields `Object{...}`, the fields to set as server-side apply does.",
  "admissionregistration/v1.AuditAnnotation.key": "Key of the annotation, behind the policy's name and a slash.",
  "admissionregistration/v1.AuditAnnotation.valueExpression": "CEL that yields the value, or null for no annotation.",
  "admissionregistration/v1.ExpressionWarning.fieldRef": "Path of the expression.",
  "admissionregistration/v1.ExpressionWarning.warning": "The findings of the type check.",
  "admissionregistration/v1.JSONPatch.expression":
    "CEL that yields a list of `JSONPatch{op: ..., path: ..., value: ...}`.",
  "admissionregistration/v1.MatchCondition.expression":
    "CEL over `object`, `oldObject`, `request`, `namespaceObject` and `authorizer` that must be true.",
  "admissionregistration/v1.MatchCondition.name": "Names the condition in messages and metrics.",
  "admissionregistration/v1.MatchResources.excludeResourceRules":
    "Operations on resources, none of which a request may match.",
  "admissionregistration/v1.MatchResources.matchPolicy":
    "Whether a request for another version of the same resource matches: `Equivalent`, the default, or `Exact`.",
  "admissionregistration/v1.MatchResources.namespaceSelector":
    "Labels of the object's namespace; of every namespace when absent.",
  "admissionregistration/v1.MatchResources.objectSelector":
    "Labels of the object; users who may set labels can get around it.",
  "admissionregistration/v1.MatchResources.resourceRules":
    "Operations on resources, one of which a request must match.",
  "admissionregistration/v1.MutatingAdmissionPolicy":
    "Expressions that change requests, evaluated by the API server itself; a binding puts them to work.",
  "admissionregistration/v1.MutatingAdmissionPolicy.spec":
    "Which requests the policy is about, and how they are changed.",
  "admissionregistration/v1.MutatingAdmissionPolicyBinding":
    "Puts a MutatingAdmissionPolicy to work: without a binding it has no effect.",
  "admissionregistration/v1.MutatingAdmissionPolicyBinding.spec": "Which policy is bound, with which parameters.",
  "admissionregistration/v1.MutatingAdmissionPolicyBindingSpec.matchResources":
    "Narrows what the policy is about; as the policy says when absent.",
  "admissionregistration/v1.MutatingAdmissionPolicyBindingSpec.paramRef":
    "The parameters that the policy is evaluated with.",
  "admissionregistration/v1.MutatingAdmissionPolicyBindingSpec.policyName": "Name of the policy.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.failurePolicy":
    "Whether a request fails or passes when an expression fails; `Fail` when absent.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.matchConditions":
    "All must be true for a request to be looked at; at most 64.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.matchConstraints": "The requests that the policy is about.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.mutations": "Changes, made in this order.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.paramKind":
    "The kind of objects that parametrize the policy; none when absent.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.reinvocationPolicy":
    "Whether the policy is evaluated again when a later one changes the object.",
  "admissionregistration/v1.MutatingAdmissionPolicySpec.variables":
    "Named expressions for the others to read, in order.",
  "admissionregistration/v1.MutatingWebhook.admissionReviewVersions":
    "Versions of AdmissionReview that the webhook reads, the preferred one first.",
  "admissionregistration/v1.MutatingWebhook.clientConfig": "How it is reached.",
  "admissionregistration/v1.MutatingWebhook.failurePolicy":
    "Whether a request fails or passes when the webhook can't be asked; `Fail` when absent.",
  "admissionregistration/v1.MutatingWebhook.matchConditions":
    "All must be true for a request to be looked at; at most 64.",
  "admissionregistration/v1.MutatingWebhook.matchPolicy":
    "Whether a request for another version of the same resource matches; `Equivalent` when absent.",
  "admissionregistration/v1.MutatingWebhook.name": "A domain name of three parts or more.",
  "admissionregistration/v1.MutatingWebhook.namespaceSelector":
    "Labels of the object's namespace; of every namespace when absent.",
  "admissionregistration/v1.MutatingWebhook.objectSelector":
    "Labels of the object; users who may set labels can get around it.",
  "admissionregistration/v1.MutatingWebhook.reinvocationPolicy":
    "Whether it is asked again when a later webhook changes the object; `Never` when absent.",
  "admissionregistration/v1.MutatingWebhook.rules": "Operations on resources, one of which a request must match.",
  "admissionregistration/v1.MutatingWebhook.sideEffects":
    "Whether calls change anything else: `None`, or `NoneOnDryRun`.",
  "admissionregistration/v1.MutatingWebhook.timeoutSeconds":
    "Longest wait for an answer, from 1 to 30 seconds; 10 when absent.",
  "admissionregistration/v1.MutatingWebhookConfiguration":
    "Webhooks that the API server lets change a request before it is validated.",
  "admissionregistration/v1.MutatingWebhookConfiguration.webhooks":
    "The webhooks; the API server calls each by itself.",
  "admissionregistration/v1.Mutation.applyConfiguration": "Changes the object as server-side apply does.",
  "admissionregistration/v1.Mutation.jsonPatch": "Changes the object with RFC 6902 operations.",
  "admissionregistration/v1.Mutation.patchType": "Which of the two below changes the object.",
  "admissionregistration/v1.NamedRuleWithOperations.apiGroups":
    'Groups of the resources; "" is the core group, `*` every group.',
  "admissionregistration/v1.NamedRuleWithOperations.apiVersions": "Versions of the resources; `*` is every version.",
  "admissionregistration/v1.NamedRuleWithOperations.operations": "Operations on the object; `*` is every operation.",
  "admissionregistration/v1.NamedRuleWithOperations.resourceNames":
    "The only objects the rule is about, by name; none means all.",
  "admissionregistration/v1.NamedRuleWithOperations.resources":
    "Plural names, with `/subresource` where one is meant; `*`, `*/*`, `pods/*` and `*/scale` match many.",
  "admissionregistration/v1.NamedRuleWithOperations.scope":
    "Whether resources of the cluster, of namespaces, or of both (`*`, the default) are meant.",
  "admissionregistration/v1.ParamKind.apiVersion": "Group and version, `rules.example.com/v1`.",
  "admissionregistration/v1.ParamKind.kind": "Kind of the parameters, `ReplicaLimit`.",
  "admissionregistration/v1.ParamRef.name": "Name of the one object; not together with `selector`.",
  "admissionregistration/v1.ParamRef.namespace": "Namespace of the object; when absent, that of the request's object.",
  "admissionregistration/v1.ParamRef.parameterNotFoundAction":
    "The behaviour when there is no such object: `Allow` lets the request pass, `Deny` goes by failurePolicy.",
  "admissionregistration/v1.ParamRef.selector":
    "Labels of the objects, each of which is handed over; not together with `name`.",
  "admissionregistration/v1.RuleWithOperations.apiGroups":
    'Groups of the resources; "" is the core group, `*` every group.',
  "admissionregistration/v1.RuleWithOperations.apiVersions": "Versions of the resources; `*` is every version.",
  "admissionregistration/v1.RuleWithOperations.operations": "Operations on the object; `*` is every operation.",
  "admissionregistration/v1.RuleWithOperations.resources":
    "Plural names, with `/subresource` where one is meant; `*`, `*/*`, `pods/*` and `*/scale` match many.",
  "admissionregistration/v1.RuleWithOperations.scope":
    "Whether resources of the cluster, of namespaces, or of both (`*`, the default) are meant.",
  "admissionregistration/v1.ServiceReference.name": "Name of the service.",
  "admissionregistration/v1.ServiceReference.namespace": "Namespace of the service.",
  "admissionregistration/v1.ServiceReference.path": "Path of the requests.",
  "admissionregistration/v1.ServiceReference.port": "Port of the service; 443 when absent.",
  "admissionregistration/v1.TypeChecking.expressionWarnings":
    "Expressions that do not fit the types they are evaluated on.",
  "admissionregistration/v1.ValidatingAdmissionPolicy":
    "Expressions that requests must meet, evaluated by the API server itself; a binding puts them to work.",
  "admissionregistration/v1.ValidatingAdmissionPolicy.spec":
    "Which requests the policy is about, and what they must meet.",
  "admissionregistration/v1.ValidatingAdmissionPolicy.status": "The findings of the controller; written by the server.",
  "admissionregistration/v1.ValidatingAdmissionPolicyBinding":
    "Puts a ValidatingAdmissionPolicy to work: without a binding it has no effect.",
  "admissionregistration/v1.ValidatingAdmissionPolicyBinding.spec":
    "Which policy is bound, with which parameters, and what its failure means.",
  "admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec.matchResources":
    "Narrows what the policy is about; as the policy says when absent.",
  "admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec.paramRef":
    "The parameters that the policy is evaluated with.",
  "admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec.policyName": "Name of the policy.",
  "admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec.validationActions":
    "The effect of a failed validation: refuse the request, warn its client, or annotate its audit event.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.auditAnnotations":
    "Annotations of the audit event of a request; at most 20.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.failurePolicy":
    "Whether a request fails or passes when an expression fails; `Fail` when absent.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.matchConditions":
    "All must be true for a request to be looked at; at most 64.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.matchConstraints": "The requests that the policy is about.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.paramKind":
    "The kind of objects that parametrize the policy; none when absent.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.validations": "Expressions that must all be true.",
  "admissionregistration/v1.ValidatingAdmissionPolicySpec.variables":
    "Named expressions for the others to read, in order.",
  "admissionregistration/v1.ValidatingAdmissionPolicyStatus.conditions": "The state of the policy.",
  "admissionregistration/v1.ValidatingAdmissionPolicyStatus.observedGeneration":
    "The generation that the controller looked at.",
  "admissionregistration/v1.ValidatingAdmissionPolicyStatus.typeChecking": "The result of checking types.",
  "admissionregistration/v1.ValidatingWebhook.admissionReviewVersions":
    "Versions of AdmissionReview that the webhook reads, the preferred one first.",
  "admissionregistration/v1.ValidatingWebhook.clientConfig": "How it is reached.",
  "admissionregistration/v1.ValidatingWebhook.failurePolicy":
    "Whether a request fails or passes when the webhook can't be asked; `Fail` when absent.",
  "admissionregistration/v1.ValidatingWebhook.matchConditions":
    "All must be true for a request to be looked at; at most 64.",
  "admissionregistration/v1.ValidatingWebhook.matchPolicy":
    "Whether a request for another version of the same resource matches; `Equivalent` when absent.",
  "admissionregistration/v1.ValidatingWebhook.name": "A domain name of three parts or more.",
  "admissionregistration/v1.ValidatingWebhook.namespaceSelector":
    "Labels of the object's namespace; of every namespace when absent.",
  "admissionregistration/v1.ValidatingWebhook.objectSelector":
    "Labels of the object; users who may set labels can get around it.",
  "admissionregistration/v1.ValidatingWebhook.rules": "Operations on resources, one of which a request must match.",
  "admissionregistration/v1.ValidatingWebhook.sideEffects":
    "Whether calls change anything else: `None`, or `NoneOnDryRun`.",
  "admissionregistration/v1.ValidatingWebhook.timeoutSeconds":
    "Longest wait for an answer, from 1 to 30 seconds; 10 when absent.",
  "admissionregistration/v1.ValidatingWebhookConfiguration":
    "Webhooks that the API server asks whether a request may pass.",
  "admissionregistration/v1.ValidatingWebhookConfiguration.webhooks":
    "The webhooks; the API server calls each by itself.",
  "admissionregistration/v1.Validation.expression": "CEL that must be true.",
  "admissionregistration/v1.Validation.message": "The message when it is not; one line.",
  "admissionregistration/v1.Validation.messageExpression":
    "CEL that yields the message; `message` is used when it fails or yields nothing.",
  "admissionregistration/v1.Validation.reason": "The reason in the response; `Invalid` when absent.",
  "admissionregistration/v1.Variable.expression":
    "CEL that is evaluated when the variable is first read; it may read the variables before it.",
  "admissionregistration/v1.Variable.name": "Expressions write `variables.` and this name.",
  "admissionregistration/v1.WebhookClientConfig.caBundle":
    "PEM certificates that the webhook's own must be signed by, in base64.",
  "admissionregistration/v1.WebhookClientConfig.service": "The service to call; not together with `url`.",
  "admissionregistration/v1.WebhookClientConfig.url":
    "The address to call, `https://host:port/path`; not together with `service`.",
};
