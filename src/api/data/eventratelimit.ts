/**
 * The types of `eventratelimit`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const eventratelimitTypes = (): string => `
eventratelimit/v1alpha1.Configuration
apiVersion - string
kind - string
limits - []Limit +

eventratelimit/v1alpha1.Limit
type - string +
qps - int32 +
burst - int32 +
cacheSize - int32
`;
