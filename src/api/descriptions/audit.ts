/**
 * The purpose of the types and fields of `audit`.
 *
 * @module
 */
export const audit: Readonly<Record<string, string>> = {
  "audit/v1.AuthenticationMetadata.impersonationConstraint": "The verb that allowed the impersonation.",
  "audit/v1.Event": "The API server's record of a request.",
  "audit/v1.Event.annotations": "Notes of plugins.",
  "audit/v1.Event.auditID": "The same for all events of a request.",
  "audit/v1.Event.authenticationMetadata": "The rule that allowed the impersonation.",
  "audit/v1.Event.impersonatedUser": "Whom the request was made as.",
  "audit/v1.Event.level": "How much was recorded.",
  "audit/v1.Event.objectRef": "The object of the request.",
  "audit/v1.Event.requestObject": "The object as it was sent.",
  "audit/v1.Event.requestReceivedTimestamp": "When the request had come.",
  "audit/v1.Event.requestURI": "The request URI, as it was sent.",
  "audit/v1.Event.responseObject": "The object as it was answered.",
  "audit/v1.Event.responseStatus": "The answer, without the object.",
  "audit/v1.Event.sourceIPs": "Where the request came from, by way of which proxies.",
  "audit/v1.Event.stage": "How far the request had come.",
  "audit/v1.Event.stageTimestamp": "When it had come to the stage.",
  "audit/v1.Event.user": "Who asked.",
  "audit/v1.Event.userAgent": "The name that the client gives itself; it may be anything.",
  "audit/v1.Event.verb": "The verb; outside of resources the method in lower case.",
  "audit/v1.GroupResources.group": "An API group; empty for the core group, * for every group.",
  "audit/v1.GroupResources.resourceNames": "Names of objects; all when absent. Needs resources.",
  "audit/v1.GroupResources.resources":
    "RESOURCE, RESOURCE/SUBRESOURCE, RESOURCE/*, */SUBRESOURCE or *; all when absent.",
  "audit/v1.ObjectReference.apiGroup": "Empty for the core group.",
  "audit/v1.ObjectReference.apiVersion": "The version without the group.",
  "audit/v1.ObjectReference.name": "Name of the object.",
  "audit/v1.ObjectReference.namespace": "Namespace of the object.",
  "audit/v1.ObjectReference.resource": "Plural of the resource.",
  "audit/v1.ObjectReference.resourceVersion": "Version of the object.",
  "audit/v1.ObjectReference.subresource": "Subresource that the request is for.",
  "audit/v1.ObjectReference.uid": "Id of the object.",
  "audit/v1.Policy": "The requests that the API server records, and in which detail.",
  "audit/v1.Policy.metadata": "Has no effect.",
  "audit/v1.Policy.omitManagedFields": "Whether managed fields are left out of recorded objects; false when absent.",
  "audit/v1.Policy.omitStages": "Stages that no event is recorded for; rules may name more.",
  "audit/v1.Policy.rules":
    "The first rule that matches a request decides; a request that none matches is not recorded.",
  "audit/v1.PolicyRule.level": "How much is recorded.",
  "audit/v1.PolicyRule.namespaces": "Namespaces; the empty one is of what has no namespace. All when absent.",
  "audit/v1.PolicyRule.nonResourceURLs":
    "Paths, or beginnings of paths with a final *; not with resources or namespaces.",
  "audit/v1.PolicyRule.omitManagedFields":
    "Whether managed fields are left out of recorded objects; as the policy says when absent.",
  "audit/v1.PolicyRule.omitStages": "Stages without an event, in addition to those of the policy.",
  "audit/v1.PolicyRule.resources": "Resources, one of which is enough; all when absent.",
  "audit/v1.PolicyRule.userGroups": "Groups of users, one of which is enough; all when absent.",
  "audit/v1.PolicyRule.users": "User names; all when absent.",
  "audit/v1.PolicyRule.verbs": "Verbs; all when absent.",
};
