/**
 * The types of `imagepolicy/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

/** A question of the API server to an image policy webhook, and the answer. */
export interface ImageReview {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The images to judge. */
  spec?: ImageReviewSpec;
  /** The backend's answer. */
  status?: ImageReviewStatus;
}

export interface ImageReviewContainerSpec {
  /** The image, by tag or digest. */
  image?: string;
}

export interface ImageReviewSpec {
  /** The containers of the pod, each with its image. */
  containers?: ImageReviewContainerSpec[];
  /** Annotations of the pod whose key has `image-policy.k8s.io`. */
  annotations?: Record<string, string>;
  /** Namespace of the pod. */
  namespace?: string;
}

export interface ImageReviewStatus {
  /** Whether all images may run. */
  allowed?: boolean;
  /** Why not; one sentence. */
  reason?: string;
  /** Annotations for the audit event. */
  auditAnnotations?: Record<string, string>;
}
