/**
 * The types of `admission/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as authenticationV1 from "./authentication-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface AdmissionRequest {
  /** Id of the request; the answer repeats it. */
  uid?: string;
  /** Kind of the object as the webhook gets it. */
  kind?: metaV1.GroupVersionKind;
  /** Resource as the webhook gets it. */
  resource?: metaV1.GroupVersionResource;
  /** Subresource as the webhook gets it: `status`, `scale`. */
  subResource?: string;
  /** Kind of the object in the original request. */
  requestKind?: metaV1.GroupVersionKind;
  /** Resource of the original request. */
  requestResource?: metaV1.GroupVersionResource;
  /** Subresource of the original request. */
  requestSubResource?: string;
  /** Name of the object; may be empty where the server makes the name. */
  name?: string;
  /** Namespace of the request; empty for cluster-scoped objects. */
  namespace?: string;
  /** `CREATE`, `UPDATE`, `DELETE` or `CONNECT`. */
  operation?: string;
  /** The user who sent the request. */
  userInfo?: authenticationV1.UserInfo;
  /** The new object; absent for deletions. */
  object?: unknown;
  /** The stored object, for updates and deletions. */
  oldObject?: unknown;
  /** Whether nothing will be stored. */
  dryRun?: boolean;
  /** Options of the operation, such as DeleteOptions. */
  options?: unknown;
}

export interface AdmissionResponse {
  /** The `uid` of the request. */
  uid?: string;
  /** Whether the request may go on. */
  allowed?: boolean;
  /** Why the request was refused. */
  status?: metaV1.Status;
  /** Changes to the object, as a JSON Patch in base64. */
  patch?: string;
  /** Form of `patch`; only `JSONPatch`. */
  patchType?: string;
  /** Annotations for the audit event. */
  auditAnnotations?: Record<string, string>;
  /** Warnings for the client, each at most 120 characters. */
  warnings?: string[];
}

/** A question of the API server to an admission webhook, and the answer. */
export interface AdmissionReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** The request to judge. */
  request?: AdmissionRequest;
  /** The webhook's answer. */
  response?: AdmissionResponse;
}
