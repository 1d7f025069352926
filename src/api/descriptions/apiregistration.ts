/**
 * The purpose of the types and fields of `apiregistration`.
 *
 * @module
 */
export const apiregistration: Readonly<Record<string, string>> = {
  "apiregistration/v1.APIService": "Hands one group and version to an extension API server.",
};
