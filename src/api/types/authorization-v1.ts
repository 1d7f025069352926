/**
 * The types of `authorization/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface FieldSelectorAttributes {
  /** The selector as the query has it; excludes `requirements`. */
  rawSelector?: string;
  /** The parsed selector; all of them must hold. */
  requirements?: metaV1.FieldSelectorRequirement[];
}

export interface LabelSelectorAttributes {
  /** The selector as the query has it; excludes `requirements`. */
  rawSelector?: string;
  /** The parsed selector; all of them must hold. */
  requirements?: metaV1.LabelSelectorRequirement[];
}

/** Asks whether someone may do something in one namespace. */
export interface LocalSubjectAccessReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: SubjectAccessReviewSpec;
  /** The observed state. */
  status?: SubjectAccessReviewStatus;
}

export interface NonResourceAttributes {
  /** Path of the URL. */
  path?: string;
  /** The HTTP method in lower case. */
  verb?: string;
}

export interface NonResourceRule {
  /** HTTP methods in lower case; `*` is all. */
  verbs?: string[] | null;
  /** Paths; `*` at the end matches the rest. */
  nonResourceURLs?: string[];
}

export interface ResourceAttributes {
  /** Namespace of the object; empty for cluster-scoped resources and for all namespaces. */
  namespace?: string;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or another verb; `*` is all. */
  verb?: string;
  /** Group of the resource; `*` is all. */
  group?: string;
  /** Version of the resource; `*` is all. */
  version?: string;
  /** Plural name of the resource; `*` is all. */
  resource?: string;
  /** Name of the subresource; empty for the resource itself. */
  subresource?: string;
  /** Name of the object; empty for all. */
  name?: string;
  /** Field selector of a list, watch or deletecollection. Since 1.31. */
  fieldSelector?: FieldSelectorAttributes;
  /** Label selector of a list, watch or deletecollection. Since 1.31. */
  labelSelector?: LabelSelectorAttributes;
}

export interface ResourceRule {
  /** Verbs that are allowed; `*` is all. */
  verbs?: string[] | null;
  /** Groups of the resources; `*` is all. */
  apiGroups?: string[];
  /** Resources, or `resource/subresource`; `*` is all. */
  resources?: string[];
  /** Names of the objects; empty for all. */
  resourceNames?: string[];
}

/** Asks whether the caller may do something. */
export interface SelfSubjectAccessReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: SelfSubjectAccessReviewSpec;
  /** The observed state. */
  status?: SubjectAccessReviewStatus;
}

export interface SelfSubjectAccessReviewSpec {
  /** The request for a resource; excludes `nonResourceAttributes`. */
  resourceAttributes?: ResourceAttributes;
  /** The request for another path; excludes `resourceAttributes`. */
  nonResourceAttributes?: NonResourceAttributes;
}

/** Asks what the caller may do in a namespace. */
export interface SelfSubjectRulesReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: SelfSubjectRulesReviewSpec;
  /** The observed state. */
  status?: SubjectRulesReviewStatus;
}

export interface SelfSubjectRulesReviewSpec {
  /** The namespace that the rules are wanted for. */
  namespace?: string;
}

/** Asks whether someone may do something. */
export interface SubjectAccessReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: SubjectAccessReviewSpec;
  /** The observed state. */
  status?: SubjectAccessReviewStatus;
}

export interface SubjectAccessReviewSpec {
  /** The request for a resource; excludes `nonResourceAttributes`. */
  resourceAttributes?: ResourceAttributes;
  /** The request for another path; excludes `resourceAttributes`. */
  nonResourceAttributes?: NonResourceAttributes;
  /** Name of the user who would send the request. */
  user?: string;
  /** Groups of the user. */
  groups?: string[];
  /** Further facts about the user, from authentication. */
  extra?: Record<string, string[] | null>;
  /** Id of the user. */
  uid?: string;
}

export interface SubjectAccessReviewStatus {
  /** Whether the request is allowed. */
  allowed?: boolean;
  /** Whether an authorizer denies the request, so that no other may allow it. */
  denied?: boolean;
  /** Why, for people. */
  reason?: string;
  /** An error during the decision; the answer may still be right. */
  evaluationError?: string;
}

export interface SubjectRulesReviewStatus {
  /** Actions on resources that the user may do; the order has no meaning. */
  resourceRules?: ResourceRule[] | null;
  /** Actions on other paths that the user may do; the order has no meaning. */
  nonResourceRules?: NonResourceRule[] | null;
  /** Whether rules are missing, such as those of a webhook. */
  incomplete?: boolean;
  /** Why rules are missing. */
  evaluationError?: string;
}
