/**
 * The purpose of the types and fields of `cloud-provider`.
 *
 * @module
 */
export const cloudProvider: Readonly<Record<string, string>> = {
  "cloud-provider/v1alpha1.CloudProviderConfiguration.CloudConfigFile": "Path of the provider's settings.",
  "cloud-provider/v1alpha1.CloudProviderConfiguration.Name": "external, or empty for none.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration":
    "A section of KubeControllerManagerConfiguration. Settings of both controller managers.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.AllocateNodeCIDRs":
    "Hand out ranges of pod addresses to nodes.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.AllowUntaggedCloud": "Run without cluster tags in the cloud.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.CIDRAllocatorType": "Who hands them out: RangeAllocator.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.CloudProvider": "The cloud.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.ClusterCIDR": "Range of pod addresses.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.ClusterName": "Prefix of the instances of the cluster.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.ConfigureCloudRoutes":
    "Make routes to these ranges in the cloud.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.ExternalCloudVolumePlugin":
    "The cloud of in-tree volume plugins; of no effect today.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.NodeMonitorPeriod": "Time between two looks at the nodes.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.NodeSyncPeriod":
    "Time between two looks at the cloud's nodes; of no effect.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.RouteReconciliationPeriod":
    "Time between two looks at the cloud's routes.",
  "cloud-provider/v1alpha1.KubeCloudSharedConfiguration.UseServiceAccountCredentials":
    "Each controller uses a service account of its own.",
};
