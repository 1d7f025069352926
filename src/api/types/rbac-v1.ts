/**
 * The types of `rbac/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface AggregationRule {
  /** ClusterRoles that match any of these give their rules. */
  clusterRoleSelectors?: metaV1.LabelSelector[];
}

/** Permissions on any resource or URL. A ClusterRoleBinding grants it everywhere, a RoleBinding in its namespace. */
export interface ClusterRole {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The permissions of the role: the union of all rules. Nothing is ever denied. */
  rules?: PolicyRule[] | null;
  /** Other ClusterRoles to take the rules from; a controller then writes `rules`. */
  aggregationRule?: AggregationRule;
}

/** Grants a ClusterRole to its subjects, in every namespace and outside of all. */
export interface ClusterRoleBinding {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Who is granted the role. */
  subjects?: Subject[];
  /** The role that is granted; never changes. While no such role exists nothing is granted. */
  roleRef?: RoleRef;
}

export interface PolicyRule {
  /** The permitted verbs; `*` is every verb. */
  verbs?: string[] | null;
  /** Groups of the resources, without version; "" is the core group, `*` every group. */
  apiGroups?: string[];
  /** Plural names, with `/subresource` where one is meant; `*` is every resource, `*\/scale` every scale. */
  resources?: string[];
  /** The only objects the rule is about, by name; none means all. */
  resourceNames?: string[];
  /** Paths outside the resources, such as `/healthz`; a final `*` matches any ending. In ClusterRoles only. */
  nonResourceURLs?: string[];
}

/** Permissions in one namespace. A RoleBinding of that namespace grants it. */
export interface Role {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The permissions of the role: the union of all rules. Nothing is ever denied. */
  rules?: PolicyRule[] | null;
}

/** Grants a Role of its namespace, or a ClusterRole within its namespace, to its subjects. */
export interface RoleBinding {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Who is granted the role. */
  subjects?: Subject[];
  /** The role that is granted; never changes. While no such role exists nothing is granted. */
  roleRef?: RoleRef;
}

export interface RoleRef {
  /** Group of the role; filled in with the RBAC group. */
  apiGroup?: string;
  /** `Role` or `ClusterRole`. */
  kind?: string;
  /** Name of the role. */
  name?: string;
}

export interface Subject {
  /** `ServiceAccount`, `User` or `Group`. */
  kind?: string;
  /** Group of the kind: the RBAC group for `User` and `Group`, "" for `ServiceAccount`. */
  apiGroup?: string;
  /** Name of the subject. */
  name?: string;
  /** Namespace of a `ServiceAccount`; in a RoleBinding that of the binding when absent. */
  namespace?: string;
}
