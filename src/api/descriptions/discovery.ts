/**
 * The purpose of the types and fields of `discovery`.
 *
 * @module
 */
export const discovery: Readonly<Record<string, string>> = {
  "discovery/v1.EndpointSlice": "Some of the addresses behind a service.",
};
