/**
 * All feature gates of the components, by release. Written by scripts/feature-gates.mjs from the Go sources.
 *
 * @module
 */

/**
 * A line for each gate: its name, then its state in each minor release in which the state changed. The stage is
 * a(lpha), b(eta), s(table), d(eprecated), or x if no component has the gate (not yet, or no longer). A gate with + is
 * on, one with ! is locked.
 */
export const featureGateTable = `
APIListChunking 30s+! 33x+
APIPriorityAndFairness 30s+! 31x+
APIResponseCompression 30b+
APIServerIdentity 30b+
APIServerTracing 30b+ 34s+! 37x+
APIServerWebhookAuthenticationToken 37a-
APIServingWithRoutine 30a-
AdmissionWebhookMatchConditions 30s+! 33x+
AggregatedDiscoveryEndpoint 30s+! 33x+
AggregatedDiscoveryRemoveBetaType 33d+ 35d+!
AllowDNSOnlyNodeCSR 30x+ 31d-
AllowInsecureKubeletCertificateSigningRequests 30x+ 31d-
AllowOverwriteTerminationGracePeriodSeconds 30x+ 32d- 35d-!
AllowParsingUserUIDFromCertAuth 33b+
AllowServiceExternalIPs 30x+ 36s+
AllowServiceLBStatusOnNonLB 30d- 32d-! 35x-
AllowUnsafeMalformedObjectDeletion 32a- 37b+
AnonymousAuthConfigurableEndpoints 31a- 32b+ 34s+! 37x+
AnyVolumeDataSource 30b+ 33s+! 37x+
AppArmor 30b+ 31s+! 33x+
AppArmorFields 30b+ 31s+! 33x+
AtomicFIFO 36b+
AtomicWriteVolumeUserFields 37a-
AuthorizeNodeWithSelectors 31a- 32b+ 34s+! 37x+
AuthorizePodWebsocketUpgradeCreatePermission 35b+
AuthorizeWithSelectors 31a- 32b+ 34s+! 37x+
BtreeWatchCache 32b+ 33s+! 37x+
CBORServingAndStorage 32a-
CPUManager 30s+! 33x+
CPUManagerPolicyAlphaOptions 30a-
CPUManagerPolicyBetaOptions 30b+
CPUManagerPolicyOptions 30b+ 33s+!
CRDObservedGenerationTracking 35b- 36b+
CRDValidationRatcheting 30b+ 33s+!
CRIListStreaming 36a-
CSIMigrationPortworx 30b- 31b+ 33s+! 36x+
CSIMigrationRBD 30d- 31x-
CSINodeExpandSecret 30s+! 31x+
CSIServiceAccountTokenSecrets 35b+ 36s+!
CSIVolumeHealth 30a-
ChangeContainerStatusOnKubeletRestart 30x+ 35d-
ClearingNominatedNodeNameAfterBinding 34a- 35b+
ClientsAllowCARotation 36b+
ClientsAllowCBOR 32a-
ClientsAllowTLSCacheGC 36b+
ClientsPreferCBOR 32a-
CloudControllerManagerWatchBasedRoutesReconciliation 35a-
CloudControllerManagerWebhook 30a-
CloudDualStackNodeIPs 30s+! 32x+
ClusterTrustBundle 30a- 33b- 37s+
ClusterTrustBundleProjection 30a- 33b- 37s+
ComponentFlagz 32a- 36b+
ComponentSLIs 30b+ 32s+! 35x+
ComponentStatusz 32a- 36b+
CompositePodGroup 37a-
ConcurrentWatchObjectDecode 31b- 37b+
ConsistentHTTPGetHandlers 30s+! 31x+
ConsistentListFromCache 30a- 31b+ 34s+! 37x+
ConsistentListFromCacheSkipTimeoutFallback 37a-
ConstrainedImpersonation 35a- 36b+
ContainerCheckpoint 30b+
ContainerRestartRules 34a- 35b+
ContainerStopSignals 33a-
ContextualLogging 30b+
ControllerManagerReleaseLeaderElectionLockOnExit 36a-
CoordinatedLeaderElection 31a- 33b-
CronJobsScheduledAnnotation 30b+ 32s+! 35x+
CrossNamespaceVolumeDataSource 30a-
CustomCPUCFSQuotaPeriod 30a- 36s+
CustomResourceFieldSelectors 30a- 31b+ 32s+!
CustomResourceValidationExpressions 30s+! 31x+
DRAAdminAccess 32a- 34b+ 36s+!
DRAConsumableCapacity 34a- 36b+
DRAControlPlaneController 31a- 32x-
DRADerivedAttributes 37a-
DRADeviceBindingConditions 34a- 36b+
DRADeviceCompatibilityGroups 37a-
DRADeviceTaintRules 35a- 36b- 37s+
DRADeviceTaints 33a- 36b+ 37s+
DRAExtendedResource 34a- 36b+ 37s+!
DRAFractionalCapacityRange 37b-
DRAListTypeAttributes 36a-
DRANodeAllocatableResources 36a-
DRAOptionalNodeOperations 37a-
DRAPartitionableDevices 33a- 36b+
DRAPartitionableDevicesType 37a-
DRAPrioritizedList 33a- 34b+ 36s+ 37s+!
DRAResourceClaimDeviceStatus 32a- 33b+ 37s+!
DRAResourceClaimGranularStatusAuthorization 36b+
DRAResourcePoolStatus 36a-
DRASchedulerFilterTimeout 34b+
DRAWorkloadResourceClaims 36a- 37b-
DeclarativeValidation 33b+ 36s+!
DeclarativeValidationBeta 36b+
DeclarativeValidationTakeover 33b- 36d- 37d-!
DefaultHostNetworkHostPortsInPodTemplates 30d- 31x-
DefaultPodSysctls 37a-
DeploymentReplicaSetTerminatingReplicas 33a- 35b+
DetectCacheInconsistency 34b+
DevicePluginCDIDevices 30b+ 31s+! 34x+
DisableAllocatorDualWrite 31a- 33b- 34s+ 35s+!
DisableCPUQuotaWithExclusiveCPUs 33b+ 36d+ 37d+!
DisableCloudProviders 30b+ 31s+! 33x+
DisableKubeletCloudCredentialProviders 30b+ 31s+! 33x+
DisableNodeKubeProxyVersion 30a- 31d- 33d+ 36d+!
DynamicResourceAllocation 30a- 32b- 34s+ 35s+!
EfficientWatchResumption 30s+! 33x+
ElasticIndexedJob 30b+ 31s+! 34x+
EmptyDirVolumeMode 37a-
EnvFiles 34a- 35b+
EtcdRangeStream 37b+
EventedPLEG 30a-
EvictionRequestAPI 37a-
ExcludeAdmissionWebhookVirtualResources 37b+
ExecProbeTimeout 30s+ 35s+!
ExtendWebSocketsToKubelet 36b+
ExternalServiceAccountTokenSigner 32a- 34b+ 36s+!
GRPCContainerProbeTLS 37a-
GangScheduling 35a- 37x-
GenericWorkload 35a- 37b-
GitRepoVolumeDriver 30x+ 33d- 36d-!
GracefulNodeShutdown 30b+
GracefulNodeShutdownBasedOnPodPriority 30b+
H2CContainerProbe 37a-
HPAConfigurableTolerance 33a- 35b+ 37s+!
HPAContainerMetrics 30s+! 32x+
HPAGeneration 37b+
HPAOptimizedSelectorStore 37b+
HPAScaleToZero 30a- 37b+
HonorPVReclaimPolicy 30a- 31b+ 33s+! 36x+
HostnameOverride 34a- 35b+ 37s+!
HugepageAwareEviction 37b+
ImageMaximumGCAge 30b+ 35s+!
ImageVolume 31a- 33b- 35b+ 36s+!
ImageVolumeWithDigest 36a-
InOrderInformers 33b+ 36s+!
InOrderInformersBatchProcess 35b+
InPlacePodLevelResourcesVerticalScaling 35a- 36b+
InPlacePodVerticalScaling 30a- 33b+ 35s+!
InPlacePodVerticalScalingAllocatedStatus 32a- 33d- 36x-
InPlacePodVerticalScalingExclusiveCPUs 32a-
InPlacePodVerticalScalingExclusiveMemory 34a-
InPlacePodVerticalScalingInitContainers 36b+ 37s+!
InPlacePodVerticalScalingMemoryBackedVolumes 37a-
InPlacePodVerticalScalingSchedulerPreemption 37a-
InTreePluginAWSUnregister 30a- 31x-
InTreePluginAzureDiskUnregister 30a- 31x-
InTreePluginAzureFileUnregister 30a- 31x-
InTreePluginGCEUnregister 30a- 31x-
InTreePluginOpenStackUnregister 30a- 31x-
InTreePluginPortworxUnregister 30a- 36x-
InTreePluginRBDUnregister 30d- 31x-
InTreePluginvSphereUnregister 30a- 31x-
InformerResourceVersion 30a- 35s+
InterPodAffinityHostnameFastPath 37a-
JobBackoffLimitPerIndex 30b+ 33s+! 37x+
JobManagedBy 30a- 32b+ 35s+!
JobPodFailurePolicy 30b+ 31s+! 33x+
JobPodReplacementPolicy 30b+ 34s+! 37x+
JobReadyPods 30s+! 31x+
JobSuccessPolicy 30a- 31b+ 33s+! 37x+
KMSv1 30d-
KMSv2 30s+! 32x+
KMSv2KDF 30s+! 32x+
KubeProxyDrainingTerminatingNodes 30b+ 31s+! 33x+
KubeProxyIPVS 30x+ 37d+
KubeProxyNFTablesLocalhostNodePorts 37a-
KubeletAllocatedPodsEndpoint 37a-
KubeletCgroupDriverFromCRI 30a- 31b+ 34s+!
KubeletCrashLoopBackOffMax 32a- 35b+
KubeletEnsureSecretPulledImages 33a- 35b+
KubeletFineGrainedAuthz 32a- 33b+ 36s+!
KubeletInUserNamespace 30a- 37b+
KubeletPSI 33a- 34b+ 36s+!
KubeletPodResourcesDynamicResources 30a- 34b+ 36s+!
KubeletPodResourcesGet 30a- 34b+ 36s+!
KubeletPodResourcesListUseActivePods 34d+
KubeletRegistrationGetOnExistsOnly 30x+ 32d-
KubeletSeparateDiskGC 30a- 31b+
KubeletServiceAccountTokenForCredentialProviders 33a- 34b+
KubeletTracing 30b+ 34s+!
LegacyServiceAccountTokenCleanUp 30s+! 32x+
LegacySidecarContainers 30x+ 33d- 34x-
ListFromCacheSnapshot 33a- 34b+
LoadBalancerIPMode 30b+ 32s+! 35x+
LocalStorageCapacityIsolationFSQuotaMonitoring 30a- 31b-
LogarithmicScaleDown 30b+ 31s+! 37x+
LoggingAlphaOptions 30a-
LoggingBetaOptions 30b+
ManifestBasedAdmissionControlConfig 36a- 37b+
MatchLabelKeysInPodAffinity 30a- 31b+ 33s+!
MatchLabelKeysInPodTopologySpread 30b+
MatchLabelKeysInPodTopologySpreadSelectorMerge 34b+
MaxUnavailableStatefulSet 30a- 35b- 37b+
MemoryManager 30b+ 32s+! 36x+
MemoryQoS 30a- 37b+
MinDomainsInPodTopologySpread 30s+! 32x+
MultiCIDRServiceAllocator 30a- 31b- 33s+ 34s+!
MutableCSINodeAllocatableCount 33a- 34b- 35b+ 36s+!
MutablePVNodeAffinity 35a-
MutablePodResourcesForSuspendedJobs 35a- 36b+
MutableSchedulingDirectivesForSuspendedJobs 35a- 36b+
MutatingAdmissionPolicy 30a- 34b- 36s+
NFTablesNetlink 37b+
NFTablesProxyMode 30a- 31b+ 33s+!
NativeHistograms 36a- 37b+
NewVolumeManagerReconstruction 30s+! 32x+
NodeControllerLeaseCircuitBreaker 37b+
NodeDeclaredFeatures 35a- 36b+ 37s+!
NodeInclusionPolicyInPodTopologySpread 30b+ 33s+!
NodeLifecycleConditions 37a-
NodeLogQuery 30b- 36s+!
NodeOutOfServiceVolumeDetach 30s+! 32x+
NodeSwap 30b+ 34s+!
NominatedNodeNameForExpectation 34a- 35b+
OpenAPIEnums 30b+
OpportunisticBatching 35b+
OrderedNamespaceDeletion 30b- 33b+ 34s+! 37x+
PDBUnhealthyPodEvictionPolicy 30b+ 31s+! 33x+
PLEGOnDemandRelist 36b+ 37s+!
PersistentVolumeClaimUnusedSinceTime 36a- 37b+
PersistentVolumeLastPhaseTransitionTime 30b+ 31s+! 33x+
PodAndContainerStatsFromCRI 30a- 37b-
PodCertificateRequest 34a- 35b- 37s+
PodDeletionCost 30b+
PodDisruptionConditions 30b+ 31s+! 34x+
PodGroupPreemptionPolicy 37a-
PodHostIPs 30s+! 32x+
PodIndexLabel 30b+ 32s+! 35x+
PodLevelResourceManagers 36a- 37b-
PodLevelResources 32a- 34b+
PodLevelResourcesFixDefaulting 37b+
PodLevelResourcesFixKubeletQOSClass 37b+
PodLifecycleSleepAction 30b+ 34s+! 37x+
PodLifecycleSleepActionAllowZero 32a- 33b+ 34s+! 37x+
PodLogsQuerySplitStreams 32a-
PodObservedGenerationTracking 33a- 34b+ 35s+!
PodReadyToStartContainersCondition 30b+ 37s+!
PodSchedulingReadiness 30s+!
PodTopologyLabelsAdmission 33a- 35b+
PodsAPI 36a- 37b+
PortForwardWebsockets 30a- 31b+
PreferSameTrafficDistribution 33a- 34b+ 35s+!
PreventStaticPodAPIReferences 34b+ 37x+
ProbeHostPodSecurityStandards 34s+! 35x+
ProcMountType 30a- 31b- 33b+ 36s+!
QOSReserved 30a-
ReadWriteOncePod 30s+! 31x+
RecoverVolumeExpansionFailure 30a- 32b+ 34s+!
RecursiveReadOnlyMounts 30a- 31b+ 33s+!
ReduceDefaultCrashLoopBackOffDecay 33a-
RelaxedDNSSearchValidation 32a- 33b+ 34s+! 37x+
RelaxedEnvironmentVariableValidation 30a- 32b+ 34s+!
RelaxedServiceNameValidation 34a- 36b+ 37s+!
ReloadKubeletClientCAFile 36b+
ReloadKubeletServerCertificateFile 31b+
RemainingItemCount 30s+! 33x+
RemoteRequestHeaderUID 32a- 33b+
ResilientWatchCacheInitialization 31b+ 34s+! 37x+
ResourceHealthStatus 31a- 36b+
ResourceHealthStatusMessage 36b+
RestartAllContainersOnContainerExits 35a- 36b+
RetryGenerateName 30a- 31b+ 32s+! 37x+
RotateKubeletServerCertificate 30b+
RuntimeClassInImageCriApi 30a-
SELinuxChangePolicy 32a- 33b+ 36s+!
SELinuxMount 30a- 33b- 37s+
SELinuxMountReadWriteOncePod 30b+ 36s+!
SchedulerAsyncAPICalls 34b-
SchedulerAsyncPreemption 32a- 33b+
SchedulerPopFromBackoffQ 33b+
SchedulerPreQueueingHints 37a-
SchedulerQueueingHints 30b- 32b+ 34s+! 37x+
SeparateCacheWatchRPC 30b+ 33d- 36d-!
SeparateTaintEvictionController 30b+ 34s+!
ServerSideApply 30s+! 32x+
ServerSideFieldValidation 30s+! 32x+
ServiceAccountNodeAudienceRestriction 32b- 33b+
ServiceAccountTokenJTI 30b+ 32s+!
ServiceAccountTokenNodeBinding 30a- 31b+ 33s+!
ServiceAccountTokenNodeBindingValidation 30b+ 32s+!
ServiceAccountTokenPodNodeInfo 30b+ 32s+!
ServiceCIDRStatusFieldWiping 36d+
ServiceNodePortStaticSubrange 30s+! 31x+
ServiceTrafficDistribution 30a- 31b+ 33s+! 36x+
ShardedListAndWatch 36a-
SidecarContainers 30b+ 33s+! 37x+
SizeBasedListCostEstimate 34b+
SizeMemoryBackedVolumes 30b+ 32s+! 35x+
SkipReadOnlyValidationGCE 30d+ 31x+
StableLoadBalancerNodeSet 30s+! 32x+
StaleControllerConsistencyDaemonSet 36b+
StaleControllerConsistencyHPA 37b+
StaleControllerConsistencyJob 36b+
StaleControllerConsistencyReplicaSet 36b+
StaleControllerConsistencyStatefulSet 36b+
StatefulSetAutoDeletePVC 30b+ 32s+! 35x+
StatefulSetRecreateStrategy 37a-
StatefulSetSemanticRevisionComparison 30x+ 34b+
StatefulSetStartOrdinal 30b+ 31s+! 34x+
StorageCapacityScoring 33a- 37b+
StorageNamespaceIndex 30b+ 33d+
StorageVersionAPI 30a-
StorageVersionHash 30b+
StorageVersionMigrator 30a- 35b- 37s+
StreamingCollectionEncodingToJSON 33b+ 34s+! 37x+
StreamingCollectionEncodingToProtobuf 33b+ 34s+! 37x+
StrictCostEnforcementForVAP 30b- 32s+! 35x+
StrictCostEnforcementForWebhooks 30b- 32s+! 35x+
StrictIPCIDRValidation 33a- 36b+
StructuredAuthenticationConfiguration 30b+ 34s+! 37x+
StructuredAuthenticationConfigurationEgressSelector 34b+
StructuredAuthenticationConfigurationJWKSMetrics 35b+
StructuredAuthorizationConfiguration 30b+ 32s+! 36x+
SupplementalGroupsPolicy 31a- 33b+ 35s+!
SystemdWatchdog 32b+ 35s+!
TaintTolerationComparisonOperators 35a-
TokenRequestServiceAccountUIDValidation 34b+
TopologyAwareHints 30b+ 33s+! 36x+
TopologyAwareWorkloadScheduling 36a-
TopologyManagerPolicyAlphaOptions 30a-
TopologyManagerPolicyBetaOptions 30b+
TopologyManagerPolicyOptions 30b+ 32s+ 36s+!
TranslateStreamCloseWebsocketRequests 30b+
UnauthenticatedHTTP2DOSMitigation 30b+
UnknownVersionInteroperabilityProxy 30a- 36b+
UnlockWhileProcessingFIFO 36b+
UserNamespacesHostNetworkSupport 35a-
UserNamespacesPodSecurityStandards 30a- 35x-
UserNamespacesSupport 30b- 33b+ 36s+!
ValidatingAdmissionPolicy 30s+! 32x+
VolumeAttributesClass 30a- 31b- 34s+ 36s+!
VolumeBindMountOptions 37a-
VolumeCapacityPriority 30a- 33x-
VolumeLimitScaling 35a- 37b+
WatchBookmark 30s+! 33x+
WatchCacheInitializationPostStartHook 31b- 36b+ 37s+!
WatchFromStorageWithoutResourceVersion 30b- 33d-! 36x-
WatchList 30a- 32b+ 33b- 34b+
WatchListClient 30b- 35b+
WatchListCompression 37b+
WebhookRoundTripLoadBalancing 37b+
WinDSR 30a- 33b+ 34s+!
WinOverlay 30b+ 34s+!
WindowsCPUAndMemoryAffinity 32a-
WindowsGracefulNodeShutdown 32a- 34b+
WindowsHostNetwork 30a+ 33d-
WorkloadAwarePreemption 36a- 37x-
WorkloadWithJob 36a-
ZeroLimitedNominalConcurrencyShares 30s+! 32x+
`;

/**
 * A line for each dependency: a gate, the gate that it requires to be on, the first minor release with the dependency,
 * and the first without it.
 */
export const featureGateDependencies = `
AuthorizeNodeWithSelectors AuthorizeWithSelectors 35 37
ClusterTrustBundleProjection ClusterTrustBundle 35
CompositePodGroup GenericWorkload 37
CompositePodGroup TopologyAwareWorkloadScheduling 37
DRAAdminAccess DynamicResourceAllocation 35
DRAConsumableCapacity DynamicResourceAllocation 35
DRADerivedAttributes DynamicResourceAllocation 37
DRADeviceBindingConditions DRAResourceClaimDeviceStatus 35
DRADeviceBindingConditions DynamicResourceAllocation 35
DRADeviceCompatibilityGroups DRAPartitionableDevices 37
DRADeviceCompatibilityGroups DynamicResourceAllocation 37
DRADeviceTaintRules DRADeviceTaints 35
DRADeviceTaints DynamicResourceAllocation 35
DRAExtendedResource DynamicResourceAllocation 35
DRAFractionalCapacityRange DRAConsumableCapacity 37
DRAListTypeAttributes DynamicResourceAllocation 36
DRANodeAllocatableResources DynamicResourceAllocation 36
DRAOptionalNodeOperations DynamicResourceAllocation 37
DRAOptionalNodeOperations NodeDeclaredFeatures 37
DRAPartitionableDevices DynamicResourceAllocation 35
DRAPartitionableDevicesType DRAPartitionableDevices 37
DRAPartitionableDevicesType DRAResourcePoolStatus 37
DRAPartitionableDevicesType DynamicResourceAllocation 37
DRAPrioritizedList DynamicResourceAllocation 35
DRAResourceClaimGranularStatusAuthorization DRAResourceClaimDeviceStatus 36
DRAResourceClaimGranularStatusAuthorization DynamicResourceAllocation 36
DRAResourcePoolStatus DynamicResourceAllocation 36
DRASchedulerFilterTimeout DynamicResourceAllocation 35
DRAWorkloadResourceClaims DynamicResourceAllocation 36
DRAWorkloadResourceClaims GenericWorkload 36
DeclarativeValidationBeta DeclarativeValidation 36
DeclarativeValidationTakeover DeclarativeValidation 35
DisableAllocatorDualWrite MultiCIDRServiceAllocator 35
EventedPLEG PLEGOnDemandRelist 37
ExtendWebSocketsToKubelet NodeDeclaredFeatures 36
GangScheduling GenericWorkload 35 37
GracefulNodeShutdownBasedOnPodPriority GracefulNodeShutdown 35
H2CContainerProbe NodeDeclaredFeatures 37
ImageVolumeWithDigest ImageVolume 36
InPlacePodLevelResourcesVerticalScaling InPlacePodVerticalScaling 35
InPlacePodLevelResourcesVerticalScaling NodeDeclaredFeatures 35
InPlacePodLevelResourcesVerticalScaling PodLevelResources 35
InPlacePodVerticalScalingAllocatedStatus InPlacePodVerticalScaling 35 36
InPlacePodVerticalScalingExclusiveCPUs InPlacePodVerticalScaling 35
InPlacePodVerticalScalingExclusiveMemory InPlacePodVerticalScaling 35
InPlacePodVerticalScalingExclusiveMemory MemoryManager 35 36
InPlacePodVerticalScalingInitContainers InPlacePodVerticalScaling 36
InPlacePodVerticalScalingInitContainers NodeDeclaredFeatures 36
InPlacePodVerticalScalingMemoryBackedVolumes InPlacePodVerticalScaling 37
InPlacePodVerticalScalingMemoryBackedVolumes NodeDeclaredFeatures 37
InPlacePodVerticalScalingSchedulerPreemption InPlacePodVerticalScaling 37
KubeletAllocatedPodsEndpoint InPlacePodVerticalScaling 37
MatchLabelKeysInPodTopologySpreadSelectorMerge MatchLabelKeysInPodTopologySpread 35
NodeControllerLeaseCircuitBreaker AtomicFIFO 37
PodCertificateRequest AuthorizeNodeWithSelectors 35 37
PodGroupPreemptionPolicy GenericWorkload 37
PodLevelResourceManagers PodLevelResources 36
PodLevelResourcesFixDefaulting PodLevelResources 37
PodLevelResourcesFixKubeletQOSClass PodLevelResources 37
PodLifecycleSleepActionAllowZero PodLifecycleSleepAction 35 37
ProcMountType UserNamespacesSupport 35
ResourceHealthStatus DynamicResourceAllocation 35
ResourceHealthStatusMessage ResourceHealthStatus 36
RestartAllContainersOnContainerExits ContainerRestartRules 35
RestartAllContainersOnContainerExits NodeDeclaredFeatures 35
ServiceAccountTokenNodeBinding ServiceAccountTokenNodeBindingValidation 35
StaleControllerConsistencyDaemonSet AtomicFIFO 36
StaleControllerConsistencyHPA AtomicFIFO 37
StaleControllerConsistencyJob AtomicFIFO 36
StaleControllerConsistencyReplicaSet AtomicFIFO 36
StaleControllerConsistencyStatefulSet AtomicFIFO 36
StorageVersionAPI APIServerIdentity 35
StructuredAuthenticationConfigurationEgressSelector StructuredAuthenticationConfiguration 35 37
StructuredAuthenticationConfigurationJWKSMetrics StructuredAuthenticationConfiguration 35 37
TopologyAwareWorkloadScheduling GenericWorkload 36
UnknownVersionInteroperabilityProxy APIServerIdentity 35
UserNamespacesHostNetworkSupport NodeDeclaredFeatures 36
UserNamespacesHostNetworkSupport UserNamespacesSupport 35
WindowsCPUAndMemoryAffinity MemoryManager 35 36
WindowsGracefulNodeShutdown GracefulNodeShutdown 35
WorkloadAwarePreemption GangScheduling 36 37
WorkloadWithJob GenericWorkload 36
`;
