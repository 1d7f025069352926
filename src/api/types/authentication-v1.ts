/**
 * The types of `authentication/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface BoundObjectReference {
  /** Pod, Node or Secret. */
  kind?: string;
  /** Group and version of the object. */
  apiVersion?: string;
  /** Name of the object. */
  name?: string;
  /** Id of the object. */
  uid?: string;
}

/** Asks who the API server takes the caller for. */
export interface SelfSubjectReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The observed state. */
  status?: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  /** The user who sent the request. */
  userInfo?: UserInfo;
}

/** Asks for a token of a service account. */
export interface TokenRequest {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The token that is asked for. */
  spec?: TokenRequestSpec;
  /** The token that was made. */
  status?: TokenRequestStatus;
}

export interface TokenRequestSpec {
  /** Who the token is for; default the API server. */
  audiences?: string[] | null;
  /** Seconds until the token expires; default 3600. */
  expirationSeconds?: number | bigint | null;
  /** An object without which the token is no longer valid. */
  boundObjectRef?: BoundObjectReference | null;
  /** Further claims that the server signs. Since 1.37. */
  attestations?: Record<string, string[] | null>;
}

export interface TokenRequestStatus {
  /** The token. */
  token?: string;
  /** When the token expires. */
  expirationTimestamp?: string | null;
}

/** Asks whose token this is. */
export interface TokenReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: TokenReviewSpec;
  /** The observed state. */
  status?: TokenReviewStatus;
}

export interface TokenReviewSpec {
  /** The bearer token to check. */
  token?: string;
  /** Audiences of which the token must be for one; default: those of the API server. */
  audiences?: string[];
}

export interface TokenReviewStatus {
  /** Whether the token is that of a known user. */
  authenticated?: boolean;
  /** The user of the token. */
  user?: UserInfo;
  /** Audiences of the review that the token is for. */
  audiences?: string[];
  /** Why the token could not be checked. */
  error?: string;
}

export interface UserInfo {
  /** The user's name. */
  username?: string;
  /** An identifier that distinguishes the user from others of that name. */
  uid?: string;
  /** Groups that the user is in. */
  groups?: string[];
  /** Further attributes from the authenticator. */
  extra?: Record<string, string[] | null>;
}
