/**
 * The types of `kubecontrollermanager/v1alpha1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as cloudProviderServiceV1alpha1 from "./cloud-provider-service-v1alpha1.ts";
import type * as cloudProviderV1alpha1 from "./cloud-provider-v1alpha1.ts";
import type * as controllermanagerV1alpha1 from "./controllermanager-v1alpha1.ts";

/** A section of KubeControllerManagerConfiguration. Attaches volumes to nodes. */
export interface AttachDetachControllerConfiguration {
  /** Do not compare what is attached with what should be. */
  DisableAttachDetachReconcilerSync?: boolean;
  /** Time between two such comparisons. */
  ReconcilerSyncLoopPeriod?: string;
  /** Keep volumes attached that a node does not unmount in time. */
  disableForceDetachOnTimeout?: boolean;
}

export interface CSRSigningConfiguration {
  /** Path of the CA certificate. */
  CertFile?: string;
  /** Path of its key. */
  KeyFile?: string;
}

/** A section of KubeControllerManagerConfiguration. Signs approved certificate signing requests. */
export interface CSRSigningControllerConfiguration {
  /** Path of the CA certificate that signs for all signers. */
  ClusterSigningCertFile?: string;
  /** Path of its key. */
  ClusterSigningKeyFile?: string;
  /** The CA that signs serving certificates of kubelets. */
  KubeletServingSignerConfiguration?: CSRSigningConfiguration;
  /** The CA that signs client certificates of kubelets. */
  KubeletClientSignerConfiguration?: CSRSigningConfiguration;
  /** The CA that signs client certificates for the API server. */
  KubeAPIServerClientSignerConfiguration?: CSRSigningConfiguration;
  /** The CA that signs what no other signer signs. */
  LegacyUnknownSignerConfiguration?: CSRSigningConfiguration;
  /** Longest lifetime of what is signed. */
  ClusterSigningDuration?: string;
}

/** A section of KubeControllerManagerConfiguration. The controller of cron jobs. */
export interface CronJobControllerConfiguration {
  /** How many cron jobs are synchronised at a time. */
  ConcurrentCronJobSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of daemon sets. */
export interface DaemonSetControllerConfiguration {
  /** How many daemon sets are synchronised at a time. */
  ConcurrentDaemonSetSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of deployments. */
export interface DeploymentControllerConfiguration {
  /** How many deployments are synchronised at a time. */
  ConcurrentDeploymentSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Options that are gone; no field is left. */
export type DeprecatedControllerConfiguration = Record<string, never>;

/** A section of KubeControllerManagerConfiguration. Evicts pods whose devices are tainted. */
export interface DeviceTaintEvictionControllerConfiguration {
  /** How many pods are synchronised at a time. */
  ConcurrentSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of pod disruption budgets. */
export interface DisruptionControllerConfiguration {
  /** How many pod disruption budgets are synchronised at a time. */
  ConcurrentDisruptionSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of Endpoints. */
export interface EndpointControllerConfiguration {
  /** How many services are synchronised at a time. */
  ConcurrentEndpointSyncs?: number;
  /** How long changes are gathered before an Endpoints object is updated; 0s: not at all. */
  EndpointUpdatesBatchPeriod?: string;
}

/** A section of KubeControllerManagerConfiguration. The controller of endpoint slices. */
export interface EndpointSliceControllerConfiguration {
  /** How many services are synchronised at a time. */
  ConcurrentServiceEndpointSyncs?: number;
  /** Most endpoints in a slice. */
  MaxEndpointsPerSlice?: number;
  /** How long changes are gathered before a slice is updated; 0s: not at all. */
  EndpointUpdatesBatchPeriod?: string;
}

/** A section of KubeControllerManagerConfiguration. Mirrors Endpoints that users write to endpoint slices. */
export interface EndpointSliceMirroringControllerConfiguration {
  /** How many services are synchronised at a time. */
  MirroringConcurrentServiceEndpointSyncs?: number;
  /** Most endpoints that are mirrored of a subset. */
  MirroringMaxEndpointsPerSubset?: number;
  /** How long changes are gathered before a slice is updated; 0s: not at all. */
  MirroringEndpointUpdatesBatchPeriod?: string;
}

/** A section of KubeControllerManagerConfiguration. Makes the claims of ephemeral volumes. */
export interface EphemeralVolumeControllerConfiguration {
  /** How many pods are synchronised at a time. */
  ConcurrentEphemeralVolumeSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Deletes objects whose owners are gone. */
export interface GarbageCollectorControllerConfiguration {
  /** Whether it does; must be the same as the API server's flag. */
  EnableGarbageCollector?: boolean;
  /** How many objects are synchronised at a time. */
  ConcurrentGCSyncs?: number;
  /** Resources that it leaves alone. */
  GCIgnoredResources?: GroupResource[];
}

export interface GroupResource {
  /** API group; empty for the core group. */
  Group?: string;
  /** Name of the resource in the plural. */
  Resource?: string;
}

/** A section of KubeControllerManagerConfiguration. The controller of horizontal pod autoscalers. */
export interface HPAControllerConfiguration {
  /** How many autoscalers are synchronised at a time. */
  ConcurrentHorizontalPodAutoscalerSyncs?: number;
  /** Time between two looks at the number of pods. */
  HorizontalPodAutoscalerSyncPeriod?: string;
  /** Of no effect. Gone in 1.31. */
  HorizontalPodAutoscalerUpscaleForbiddenWindow?: string;
  /** The highest recommendation of this time decides before pods are taken away. */
  HorizontalPodAutoscalerDownscaleStabilizationWindow?: string;
  /** Of no effect. Gone in 1.31. */
  HorizontalPodAutoscalerDownscaleForbiddenWindow?: string;
  /** Smallest change of the ratio that scales. */
  HorizontalPodAutoscalerTolerance?: number;
  /** Time after its start in which a pod's CPU figures may be left out. */
  HorizontalPodAutoscalerCPUInitializationPeriod?: string;
  /** Time after its start in which readiness of a pod counts as its first. */
  HorizontalPodAutoscalerInitialReadinessDelay?: string;
}

/** A section of KubeControllerManagerConfiguration. The controller of jobs. */
export interface JobControllerConfiguration {
  /** How many jobs are synchronised at a time. */
  ConcurrentJobSyncs?: number;
}

/** All options of the controller manager. The component itself is configured by flags. */
export interface KubeControllerManagerConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Settings of all controllers. */
  Generic?: controllermanagerV1alpha1.GenericControllerManagerConfiguration;
  /** Settings of cluster and cloud managers alike. */
  KubeCloudShared?: cloudProviderV1alpha1.KubeCloudSharedConfiguration;
  /** Attaches volumes to nodes. */
  AttachDetachController?: AttachDetachControllerConfiguration;
  /** Signs approved certificate signing requests. */
  CSRSigningController?: CSRSigningControllerConfiguration;
  /** The controller of daemon sets. */
  DaemonSetController?: DaemonSetControllerConfiguration;
  /** The controller of deployments. */
  DeploymentController?: DeploymentControllerConfiguration;
  /** The controller of stateful sets. */
  StatefulSetController?: StatefulSetControllerConfiguration;
  /** Options that are gone; no field is left. */
  DeprecatedController?: DeprecatedControllerConfiguration;
  /** The controller of Endpoints. */
  EndpointController?: EndpointControllerConfiguration;
  /** The controller of endpoint slices. */
  EndpointSliceController?: EndpointSliceControllerConfiguration;
  /** Mirrors Endpoints that users write to endpoint slices. */
  EndpointSliceMirroringController?: EndpointSliceMirroringControllerConfiguration;
  /** Makes the claims of ephemeral volumes. */
  EphemeralVolumeController?: EphemeralVolumeControllerConfiguration;
  /** Deletes objects whose owners are gone. */
  GarbageCollectorController?: GarbageCollectorControllerConfiguration;
  /** The controller of horizontal pod autoscalers. */
  HPAController?: HPAControllerConfiguration;
  /** The controller of jobs. */
  JobController?: JobControllerConfiguration;
  /** The controller of cron jobs. */
  CronJobController?: CronJobControllerConfiguration;
  /** Deletes secrets with service account tokens that nobody uses. */
  LegacySATokenCleaner?: LegacySATokenCleanerConfiguration;
  /** Empties namespaces that are deleted. */
  NamespaceController?: NamespaceControllerConfiguration;
  /** Hands out ranges of pod addresses to nodes. */
  NodeIPAMController?: NodeIPAMControllerConfiguration;
  /** Taints nodes that fail and clears them of pods. */
  NodeLifecycleController?: NodeLifecycleControllerConfiguration;
  /** Binds claims to volumes. */
  PersistentVolumeBinderController?: PersistentVolumeBinderControllerConfiguration;
  /** Deletes pods that have ended. */
  PodGCController?: PodGCControllerConfiguration;
  /** The controller of replica sets. */
  ReplicaSetController?: ReplicaSetControllerConfiguration;
  /** The controller of replication controllers. */
  ReplicationController?: ReplicationControllerConfiguration;
  /** Counts what quotas limit. */
  ResourceQuotaController?: ResourceQuotaControllerConfiguration;
  /** Makes service accounts and their tokens. */
  SAController?: SAControllerConfiguration;
  /** The controller of load balancers, where a cloud provider has one. */
  ServiceController?: cloudProviderServiceV1alpha1.ServiceControllerConfiguration;
  /** Deletes finished jobs whose time is up. */
  TTLAfterFinishedController?: TTLAfterFinishedControllerConfiguration;
  /** Type-checks validating admission policies. */
  ValidatingAdmissionPolicyStatusController?: ValidatingAdmissionPolicyStatusControllerConfiguration;
  /** Evicts pods whose devices are tainted. Since 1.35. */
  DeviceTaintEvictionController?: DeviceTaintEvictionControllerConfiguration;
  /** The controller of resource claims. Since 1.36. */
  ResourceClaimController?: ResourceClaimControllerConfiguration;
  /** The controller of pod disruption budgets. Since 1.37. */
  DisruptionController?: DisruptionControllerConfiguration;
}

/** A section of KubeControllerManagerConfiguration. Deletes secrets with service account tokens that nobody uses. */
export interface LegacySATokenCleanerConfiguration {
  /** How long such a token may be unused. */
  CleanUpPeriod?: string;
}

/** A section of KubeControllerManagerConfiguration. Empties namespaces that are deleted. */
export interface NamespaceControllerConfiguration {
  /** Time between two looks at all namespaces. */
  NamespaceSyncPeriod?: string;
  /** How many namespaces are synchronised at a time. */
  ConcurrentNamespaceSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Hands out ranges of pod addresses to nodes. */
export interface NodeIPAMControllerConfiguration {
  /** Range of service addresses; two with a comma for both IP families. */
  ServiceCIDR?: string;
  /** Range of service addresses of the other IP family. */
  SecondaryServiceCIDR?: string;
  /** Prefix length of a node's range in a cluster of one family; 0: 24 or 64. */
  NodeCIDRMaskSize?: number;
  /** Prefix length of a node's IPv4 range in a cluster of both; 0: 24. */
  NodeCIDRMaskSizeIPv4?: number;
  /** Prefix length of a node's IPv6 range in a cluster of both; 0: 64. */
  NodeCIDRMaskSizeIPv6?: number;
}

/** A section of KubeControllerManagerConfiguration. Taints nodes that fail and clears them of pods. */
export interface NodeLifecycleControllerConfiguration {
  /** Nodes a second that are cleared in a healthy zone. */
  NodeEvictionRate?: number;
  /** Nodes a second that are cleared in an unhealthy zone. */
  SecondaryNodeEvictionRate?: number;
  /** How long a starting node may be silent. */
  NodeStartupGracePeriod?: string;
  /** How long a running node may be silent. */
  NodeMonitorGracePeriod?: string;
  /** How long pods stay on a failed node; of no effect today. */
  PodEvictionTimeout?: string;
  /** Up to so many nodes the secondary rate is 0. */
  LargeClusterSizeThreshold?: number;
  /** Share of nodes that makes a zone unhealthy, of at least 3. */
  UnhealthyZoneThreshold?: number;
  /** Time between two looks at the nodes. Since 1.37. */
  NodeMonitorPeriod?: string;
}

/** A section of KubeControllerManagerConfiguration. Binds claims to volumes. */
export interface PersistentVolumeBinderControllerConfiguration {
  /** Time between two looks at claims and volumes. */
  PVClaimBinderSyncPeriod?: string;
  /** How volumes are made and recycled. */
  VolumeConfiguration?: VolumeConfiguration;
  /** Ranges that volume plugins must not reach. Gone in 1.31. */
  VolumeHostCIDRDenylist?: string[];
  /** Volume plugins may reach loopback addresses; of use with VolumeHostCIDRDenylist. Gone in 1.31. */
  VolumeHostAllowLocalLoopback?: boolean;
}

export interface PersistentVolumeRecyclerConfiguration {
  /** How often recycling is tried. */
  MaximumRetry?: number;
  /** Seconds that recycling an NFS volume takes at least. */
  MinimumTimeoutNFS?: number;
  /** Path of the pod that recycles NFS volumes. */
  PodTemplateFilePathNFS?: string;
  /** Seconds that each GiB of an NFS volume adds. */
  IncrementTimeoutNFS?: number;
  /** Path of the pod that recycles host path volumes; for tests. */
  PodTemplateFilePathHostPath?: string;
  /** Seconds that recycling a host path volume takes at least. */
  MinimumTimeoutHostPath?: number;
  /** Seconds that each GiB of a host path volume adds. */
  IncrementTimeoutHostPath?: number;
}

/** A section of KubeControllerManagerConfiguration. Deletes pods that have ended. */
export interface PodGCControllerConfiguration {
  /** How many ended pods may stay; below 0 all of them. */
  TerminatedPodGCThreshold?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of replica sets. */
export interface ReplicaSetControllerConfiguration {
  /** How many replica sets are synchronised at a time. */
  ConcurrentRSSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of replication controllers. */
export interface ReplicationControllerConfiguration {
  /** How many replication controllers are synchronised at a time. */
  ConcurrentRCSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. The controller of resource claims. */
export interface ResourceClaimControllerConfiguration {
  /** How many resource claims are synchronised at a time. */
  ConcurrentSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Counts what quotas limit. */
export interface ResourceQuotaControllerConfiguration {
  /** Time between two counts. */
  ResourceQuotaSyncPeriod?: string;
  /** How many quotas are synchronised at a time. */
  ConcurrentResourceQuotaSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Makes service accounts and their tokens. */
export interface SAControllerConfiguration {
  /** Path of the private key that signs service account tokens. */
  ServiceAccountKeyFile?: string;
  /** How many service accounts are synchronised at a time. */
  ConcurrentSATokenSyncs?: number;
  /** Path of the CA bundle that secrets of service accounts carry. */
  RootCAFile?: string;
}

/** A section of KubeControllerManagerConfiguration. The controller of stateful sets. */
export interface StatefulSetControllerConfiguration {
  /** How many stateful sets are synchronised at a time. */
  ConcurrentStatefulSetSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Deletes finished jobs whose time is up. */
export interface TTLAfterFinishedControllerConfiguration {
  /** How many finished jobs are synchronised at a time. */
  ConcurrentTTLSyncs?: number;
}

/** A section of KubeControllerManagerConfiguration. Type-checks validating admission policies. */
export interface ValidatingAdmissionPolicyStatusControllerConfiguration {
  /** How many policies are synchronised at a time. */
  ConcurrentPolicySyncs?: number;
}

export interface VolumeConfiguration {
  /** Make host path volumes; for tests only. */
  EnableHostPathProvisioning?: boolean;
  /** Make volumes where a class can. */
  EnableDynamicProvisioning?: boolean;
  /** How volumes are recycled. */
  PersistentVolumeRecyclerConfiguration?: PersistentVolumeRecyclerConfiguration;
  /** Directory of flex volume plugins. */
  FlexVolumePluginDir?: string;
}
