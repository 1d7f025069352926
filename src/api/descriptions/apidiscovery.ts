/**
 * What the types and fields of `apidiscovery` are for.
 *
 * @module
 */
export const apidiscovery: Readonly<Record<string, string>> = {
  "apidiscovery/v2.APIGroupDiscovery": "What an API server serves of one group.",
};
