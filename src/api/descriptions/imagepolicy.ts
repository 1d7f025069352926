/**
 * The purpose of the types and fields of `imagepolicy`.
 *
 * @module
 */
export const imagepolicy: Readonly<Record<string, string>> = {
  "imagepolicy/v1alpha1.ImageReview": "A question of the API server to an image policy webhook, and the answer.",
  "imagepolicy/v1alpha1.ImageReview.spec": "The images to judge.",
  "imagepolicy/v1alpha1.ImageReview.status": "The backend's answer.",
  "imagepolicy/v1alpha1.ImageReviewContainerSpec.image": "The image, by tag or digest.",
  "imagepolicy/v1alpha1.ImageReviewSpec.annotations": "Annotations of the pod whose key has `image-policy.k8s.io`.",
  "imagepolicy/v1alpha1.ImageReviewSpec.containers": "The containers of the pod, each with its image.",
  "imagepolicy/v1alpha1.ImageReviewSpec.namespace": "Namespace of the pod.",
  "imagepolicy/v1alpha1.ImageReviewStatus.allowed": "Whether all images may run.",
  "imagepolicy/v1alpha1.ImageReviewStatus.auditAnnotations": "Annotations for the audit event.",
  "imagepolicy/v1alpha1.ImageReviewStatus.reason": "Why not; one sentence.",
};
