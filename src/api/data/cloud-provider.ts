/**
 * The types of `cloud-provider`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const cloudProviderTypes = (): string => `
cloud-provider/v1alpha1.CloudProviderConfiguration
Name - string +
CloudConfigFile - string +

cloud-provider/v1alpha1.KubeCloudSharedConfiguration
CloudProvider - CloudProviderConfiguration +
ExternalCloudVolumePlugin - string +
UseServiceAccountCredentials - bool +
AllowUntaggedCloud - bool +
RouteReconciliationPeriod - duration +
NodeMonitorPeriod - duration + <1.37
ClusterName - string +
ClusterCIDR - string +
AllocateNodeCIDRs - bool +
CIDRAllocatorType - string +
ConfigureCloudRoutes - bool + *
NodeSyncPeriod - duration +
`;
