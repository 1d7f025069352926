/**
 * The types of `podtolerationrestriction`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const podtolerationrestrictionTypes = (): string => `
podtolerationrestriction/v1alpha1.Configuration
apiVersion - string
kind - string
default - []core/v1.Toleration
whitelist - []core/v1.Toleration
`;
