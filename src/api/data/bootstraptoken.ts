/**
 * The types of `bootstraptoken`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const bootstraptokenTypes = (): string => `
bootstraptoken/v1.BootstrapToken
token - string + *
description - string
ttl - duration *
expires - time *
usages - []string
groups - []string
`;
