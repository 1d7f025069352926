/**
 * The purpose of the types and fields of `node`.
 *
 * @module
 */
export const node: Readonly<Record<string, string>> = {
  "node/v1.RuntimeClass": "A container runtime that pods can name.",
};
