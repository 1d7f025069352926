/**
 * The types of `admission/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as authenticationV1 from "./authentication-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface AdmissionRequest {
  uid?: string;
  kind?: metaV1.GroupVersionKind;
  resource?: metaV1.GroupVersionResource;
  subResource?: string;
  requestKind?: metaV1.GroupVersionKind;
  requestResource?: metaV1.GroupVersionResource;
  requestSubResource?: string;
  name?: string;
  namespace?: string;
  operation?: string;
  userInfo?: authenticationV1.UserInfo;
  object?: unknown;
  oldObject?: unknown;
  dryRun?: boolean;
  options?: unknown;
}

export interface AdmissionResponse {
  uid?: string;
  allowed?: boolean;
  status?: metaV1.Status;
  patch?: string;
  patchType?: string;
  auditAnnotations?: Record<string, string>;
  warnings?: string[];
}

/** What the API server asks an admission webhook, and its answer. */
export interface AdmissionReview {
  apiVersion?: string;
  kind?: string;
  request?: AdmissionRequest;
  response?: AdmissionResponse;
}
