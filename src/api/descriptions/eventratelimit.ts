/**
 * The purpose of the types and fields of `eventratelimit`.
 *
 * @module
 */
export const eventratelimit: Readonly<Record<string, string>> = {
  "eventratelimit/v1alpha1.Configuration":
    "How many events the API server accepts: in all, by namespace, by user, or by source and object.",
  "eventratelimit/v1alpha1.Configuration.limits": "All of them must allow an event.",
  "eventratelimit/v1alpha1.Limit.burst": "Largest allowance.",
  "eventratelimit/v1alpha1.Limit.cacheSize": "How many buckets are kept; 4096 when absent. Not for type Server.",
  "eventratelimit/v1alpha1.Limit.qps": "Events that are added to the allowance each second.",
  "eventratelimit/v1alpha1.Limit.type": "The subject for which a bucket is kept.",
};
