/**
 * The types of `flowcontrol/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface ExemptPriorityLevelConfiguration {
  /** Share that the level lends from; requests of the level have no limit. Default 0. */
  nominalConcurrencyShares?: number;
  /** Percentage of the share that other levels may borrow; default 0. */
  lendablePercent?: number;
}

export interface FlowDistinguisherMethod {
  /** `ByUser` or `ByNamespace`: the requests that are one flow. */
  type?: string;
}

/** Which requests belong to which level of priority. */
export interface FlowSchema {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: FlowSchemaSpec;
  /** The observed state. */
  status?: FlowSchemaStatus;
}

export interface FlowSchemaCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface FlowSchemaSpec {
  /** The priority level of the requests. */
  priorityLevelConfiguration?: PriorityLevelConfigurationReference;
  /** Order of the schemas: the lowest that matches a request counts; default 1000. */
  matchingPrecedence?: number;
  /** How requests are divided into flows; absent: all are one flow. */
  distinguisherMethod?: FlowDistinguisherMethod;
  /** Requests that the schema is for; one match is enough. */
  rules?: PolicyRulesWithSubjects[];
}

export interface FlowSchemaStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: FlowSchemaCondition[];
}

export interface GroupSubject {
  /** Name of the group; `*` is all. */
  name?: string;
}

export interface LimitResponse {
  /** `Queue` or `Reject` requests that cannot run at once. */
  type?: string;
  /** The queues, for `Queue`. */
  queuing?: QueuingConfiguration;
}

export interface LimitedPriorityLevelConfiguration {
  /** Share of the server's concurrent requests, relative to other levels; default 30. */
  nominalConcurrencyShares?: number | null;
  /** How requests are treated that cannot run at once. */
  limitResponse?: LimitResponse;
  /** Percentage of the share that other levels may borrow; default 0. */
  lendablePercent?: number;
  /** How much the level may borrow, as a percentage of its share; absent: no limit. */
  borrowingLimitPercent?: number;
}

export interface NonResourcePolicyRule {
  /** HTTP methods in lower case; `*` is all. */
  verbs?: string[] | null;
  /** Paths; `/*` at the end matches the rest. */
  nonResourceURLs?: string[] | null;
}

export interface PolicyRulesWithSubjects {
  /** Users of the requests; one match is enough. */
  subjects?: Subject[] | null;
  /** Requests for resources. */
  resourceRules?: ResourcePolicyRule[];
  /** Requests for other paths. */
  nonResourceRules?: NonResourcePolicyRule[];
}

/** How many requests of a level run at once, and how others wait. */
export interface PriorityLevelConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: PriorityLevelConfigurationSpec;
  /** The observed state. */
  status?: PriorityLevelConfigurationStatus;
}

export interface PriorityLevelConfigurationCondition {
  /** The aspect, in CamelCase. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
}

export interface PriorityLevelConfigurationReference {
  /** Name of the priority level. */
  name?: string;
}

export interface PriorityLevelConfigurationSpec {
  /** `Limited` or `Exempt`. */
  type?: string;
  /** Settings for `Limited`. */
  limited?: LimitedPriorityLevelConfiguration;
  /** Settings for `Exempt`. */
  exempt?: ExemptPriorityLevelConfiguration;
}

export interface PriorityLevelConfigurationStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: PriorityLevelConfigurationCondition[];
}

export interface QueuingConfiguration {
  /** Number of queues; default 64. */
  queues?: number;
  /** Queues that a flow is dealt; default 8. */
  handSize?: number;
  /** Most requests that wait in a queue; default 50. */
  queueLengthLimit?: number;
}

export interface ResourcePolicyRule {
  /** Verbs of the requests; `*` is all. */
  verbs?: string[] | null;
  /** Groups of the resources; `*` is all. */
  apiGroups?: string[] | null;
  /** Resources, or `resource/subresource`; `*` is all. */
  resources?: string[] | null;
  /** Whether requests without a namespace match. */
  clusterScope?: boolean;
  /** Namespaces of the requests; `*` is all. */
  namespaces?: string[] | null;
}

export interface ServiceAccountSubject {
  /** Namespace of the service account. */
  namespace?: string;
  /** Name of the service account; `*` is all. */
  name?: string;
}

export interface Subject {
  /** Name of the kind. */
  kind?: string;
  /** A user. */
  user?: UserSubject;
  /** A group. */
  group?: GroupSubject;
  /** A service account. */
  serviceAccount?: ServiceAccountSubject;
}

export interface UserSubject {
  /** Name of the user; `*` is all. */
  name?: string;
}
