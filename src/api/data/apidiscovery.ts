/**
 * The types of `apidiscovery`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const apidiscoveryTypes = (): string => `
apidiscovery/v2.APIGroupDiscovery
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
versions 2 []APIVersionDiscovery list=map keys=version

apidiscovery/v2.APIResourceDiscovery
resource 1 string +
responseKind 2 meta/v1.GroupVersionKind *
scope 3 string +
singularResource 4 string +
verbs 5 []string + list=set
shortNames 6 []string list=set
categories 7 []string list=set
subresources 8 []APISubresourceDiscovery list=map keys=subresource

apidiscovery/v2.APISubresourceDiscovery
subresource 1 string +
responseKind 2 meta/v1.GroupVersionKind *
acceptedTypes 3 []meta/v1.GroupVersionKind list=map keys=group,version,kind
verbs 4 []string + list=set

apidiscovery/v2.APIVersionDiscovery
version 1 string +
resources 2 []APIResourceDiscovery list=map keys=resource
freshness 3 string
`;
