/**
 * The types of `audit/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as authenticationV1 from "./authentication-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface AuthenticationMetadata {
  /** The verb that allowed the impersonation. */
  impersonationConstraint?: string;
}

/** The API server's record of a request. */
export interface Event {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** How much was recorded. */
  level?: Level;
  /** The same for all events of a request. */
  auditID?: string;
  /** How far the request had come. */
  stage?: Stage;
  /** The request URI, as it was sent. */
  requestURI?: string;
  /** The verb; outside of resources the method in lower case. */
  verb?: string;
  /** Who asked. */
  user?: authenticationV1.UserInfo;
  /** Whom the request was made as. */
  impersonatedUser?: authenticationV1.UserInfo;
  /** Where the request came from, by way of which proxies. */
  sourceIPs?: string[];
  /** The name that the client gives itself; it may be anything. */
  userAgent?: string;
  /** The object of the request. */
  objectRef?: ObjectReference;
  /** The answer, without the object. */
  responseStatus?: metaV1.Status;
  /** The object as it was sent. */
  requestObject?: unknown;
  /** The object as it was answered. */
  responseObject?: unknown;
  /** When the request had come. */
  requestReceivedTimestamp?: string;
  /** When it had come to the stage. */
  stageTimestamp?: string;
  /** Notes of plugins. */
  annotations?: Record<string, string>;
  /** The rule that allowed the impersonation. Since 1.35. */
  authenticationMetadata?: AuthenticationMetadata;
}

export interface GroupResources {
  /** An API group; empty for the core group, * for every group. */
  group?: string;
  /** RESOURCE, RESOURCE/SUBRESOURCE, RESOURCE/*, *\/SUBRESOURCE or *; all when absent. */
  resources?: string[];
  /** Names of objects; all when absent. Needs resources. */
  resourceNames?: string[];
}

export type Level = "Metadata" | "None" | "Request" | "RequestResponse";

export interface ObjectReference {
  /** Plural of the resource. */
  resource?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** Id of the object. */
  uid?: string;
  /** Empty for the core group. */
  apiGroup?: string;
  /** The version without the group. */
  apiVersion?: string;
  /** Version of the object. */
  resourceVersion?: string;
  /** Subresource that the request is for. */
  subresource?: string;
}

/** The requests that the API server records, and in which detail. */
export interface Policy {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Has no effect. */
  metadata?: metaV1.ObjectMeta;
  /** The first rule that matches a request decides; a request that none matches is not recorded. */
  rules?: PolicyRule[];
  /** Stages that no event is recorded for; rules may name more. */
  omitStages?: Stage[];
  /** Whether managed fields are left out of recorded objects; false when absent. */
  omitManagedFields?: boolean;
}

export interface PolicyRule {
  /** How much is recorded. */
  level?: Level;
  /** User names; all when absent. */
  users?: string[];
  /** Groups of users, one of which is enough; all when absent. */
  userGroups?: string[];
  /** Verbs; all when absent. */
  verbs?: string[];
  /** Resources, one of which is enough; all when absent. */
  resources?: GroupResources[];
  /** Namespaces; the empty one is of what has no namespace. All when absent. */
  namespaces?: string[];
  /** Paths, or beginnings of paths with a final *; not with resources or namespaces. */
  nonResourceURLs?: string[];
  /** Stages without an event, in addition to those of the policy. */
  omitStages?: Stage[];
  /** Whether managed fields are left out of recorded objects; as the policy says when absent. */
  omitManagedFields?: boolean;
}

export type Stage = "Panic" | "RequestReceived" | "ResponseComplete" | "ResponseStarted";
