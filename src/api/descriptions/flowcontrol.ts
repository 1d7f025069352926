/**
 * The purpose of the types and fields of `flowcontrol`.
 *
 * @module
 */
export const flowcontrol: Readonly<Record<string, string>> = {
  "flowcontrol/v1.ExemptPriorityLevelConfiguration.lendablePercent":
    "Percentage of the share that other levels may borrow; default 0.",
  "flowcontrol/v1.ExemptPriorityLevelConfiguration.nominalConcurrencyShares":
    "Share that the level lends from; requests of the level have no limit. Default 0.",
  "flowcontrol/v1.FlowDistinguisherMethod.type": "`ByUser` or `ByNamespace`: the requests that are one flow.",
  "flowcontrol/v1.FlowSchema": "Which requests belong to which level of priority.",
  "flowcontrol/v1.FlowSchemaSpec.distinguisherMethod": "How requests are divided into flows; absent: all are one flow.",
  "flowcontrol/v1.FlowSchemaSpec.matchingPrecedence":
    "Order of the schemas: the lowest that matches a request counts; default 1000.",
  "flowcontrol/v1.FlowSchemaSpec.priorityLevelConfiguration": "The priority level of the requests.",
  "flowcontrol/v1.FlowSchemaSpec.rules": "Requests that the schema is for; one match is enough.",
  "flowcontrol/v1.GroupSubject.name": "Name of the group; `*` is all.",
  "flowcontrol/v1.LimitResponse.queuing": "The queues, for `Queue`.",
  "flowcontrol/v1.LimitResponse.type": "`Queue` or `Reject` requests that cannot run at once.",
  "flowcontrol/v1.LimitedPriorityLevelConfiguration.borrowingLimitPercent":
    "How much the level may borrow, as a percentage of its share; absent: no limit.",
  "flowcontrol/v1.LimitedPriorityLevelConfiguration.lendablePercent":
    "Percentage of the share that other levels may borrow; default 0.",
  "flowcontrol/v1.LimitedPriorityLevelConfiguration.limitResponse": "How requests are treated that cannot run at once.",
  "flowcontrol/v1.LimitedPriorityLevelConfiguration.nominalConcurrencyShares":
    "Share of the server's concurrent requests, relative to other levels; default 30.",
  "flowcontrol/v1.NonResourcePolicyRule.nonResourceURLs": "Paths; `/*` at the end matches the rest.",
  "flowcontrol/v1.NonResourcePolicyRule.verbs": "HTTP methods in lower case; `*` is all.",
  "flowcontrol/v1.PolicyRulesWithSubjects.nonResourceRules": "Requests for other paths.",
  "flowcontrol/v1.PolicyRulesWithSubjects.resourceRules": "Requests for resources.",
  "flowcontrol/v1.PolicyRulesWithSubjects.subjects": "Users of the requests; one match is enough.",
  "flowcontrol/v1.PriorityLevelConfiguration": "How many requests of a level run at once, and how others wait.",
  "flowcontrol/v1.PriorityLevelConfigurationReference.name": "Name of the priority level.",
  "flowcontrol/v1.PriorityLevelConfigurationSpec.exempt": "Settings for `Exempt`.",
  "flowcontrol/v1.PriorityLevelConfigurationSpec.limited": "Settings for `Limited`.",
  "flowcontrol/v1.PriorityLevelConfigurationSpec.type": "`Limited` or `Exempt`.",
  "flowcontrol/v1.QueuingConfiguration.handSize": "Queues that a flow is dealt; default 8.",
  "flowcontrol/v1.QueuingConfiguration.queueLengthLimit": "Most requests that wait in a queue; default 50.",
  "flowcontrol/v1.QueuingConfiguration.queues": "Number of queues; default 64.",
  "flowcontrol/v1.ResourcePolicyRule.apiGroups": "Groups of the resources; `*` is all.",
  "flowcontrol/v1.ResourcePolicyRule.clusterScope": "Whether requests without a namespace match.",
  "flowcontrol/v1.ResourcePolicyRule.namespaces": "Namespaces of the requests; `*` is all.",
  "flowcontrol/v1.ResourcePolicyRule.resources": "Resources, or `resource/subresource`; `*` is all.",
  "flowcontrol/v1.ResourcePolicyRule.verbs": "Verbs of the requests; `*` is all.",
  "flowcontrol/v1.ServiceAccountSubject.name": "Name of the service account; `*` is all.",
  "flowcontrol/v1.ServiceAccountSubject.namespace": "Namespace of the service account.",
  "flowcontrol/v1.Subject.group": "A group.",
  "flowcontrol/v1.Subject.serviceAccount": "A service account.",
  "flowcontrol/v1.Subject.user": "A user.",
  "flowcontrol/v1.UserSubject.name": "Name of the user; `*` is all.",
};
