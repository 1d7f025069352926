/**
 * The purpose of the types and fields of `apidiscovery`.
 *
 * @module
 */
export const apidiscovery: Readonly<Record<string, string>> = {
  "apidiscovery/v2.APIGroupDiscovery": "The resources of one group that an API server serves.",
  "apidiscovery/v2.APIGroupDiscovery.versions": "Versions of the group, the preferred one first.",
  "apidiscovery/v2.APIResourceDiscovery.categories": "Groups of resources that it belongs to: `all`.",
  "apidiscovery/v2.APIResourceDiscovery.resource": "Plural of the resource.",
  "apidiscovery/v2.APIResourceDiscovery.responseKind": "Kind of the objects.",
  "apidiscovery/v2.APIResourceDiscovery.scope": "`Cluster` or `Namespaced`.",
  "apidiscovery/v2.APIResourceDiscovery.shortNames": "Short names: `po`.",
  "apidiscovery/v2.APIResourceDiscovery.singularResource": "Singular of the resource.",
  "apidiscovery/v2.APIResourceDiscovery.subresources": "Subresources.",
  "apidiscovery/v2.APIResourceDiscovery.verbs": "Verbs that the resource has.",
  "apidiscovery/v2.APISubresourceDiscovery.acceptedTypes":
    "Kinds of bodies, where there are others than `responseKind`.",
  "apidiscovery/v2.APISubresourceDiscovery.responseKind": "Kind of what it answers.",
  "apidiscovery/v2.APISubresourceDiscovery.subresource": "Name of the subresource.",
  "apidiscovery/v2.APISubresourceDiscovery.verbs": "Verbs that the subresource has.",
  "apidiscovery/v2.APIVersionDiscovery.freshness":
    "`Current`, or `Stale` where the server of the group does not answer.",
  "apidiscovery/v2.APIVersionDiscovery.resources": "Resources of the version.",
  "apidiscovery/v2.APIVersionDiscovery.version": "Name of the version.",
};
