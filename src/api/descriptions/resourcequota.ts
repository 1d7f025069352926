/**
 * The purpose of the types and fields of `resourcequota`.
 *
 * @module
 */
export const resourcequota: Readonly<Record<string, string>> = {
  "resourcequota/v1.Configuration": "Which resources may be used only where a resource quota covers them.",
  "resourcequota/v1.Configuration.limitedResources": "Resources that may be used only where a quota covers them.",
  "resourcequota/v1.LimitedResource.apiGroup": "Group of the resource; empty for the core group.",
  "resourcequota/v1.LimitedResource.matchContains": "Limited are usages whose names contain one of these texts.",
  "resourcequota/v1.LimitedResource.matchScopes": "Limited are objects in one of these scopes.",
  "resourcequota/v1.LimitedResource.resource": "The resource, such as pods.",
};
