/**
 * The purpose of the types and fields of `authorization`.
 *
 * @module
 */
export const authorization: Readonly<Record<string, string>> = {
  "authorization/v1.FieldSelectorAttributes.rawSelector": "The selector as the query has it; excludes `requirements`.",
  "authorization/v1.FieldSelectorAttributes.requirements": "The parsed selector; all of them must hold.",
  "authorization/v1.LabelSelectorAttributes.rawSelector": "The selector as the query has it; excludes `requirements`.",
  "authorization/v1.LabelSelectorAttributes.requirements": "The parsed selector; all of them must hold.",
  "authorization/v1.LocalSubjectAccessReview": "Asks whether someone may do something in one namespace.",
  "authorization/v1.NonResourceAttributes.path": "Path of the URL.",
  "authorization/v1.NonResourceAttributes.verb": "The HTTP method in lower case.",
  "authorization/v1.NonResourceRule.nonResourceURLs": "Paths; `*` at the end matches the rest.",
  "authorization/v1.NonResourceRule.verbs": "HTTP methods in lower case; `*` is all.",
  "authorization/v1.ResourceAttributes.fieldSelector": "Field selector of a list, watch or deletecollection.",
  "authorization/v1.ResourceAttributes.group": "Group of the resource; `*` is all.",
  "authorization/v1.ResourceAttributes.labelSelector": "Label selector of a list, watch or deletecollection.",
  "authorization/v1.ResourceAttributes.name": "Name of the object; empty for all.",
  "authorization/v1.ResourceAttributes.namespace":
    "Namespace of the object; empty for cluster-scoped resources and for all namespaces.",
  "authorization/v1.ResourceAttributes.resource": "Plural name of the resource; `*` is all.",
  "authorization/v1.ResourceAttributes.subresource": "Name of the subresource; empty for the resource itself.",
  "authorization/v1.ResourceAttributes.verb":
    "`get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or another verb; `*` is all.",
  "authorization/v1.ResourceAttributes.version": "Version of the resource; `*` is all.",
  "authorization/v1.ResourceRule.apiGroups": "Groups of the resources; `*` is all.",
  "authorization/v1.ResourceRule.resourceNames": "Names of the objects; empty for all.",
  "authorization/v1.ResourceRule.resources": "Resources, or `resource/subresource`; `*` is all.",
  "authorization/v1.ResourceRule.verbs": "Verbs that are allowed; `*` is all.",
  "authorization/v1.SelfSubjectAccessReview": "Asks whether the caller may do something.",
  "authorization/v1.SelfSubjectAccessReviewSpec.nonResourceAttributes":
    "The request for another path; excludes `resourceAttributes`.",
  "authorization/v1.SelfSubjectAccessReviewSpec.resourceAttributes":
    "The request for a resource; excludes `nonResourceAttributes`.",
  "authorization/v1.SelfSubjectRulesReview": "Asks what the caller may do in a namespace.",
  "authorization/v1.SelfSubjectRulesReviewSpec.namespace": "The namespace that the rules are wanted for.",
  "authorization/v1.SubjectAccessReview": "Asks whether someone may do something.",
  "authorization/v1.SubjectAccessReviewSpec.extra": "Further facts about the user, from authentication.",
  "authorization/v1.SubjectAccessReviewSpec.groups": "Groups of the user.",
  "authorization/v1.SubjectAccessReviewSpec.nonResourceAttributes":
    "The request for another path; excludes `resourceAttributes`.",
  "authorization/v1.SubjectAccessReviewSpec.resourceAttributes":
    "The request for a resource; excludes `nonResourceAttributes`.",
  "authorization/v1.SubjectAccessReviewSpec.uid": "Id of the user.",
  "authorization/v1.SubjectAccessReviewSpec.user": "Name of the user who would send the request.",
  "authorization/v1.SubjectAccessReviewStatus.allowed": "Whether the request is allowed.",
  "authorization/v1.SubjectAccessReviewStatus.denied":
    "Whether an authorizer denies the request, so that no other may allow it.",
  "authorization/v1.SubjectAccessReviewStatus.evaluationError":
    "An error during the decision; the answer may still be right.",
  "authorization/v1.SubjectAccessReviewStatus.reason": "Why, for people.",
  "authorization/v1.SubjectRulesReviewStatus.evaluationError": "Why rules are missing.",
  "authorization/v1.SubjectRulesReviewStatus.incomplete": "Whether rules are missing, such as those of a webhook.",
  "authorization/v1.SubjectRulesReviewStatus.nonResourceRules":
    "Actions on other paths that the user may do; the order has no meaning.",
  "authorization/v1.SubjectRulesReviewStatus.resourceRules":
    "Actions on resources that the user may do; the order has no meaning.",
};
