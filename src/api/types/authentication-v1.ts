/**
 * The types of `authentication/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface BoundObjectReference {
  kind?: string;
  apiVersion?: string;
  name?: string;
  uid?: string;
}

/** Asks who the API server takes the caller for. */
export interface SelfSubjectReview {
  apiVersion?: string;
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  status?: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}

/** Asks for a token of a service account. */
export interface TokenRequest {
  apiVersion?: string;
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: TokenRequestSpec;
  status?: TokenRequestStatus;
}

export interface TokenRequestSpec {
  audiences?: string[];
  expirationSeconds?: number | bigint;
  boundObjectRef?: BoundObjectReference;
  /** Since 1.37. */
  attestations?: Record<string, string[]>;
}

export interface TokenRequestStatus {
  token?: string;
  expirationTimestamp?: string;
}

/** Asks whose token this is. */
export interface TokenReview {
  apiVersion?: string;
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: TokenReviewSpec;
  status?: TokenReviewStatus;
}

export interface TokenReviewSpec {
  token?: string;
  audiences?: string[];
}

export interface TokenReviewStatus {
  authenticated?: boolean;
  user?: UserInfo;
  audiences?: string[];
  error?: string;
}

export interface UserInfo {
  /** The user's name. */
  username?: string;
  /** What tells the user from others of that name. */
  uid?: string;
  /** Groups that the user is in. */
  groups?: string[];
  /** What else the authenticator said. */
  extra?: Record<string, string[]>;
}
