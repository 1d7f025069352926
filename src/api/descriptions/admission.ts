/**
 * What the types and fields of `admission` are for.
 *
 * @module
 */
export const admission: Readonly<Record<string, string>> = {
  "admission/v1.AdmissionReview": "What the API server asks an admission webhook, and its answer.",
};
