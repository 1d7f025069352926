/**
 * The purpose of the types and fields of `apiserverinternal`.
 *
 * @module
 */
export const apiserverinternal: Readonly<Record<string, string>> = {
  "apiserverinternal/v1alpha1.StorageVersion": "Which version API servers store a resource in.",
};
