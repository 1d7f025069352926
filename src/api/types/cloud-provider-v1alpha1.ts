/**
 * The types of `cloud-provider/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface CloudProviderConfiguration {
  /** external, or empty for none. */
  Name?: string;
  /** Path of the provider's settings. */
  CloudConfigFile?: string;
}

/** A section of KubeControllerManagerConfiguration. Settings of both controller managers. */
export interface KubeCloudSharedConfiguration {
  /** The cloud. */
  CloudProvider?: CloudProviderConfiguration;
  /** The cloud of in-tree volume plugins; of no effect today. */
  ExternalCloudVolumePlugin?: string;
  /** Each controller uses a service account of its own. */
  UseServiceAccountCredentials?: boolean;
  /** Run without cluster tags in the cloud. */
  AllowUntaggedCloud?: boolean;
  /** Time between two looks at the cloud's routes. */
  RouteReconciliationPeriod?: string;
  /** Time between two looks at the nodes. Gone in 1.37. */
  NodeMonitorPeriod?: string;
  /** Prefix of the instances of the cluster. */
  ClusterName?: string;
  /** Range of pod addresses. */
  ClusterCIDR?: string;
  /** Hand out ranges of pod addresses to nodes. */
  AllocateNodeCIDRs?: boolean;
  /** Who hands them out: RangeAllocator. */
  CIDRAllocatorType?: string;
  /** Make routes to these ranges in the cloud. */
  ConfigureCloudRoutes?: boolean;
  /** Time between two looks at the cloud's nodes; of no effect. */
  NodeSyncPeriod?: string;
}
