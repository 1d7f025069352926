/**
 * The purpose of the types and fields of `kubecontrollermanager`.
 *
 * @module
 */
export const kubecontrollermanager: Readonly<Record<string, string>> = {
  "kubecontrollermanager/v1alpha1.AttachDetachControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Attaches volumes to nodes.",
  "kubecontrollermanager/v1alpha1.AttachDetachControllerConfiguration.DisableAttachDetachReconcilerSync":
    "Do not compare what is attached with what should be.",
  "kubecontrollermanager/v1alpha1.AttachDetachControllerConfiguration.ReconcilerSyncLoopPeriod":
    "Time between two such comparisons.",
  "kubecontrollermanager/v1alpha1.AttachDetachControllerConfiguration.disableForceDetachOnTimeout":
    "Keep volumes attached that a node does not unmount in time.",
  "kubecontrollermanager/v1alpha1.CSRSigningConfiguration.CertFile": "Path of the CA certificate.",
  "kubecontrollermanager/v1alpha1.CSRSigningConfiguration.KeyFile": "Path of its key.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Signs approved certificate signing requests.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.ClusterSigningCertFile":
    "Path of the CA certificate that signs for all signers.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.ClusterSigningDuration":
    "Longest lifetime of what is signed.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.ClusterSigningKeyFile": "Path of its key.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.KubeAPIServerClientSignerConfiguration":
    "The CA that signs client certificates for the API server.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.KubeletClientSignerConfiguration":
    "The CA that signs client certificates of kubelets.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.KubeletServingSignerConfiguration":
    "The CA that signs serving certificates of kubelets.",
  "kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration.LegacyUnknownSignerConfiguration":
    "The CA that signs what no other signer signs.",
  "kubecontrollermanager/v1alpha1.CronJobControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of cron jobs.",
  "kubecontrollermanager/v1alpha1.CronJobControllerConfiguration.ConcurrentCronJobSyncs":
    "How many cron jobs are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.DaemonSetControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of daemon sets.",
  "kubecontrollermanager/v1alpha1.DaemonSetControllerConfiguration.ConcurrentDaemonSetSyncs":
    "How many daemon sets are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.DeploymentControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of deployments.",
  "kubecontrollermanager/v1alpha1.DeploymentControllerConfiguration.ConcurrentDeploymentSyncs":
    "How many deployments are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.DeprecatedControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Options that are gone; no field is left.",
  "kubecontrollermanager/v1alpha1.DeviceTaintEvictionControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Evicts pods whose devices are tainted.",
  "kubecontrollermanager/v1alpha1.DeviceTaintEvictionControllerConfiguration.ConcurrentSyncs":
    "How many pods are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.DisruptionControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of pod disruption budgets.",
  "kubecontrollermanager/v1alpha1.DisruptionControllerConfiguration.ConcurrentDisruptionSyncs":
    "How many pod disruption budgets are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.EndpointControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of Endpoints.",
  "kubecontrollermanager/v1alpha1.EndpointControllerConfiguration.ConcurrentEndpointSyncs":
    "How many services are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.EndpointControllerConfiguration.EndpointUpdatesBatchPeriod":
    "How long changes are gathered before an Endpoints object is updated; 0s: not at all.",
  "kubecontrollermanager/v1alpha1.EndpointSliceControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of endpoint slices.",
  "kubecontrollermanager/v1alpha1.EndpointSliceControllerConfiguration.ConcurrentServiceEndpointSyncs":
    "How many services are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.EndpointSliceControllerConfiguration.EndpointUpdatesBatchPeriod":
    "How long changes are gathered before a slice is updated; 0s: not at all.",
  "kubecontrollermanager/v1alpha1.EndpointSliceControllerConfiguration.MaxEndpointsPerSlice":
    "Most endpoints in a slice.",
  "kubecontrollermanager/v1alpha1.EndpointSliceMirroringControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Mirrors Endpoints that users write to endpoint slices.",
  "kubecontrollermanager/v1alpha1.EndpointSliceMirroringControllerConfiguration.MirroringConcurrentServiceEndpointSyncs":
    "How many services are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.EndpointSliceMirroringControllerConfiguration.MirroringEndpointUpdatesBatchPeriod":
    "How long changes are gathered before a slice is updated; 0s: not at all.",
  "kubecontrollermanager/v1alpha1.EndpointSliceMirroringControllerConfiguration.MirroringMaxEndpointsPerSubset":
    "Most endpoints that are mirrored of a subset.",
  "kubecontrollermanager/v1alpha1.EphemeralVolumeControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Makes the claims of ephemeral volumes.",
  "kubecontrollermanager/v1alpha1.EphemeralVolumeControllerConfiguration.ConcurrentEphemeralVolumeSyncs":
    "How many pods are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.GarbageCollectorControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Deletes objects whose owners are gone.",
  "kubecontrollermanager/v1alpha1.GarbageCollectorControllerConfiguration.ConcurrentGCSyncs":
    "How many objects are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.GarbageCollectorControllerConfiguration.EnableGarbageCollector":
    "Whether it does; must be the same as the API server's flag.",
  "kubecontrollermanager/v1alpha1.GarbageCollectorControllerConfiguration.GCIgnoredResources":
    "Resources that it leaves alone.",
  "kubecontrollermanager/v1alpha1.GroupResource.Group": "API group; empty for the core group.",
  "kubecontrollermanager/v1alpha1.GroupResource.Resource": "Name of the resource in the plural.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of horizontal pod autoscalers.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.ConcurrentHorizontalPodAutoscalerSyncs":
    "How many autoscalers are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerCPUInitializationPeriod":
    "Time after its start in which a pod's CPU figures may be left out.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerDownscaleForbiddenWindow":
    "Of no effect.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerDownscaleStabilizationWindow":
    "The highest recommendation of this time decides before pods are taken away.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerInitialReadinessDelay":
    "Time after its start in which readiness of a pod counts as its first.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerSyncPeriod":
    "Time between two looks at the number of pods.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerTolerance":
    "Smallest change of the ratio that scales.",
  "kubecontrollermanager/v1alpha1.HPAControllerConfiguration.HorizontalPodAutoscalerUpscaleForbiddenWindow":
    "Of no effect.",
  "kubecontrollermanager/v1alpha1.JobControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of jobs.",
  "kubecontrollermanager/v1alpha1.JobControllerConfiguration.ConcurrentJobSyncs":
    "How many jobs are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration":
    "All options of the controller manager. The component itself is configured by flags.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.AttachDetachController":
    "Attaches volumes to nodes.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.CSRSigningController":
    "Signs approved certificate signing requests.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.CronJobController": "The controller of cron jobs.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.DaemonSetController":
    "The controller of daemon sets.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.DeploymentController":
    "The controller of deployments.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.DeprecatedController":
    "Options that are gone; no field is left.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.DeviceTaintEvictionController":
    "Evicts pods whose devices are tainted.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.DisruptionController":
    "The controller of pod disruption budgets.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.EndpointController":
    "The controller of Endpoints.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.EndpointSliceController":
    "The controller of endpoint slices.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.EndpointSliceMirroringController":
    "Mirrors Endpoints that users write to endpoint slices.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.EphemeralVolumeController":
    "Makes the claims of ephemeral volumes.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.GarbageCollectorController":
    "Deletes objects whose owners are gone.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.Generic": "Settings of all controllers.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.HPAController":
    "The controller of horizontal pod autoscalers.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.JobController": "The controller of jobs.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.KubeCloudShared":
    "Settings of cluster and cloud managers alike.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.LegacySATokenCleaner":
    "Deletes secrets with service account tokens that nobody uses.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.NamespaceController":
    "Empties namespaces that are deleted.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.NodeIPAMController":
    "Hands out ranges of pod addresses to nodes.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.NodeLifecycleController":
    "Taints nodes that fail and clears them of pods.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.PersistentVolumeBinderController":
    "Binds claims to volumes.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.PodGCController": "Deletes pods that have ended.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.ReplicaSetController":
    "The controller of replica sets.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.ReplicationController":
    "The controller of replication controllers.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.ResourceClaimController":
    "The controller of resource claims.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.ResourceQuotaController":
    "Counts what quotas limit.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.SAController":
    "Makes service accounts and their tokens.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.ServiceController":
    "The controller of load balancers, where a cloud provider has one.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.StatefulSetController":
    "The controller of stateful sets.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.TTLAfterFinishedController":
    "Deletes finished jobs whose time is up.",
  "kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration.ValidatingAdmissionPolicyStatusController":
    "Type-checks validating admission policies.",
  "kubecontrollermanager/v1alpha1.LegacySATokenCleanerConfiguration":
    "A section of KubeControllerManagerConfiguration. Deletes secrets with service account tokens that nobody uses.",
  "kubecontrollermanager/v1alpha1.LegacySATokenCleanerConfiguration.CleanUpPeriod":
    "How long such a token may be unused.",
  "kubecontrollermanager/v1alpha1.NamespaceControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Empties namespaces that are deleted.",
  "kubecontrollermanager/v1alpha1.NamespaceControllerConfiguration.ConcurrentNamespaceSyncs":
    "How many namespaces are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.NamespaceControllerConfiguration.NamespaceSyncPeriod":
    "Time between two looks at all namespaces.",
  "kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Hands out ranges of pod addresses to nodes.",
  "kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration.NodeCIDRMaskSize":
    "Prefix length of a node's range in a cluster of one family; 0: 24 or 64.",
  "kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration.NodeCIDRMaskSizeIPv4":
    "Prefix length of a node's IPv4 range in a cluster of both; 0: 24.",
  "kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration.NodeCIDRMaskSizeIPv6":
    "Prefix length of a node's IPv6 range in a cluster of both; 0: 64.",
  "kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration.SecondaryServiceCIDR":
    "Range of service addresses of the other IP family.",
  "kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration.ServiceCIDR":
    "Range of service addresses; two with a comma for both IP families.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Taints nodes that fail and clears them of pods.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.LargeClusterSizeThreshold":
    "Up to so many nodes the secondary rate is 0.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.NodeEvictionRate":
    "Nodes a second that are cleared in a healthy zone.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.NodeMonitorGracePeriod":
    "How long a running node may be silent.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.NodeMonitorPeriod":
    "Time between two looks at the nodes.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.NodeStartupGracePeriod":
    "How long a starting node may be silent.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.PodEvictionTimeout":
    "How long pods stay on a failed node; of no effect today.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.SecondaryNodeEvictionRate":
    "Nodes a second that are cleared in an unhealthy zone.",
  "kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration.UnhealthyZoneThreshold":
    "Share of nodes that makes a zone unhealthy, of at least 3.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeBinderControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Binds claims to volumes.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeBinderControllerConfiguration.PVClaimBinderSyncPeriod":
    "Time between two looks at claims and volumes.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeBinderControllerConfiguration.VolumeConfiguration":
    "How volumes are made and recycled.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeBinderControllerConfiguration.VolumeHostAllowLocalLoopback":
    "Volume plugins may reach loopback addresses; of use with VolumeHostCIDRDenylist.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeBinderControllerConfiguration.VolumeHostCIDRDenylist":
    "Ranges that volume plugins must not reach.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.IncrementTimeoutHostPath":
    "Seconds that each GiB of a host path volume adds.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.IncrementTimeoutNFS":
    "Seconds that each GiB of an NFS volume adds.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.MaximumRetry": "How often recycling is tried.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.MinimumTimeoutHostPath":
    "Seconds that recycling a host path volume takes at least.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.MinimumTimeoutNFS":
    "Seconds that recycling an NFS volume takes at least.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.PodTemplateFilePathHostPath":
    "Path of the pod that recycles host path volumes; for tests.",
  "kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration.PodTemplateFilePathNFS":
    "Path of the pod that recycles NFS volumes.",
  "kubecontrollermanager/v1alpha1.PodGCControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Deletes pods that have ended.",
  "kubecontrollermanager/v1alpha1.PodGCControllerConfiguration.TerminatedPodGCThreshold":
    "How many ended pods may stay; below 0 all of them.",
  "kubecontrollermanager/v1alpha1.ReplicaSetControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of replica sets.",
  "kubecontrollermanager/v1alpha1.ReplicaSetControllerConfiguration.ConcurrentRSSyncs":
    "How many replica sets are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.ReplicationControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of replication controllers.",
  "kubecontrollermanager/v1alpha1.ReplicationControllerConfiguration.ConcurrentRCSyncs":
    "How many replication controllers are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.ResourceClaimControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of resource claims.",
  "kubecontrollermanager/v1alpha1.ResourceClaimControllerConfiguration.ConcurrentSyncs":
    "How many resource claims are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.ResourceQuotaControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Counts what quotas limit.",
  "kubecontrollermanager/v1alpha1.ResourceQuotaControllerConfiguration.ConcurrentResourceQuotaSyncs":
    "How many quotas are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.ResourceQuotaControllerConfiguration.ResourceQuotaSyncPeriod":
    "Time between two counts.",
  "kubecontrollermanager/v1alpha1.SAControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Makes service accounts and their tokens.",
  "kubecontrollermanager/v1alpha1.SAControllerConfiguration.ConcurrentSATokenSyncs":
    "How many service accounts are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.SAControllerConfiguration.RootCAFile":
    "Path of the CA bundle that secrets of service accounts carry.",
  "kubecontrollermanager/v1alpha1.SAControllerConfiguration.ServiceAccountKeyFile":
    "Path of the private key that signs service account tokens.",
  "kubecontrollermanager/v1alpha1.StatefulSetControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. The controller of stateful sets.",
  "kubecontrollermanager/v1alpha1.StatefulSetControllerConfiguration.ConcurrentStatefulSetSyncs":
    "How many stateful sets are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.TTLAfterFinishedControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Deletes finished jobs whose time is up.",
  "kubecontrollermanager/v1alpha1.TTLAfterFinishedControllerConfiguration.ConcurrentTTLSyncs":
    "How many finished jobs are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.ValidatingAdmissionPolicyStatusControllerConfiguration":
    "A section of KubeControllerManagerConfiguration. Type-checks validating admission policies.",
  "kubecontrollermanager/v1alpha1.ValidatingAdmissionPolicyStatusControllerConfiguration.ConcurrentPolicySyncs":
    "How many policies are synchronised at a time.",
  "kubecontrollermanager/v1alpha1.VolumeConfiguration.EnableDynamicProvisioning": "Make volumes where a class can.",
  "kubecontrollermanager/v1alpha1.VolumeConfiguration.EnableHostPathProvisioning":
    "Make host path volumes; for tests only.",
  "kubecontrollermanager/v1alpha1.VolumeConfiguration.FlexVolumePluginDir": "Directory of flex volume plugins.",
  "kubecontrollermanager/v1alpha1.VolumeConfiguration.PersistentVolumeRecyclerConfiguration":
    "How volumes are recycled.",
};
