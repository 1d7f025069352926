/**
 * The types of `kubecontrollermanager`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const kubecontrollermanagerTypes = (): string => `
kubecontrollermanager/v1alpha1.AttachDetachControllerConfiguration
DisableAttachDetachReconcilerSync - bool +
ReconcilerSyncLoopPeriod - duration +
disableForceDetachOnTimeout - bool +

kubecontrollermanager/v1alpha1.CSRSigningConfiguration
CertFile - string +
KeyFile - string +

kubecontrollermanager/v1alpha1.CSRSigningControllerConfiguration
ClusterSigningCertFile - string +
ClusterSigningKeyFile - string +
KubeletServingSignerConfiguration - CSRSigningConfiguration +
KubeletClientSignerConfiguration - CSRSigningConfiguration +
KubeAPIServerClientSignerConfiguration - CSRSigningConfiguration +
LegacyUnknownSignerConfiguration - CSRSigningConfiguration +
ClusterSigningDuration - duration +

kubecontrollermanager/v1alpha1.CronJobControllerConfiguration
ConcurrentCronJobSyncs - int32 +

kubecontrollermanager/v1alpha1.DaemonSetControllerConfiguration
ConcurrentDaemonSetSyncs - int32 +

kubecontrollermanager/v1alpha1.DeploymentControllerConfiguration
ConcurrentDeploymentSyncs - int32 +

kubecontrollermanager/v1alpha1.DeprecatedControllerConfiguration

kubecontrollermanager/v1alpha1.DeviceTaintEvictionControllerConfiguration
ConcurrentSyncs - int32 +

kubecontrollermanager/v1alpha1.DisruptionControllerConfiguration
ConcurrentDisruptionSyncs - int32 +

kubecontrollermanager/v1alpha1.EndpointControllerConfiguration
ConcurrentEndpointSyncs - int32 +
EndpointUpdatesBatchPeriod - duration +

kubecontrollermanager/v1alpha1.EndpointSliceControllerConfiguration
ConcurrentServiceEndpointSyncs - int32 +
MaxEndpointsPerSlice - int32 +
EndpointUpdatesBatchPeriod - duration +

kubecontrollermanager/v1alpha1.EndpointSliceMirroringControllerConfiguration
MirroringConcurrentServiceEndpointSyncs - int32 +
MirroringMaxEndpointsPerSubset - int32 +
MirroringEndpointUpdatesBatchPeriod - duration +

kubecontrollermanager/v1alpha1.EphemeralVolumeControllerConfiguration
ConcurrentEphemeralVolumeSyncs - int32 +

kubecontrollermanager/v1alpha1.GarbageCollectorControllerConfiguration
EnableGarbageCollector - bool + *
ConcurrentGCSyncs - int32 +
GCIgnoredResources - []GroupResource +

kubecontrollermanager/v1alpha1.GroupResource
Group - string +
Resource - string +

kubecontrollermanager/v1alpha1.HPAControllerConfiguration
ConcurrentHorizontalPodAutoscalerSyncs - int32 +
HorizontalPodAutoscalerSyncPeriod - duration +
HorizontalPodAutoscalerUpscaleForbiddenWindow - duration + <1.31
HorizontalPodAutoscalerDownscaleStabilizationWindow - duration +
HorizontalPodAutoscalerDownscaleForbiddenWindow - duration + <1.31
HorizontalPodAutoscalerTolerance - double +
HorizontalPodAutoscalerCPUInitializationPeriod - duration +
HorizontalPodAutoscalerInitialReadinessDelay - duration +

kubecontrollermanager/v1alpha1.JobControllerConfiguration
ConcurrentJobSyncs - int32 +

kubecontrollermanager/v1alpha1.KubeControllerManagerConfiguration
apiVersion - string
kind - string
Generic - controllermanager/v1alpha1.GenericControllerManagerConfiguration +
KubeCloudShared - cloud-provider/v1alpha1.KubeCloudSharedConfiguration +
AttachDetachController - AttachDetachControllerConfiguration +
CSRSigningController - CSRSigningControllerConfiguration +
DaemonSetController - DaemonSetControllerConfiguration +
DeploymentController - DeploymentControllerConfiguration +
StatefulSetController - StatefulSetControllerConfiguration +
DeprecatedController - DeprecatedControllerConfiguration +
EndpointController - EndpointControllerConfiguration +
EndpointSliceController - EndpointSliceControllerConfiguration +
EndpointSliceMirroringController - EndpointSliceMirroringControllerConfiguration +
EphemeralVolumeController - EphemeralVolumeControllerConfiguration +
GarbageCollectorController - GarbageCollectorControllerConfiguration +
HPAController - HPAControllerConfiguration +
JobController - JobControllerConfiguration +
CronJobController - CronJobControllerConfiguration +
LegacySATokenCleaner - LegacySATokenCleanerConfiguration +
NamespaceController - NamespaceControllerConfiguration +
NodeIPAMController - NodeIPAMControllerConfiguration +
NodeLifecycleController - NodeLifecycleControllerConfiguration +
PersistentVolumeBinderController - PersistentVolumeBinderControllerConfiguration +
PodGCController - PodGCControllerConfiguration +
ReplicaSetController - ReplicaSetControllerConfiguration +
ReplicationController - ReplicationControllerConfiguration +
ResourceQuotaController - ResourceQuotaControllerConfiguration +
SAController - SAControllerConfiguration +
ServiceController - cloud-provider-service/v1alpha1.ServiceControllerConfiguration +
TTLAfterFinishedController - TTLAfterFinishedControllerConfiguration +
ValidatingAdmissionPolicyStatusController - ValidatingAdmissionPolicyStatusControllerConfiguration +
DeviceTaintEvictionController - DeviceTaintEvictionControllerConfiguration + >=1.35
ResourceClaimController - ResourceClaimControllerConfiguration + >=1.36
DisruptionController - DisruptionControllerConfiguration + >=1.37

kubecontrollermanager/v1alpha1.LegacySATokenCleanerConfiguration
CleanUpPeriod - duration +

kubecontrollermanager/v1alpha1.NamespaceControllerConfiguration
NamespaceSyncPeriod - duration +
ConcurrentNamespaceSyncs - int32 +

kubecontrollermanager/v1alpha1.NodeIPAMControllerConfiguration
ServiceCIDR - string +
SecondaryServiceCIDR - string +
NodeCIDRMaskSize - int32 +
NodeCIDRMaskSizeIPv4 - int32 +
NodeCIDRMaskSizeIPv6 - int32 +

kubecontrollermanager/v1alpha1.NodeLifecycleControllerConfiguration
NodeEvictionRate - float +
SecondaryNodeEvictionRate - float +
NodeStartupGracePeriod - duration +
NodeMonitorGracePeriod - duration +
PodEvictionTimeout - duration +
LargeClusterSizeThreshold - int32 +
UnhealthyZoneThreshold - float +
NodeMonitorPeriod - duration + >=1.37

kubecontrollermanager/v1alpha1.PersistentVolumeBinderControllerConfiguration
PVClaimBinderSyncPeriod - duration +
VolumeConfiguration - VolumeConfiguration +
VolumeHostCIDRDenylist - []string + <1.31
VolumeHostAllowLocalLoopback - bool + * <1.31

kubecontrollermanager/v1alpha1.PersistentVolumeRecyclerConfiguration
MaximumRetry - int32 +
MinimumTimeoutNFS - int32 +
PodTemplateFilePathNFS - string +
IncrementTimeoutNFS - int32 +
PodTemplateFilePathHostPath - string +
MinimumTimeoutHostPath - int32 +
IncrementTimeoutHostPath - int32 +

kubecontrollermanager/v1alpha1.PodGCControllerConfiguration
TerminatedPodGCThreshold - int32 +

kubecontrollermanager/v1alpha1.ReplicaSetControllerConfiguration
ConcurrentRSSyncs - int32 +

kubecontrollermanager/v1alpha1.ReplicationControllerConfiguration
ConcurrentRCSyncs - int32 +

kubecontrollermanager/v1alpha1.ResourceClaimControllerConfiguration
ConcurrentSyncs - int32 +

kubecontrollermanager/v1alpha1.ResourceQuotaControllerConfiguration
ResourceQuotaSyncPeriod - duration +
ConcurrentResourceQuotaSyncs - int32 +

kubecontrollermanager/v1alpha1.SAControllerConfiguration
ServiceAccountKeyFile - string +
ConcurrentSATokenSyncs - int32 +
RootCAFile - string +

kubecontrollermanager/v1alpha1.StatefulSetControllerConfiguration
ConcurrentStatefulSetSyncs - int32 +

kubecontrollermanager/v1alpha1.TTLAfterFinishedControllerConfiguration
ConcurrentTTLSyncs - int32 +

kubecontrollermanager/v1alpha1.ValidatingAdmissionPolicyStatusControllerConfiguration
ConcurrentPolicySyncs - int32 +

kubecontrollermanager/v1alpha1.VolumeConfiguration
EnableHostPathProvisioning - bool + *
EnableDynamicProvisioning - bool + *
PersistentVolumeRecyclerConfiguration - PersistentVolumeRecyclerConfiguration +
FlexVolumePluginDir - string +
`;
