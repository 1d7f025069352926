/**
 * What the types and fields of `imagepolicy` are for.
 *
 * @module
 */
export const imagepolicy: Readonly<Record<string, string>> = {
  "imagepolicy/v1alpha1.ImageReview": "What the API server asks an image policy webhook, and its answer.",
};
