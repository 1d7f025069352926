/**
 * The types of `resourcequota`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const resourcequotaTypes = (): string => `
resourcequota/v1.Configuration
apiVersion - string
kind - string
limitedResources - []LimitedResource +

resourcequota/v1.LimitedResource
apiGroup - string
resource - string +
matchContains - []string
matchScopes - []core/v1.ScopedResourceSelectorRequirement

resourcequota/v1alpha1 like resourcequota/v1
Configuration LimitedResource

resourcequota/v1beta1 like resourcequota/v1
Configuration LimitedResource
`;
