/**
 * The types of `kubelet`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const kubeletTypes = (): string => `
kubelet/v1.CredentialProvider
name - string +
matchImages - []string +
defaultCacheDuration - duration + *
apiVersion - string +
args - []string
env - []ExecEnvVar
tokenAttributes - ServiceAccountTokenAttributes * >=1.33

kubelet/v1.CredentialProviderConfig
apiVersion - string
kind - string
providers - []CredentialProvider +

kubelet/v1.ExecEnvVar
name - string +
value - string +

kubelet/v1.ServiceAccountTokenAttributes
serviceAccountTokenAudience - string !
requireServiceAccount - bool ! *
requiredServiceAccountAnnotationKeys - []string list=set
optionalServiceAccountAnnotationKeys - []string list=set
cacheType - string ! >=1.34

kubelet/v1alpha1.CredentialProvider
name - string +
matchImages - []string +
defaultCacheDuration - duration + *
apiVersion - string +
args - []string
env - []ExecEnvVar

kubelet/v1alpha1.ImagePullCredentials
kubernetesSecrets - []ImagePullSecret list=set
nodePodsAccessible - bool
kubernetesServiceAccounts - []ImagePullServiceAccount >=1.34 list=set

kubelet/v1alpha1.ImagePullIntent
apiVersion - string
kind - string
image - string +

kubelet/v1alpha1.ImagePullSecret
uid - string +
namespace - string +
name - string +
credentialHash - string +

kubelet/v1alpha1.ImagePullServiceAccount
uid - string +
namespace - string +
name - string +

kubelet/v1alpha1.ImagePulledRecord
apiVersion - string
kind - string
lastUpdatedTime - time +
imageRef - string +
credentialMapping - {}ImagePullCredentials

kubelet/v1beta1.CrashLoopBackOffConfig
maxContainerRestartPeriod - duration * gate=KubeletCrashLoopBackOffMax

kubelet/v1beta1.ImagePullCredentials
kubernetesSecrets - []ImagePullSecret list=set
kubernetesServiceAccounts - []ImagePullServiceAccount list=set
nodePodsAccessible - bool

kubelet/v1beta1.KubeletAnonymousAuthentication
enabled - bool *

kubelet/v1beta1.KubeletAuthentication
x509 - KubeletX509Authentication +
webhook - KubeletWebhookAuthentication +
anonymous - KubeletAnonymousAuthentication +

kubelet/v1beta1.KubeletAuthorization
mode - string
webhook - KubeletWebhookAuthorization +

kubelet/v1beta1.KubeletConfiguration
apiVersion - string
kind - string
enableServer - bool *
staticPodPath - string
podLogsDir - string
syncFrequency - duration
fileCheckFrequency - duration
httpCheckFrequency - duration
staticPodURL - string
staticPodURLHeader - {}[]string
address - string
port - int32
readOnlyPort - int32
tlsCertFile - string
tlsPrivateKeyFile - string
tlsCipherSuites - []string
tlsMinVersion - string
rotateCertificates - bool
serverTLSBootstrap - bool
authentication - KubeletAuthentication +
authorization - KubeletAuthorization +
registryPullQPS - int32 *
registryBurst - int32
eventRecordQPS - int32 *
eventBurst - int32
enableDebuggingHandlers - bool *
enableContentionProfiling - bool
healthzPort - int32 *
healthzBindAddress - string
oomScoreAdj - int32 *
clusterDomain - string
clusterDNS - []string
streamingConnectionIdleTimeout - duration
nodeStatusUpdateFrequency - duration
nodeStatusReportFrequency - duration
nodeLeaseDurationSeconds - int32
imageMinimumGCAge - duration
imageMaximumGCAge - duration
imageGCHighThresholdPercent - int32 *
imageGCLowThresholdPercent - int32 *
volumeStatsAggPeriod - duration
kubeletCgroups - string
systemCgroups - string
cgroupRoot - string
cgroupsPerQOS - bool *
cgroupDriver - string
cpuManagerPolicy - string
cpuManagerPolicyOptions - {}string
cpuManagerReconcilePeriod - duration
memoryManagerPolicy - string
topologyManagerPolicy - string
topologyManagerScope - string
topologyManagerPolicyOptions - {}string
qosReserved - {}string
runtimeRequestTimeout - duration
hairpinMode - string
maxPods - int32
podCIDR - string
podPidsLimit - int64 *
resolvConf - string *
runOnce - bool
cpuCFSQuota - bool *
cpuCFSQuotaPeriod - duration *
nodeStatusMaxImages - int32 *
maxOpenFiles - int64
contentType - string
kubeAPIQPS - int32 *
kubeAPIBurst - int32
serializeImagePulls - bool *
maxParallelImagePulls - int32 *
evictionHard - {}string
evictionSoft - {}string
evictionSoftGracePeriod - {}string
evictionPressureTransitionPeriod - duration
evictionMaxPodGracePeriod - int32
evictionMinimumReclaim - {}string
podsPerCore - int32
enableControllerAttachDetach - bool *
protectKernelDefaults - bool
makeIPTablesUtilChains - bool *
iptablesMasqueradeBit - int32 *
iptablesDropBit - int32 *
featureGates - {}bool
failSwapOn - bool *
memorySwap - MemorySwapConfiguration gate=NodeSwap
containerLogMaxSize - string
containerLogMaxFiles - int32 *
containerLogMaxWorkers - int32 *
containerLogMonitorInterval - duration *
configMapAndSecretChangeDetectionStrategy - string
systemReserved - {}string
kubeReserved - {}string
reservedSystemCPUs - string
showHiddenMetricsForVersion - string
systemReservedCgroup - string
kubeReservedCgroup - string
enforceNodeAllocatable - []string
allowedUnsafeSysctls - []string
volumePluginDir - string
providerID - string
kernelMemcgNotification - bool
logging - logging/v1.LoggingConfiguration
enableSystemLogHandler - bool *
enableSystemLogQuery - bool *
shutdownGracePeriod - duration gate=GracefulNodeShutdown
shutdownGracePeriodCriticalPods - duration gate=GracefulNodeShutdown
shutdownGracePeriodByPodPriority - []ShutdownGracePeriodByPodPriority gate=GracefulNodeShutdownBasedOnPodPriority
reservedMemory - []MemoryReservation
enableProfilingHandler - bool *
enableDebugFlagsHandler - bool *
seccompDefault - bool *
memoryThrottlingFactor - double * gate=MemoryQoS
registerWithTaints - []core/v1.Taint
registerNode - bool *
tracing - tracing/v1.TracingConfiguration *
localStorageCapacityIsolation - bool *
containerRuntimeEndpoint - string +
imageServiceEndpoint - string
failCgroupV1 - bool * >=1.31
singleProcessOOMKill - bool * >=1.32
crashLoopBackOff - CrashLoopBackOffConfig >=1.32 gate=KubeletCrashLoopBackOffMax
imagePullCredentialsVerificationPolicy - string >=1.33
preloadedImagesVerificationAllowlist - []string >=1.33 list=set
mergeDefaultEvictionSettings - bool * >=1.33
userNamespaces - UserNamespaces * >=1.33
tlsCurvePreferences - []int32 >=1.36
memoryReservationPolicy - string >=1.36 gate=MemoryQoS
defaultPodSysctls - {}string >=1.37

kubelet/v1beta1.KubeletWebhookAuthentication
enabled - bool *
cacheTTL - duration

kubelet/v1beta1.KubeletWebhookAuthorization
cacheAuthorizedTTL - duration
cacheUnauthorizedTTL - duration

kubelet/v1beta1.KubeletX509Authentication
clientCAFile - string

kubelet/v1beta1.MemoryReservation
numaNode - int32 +
limits - {}quantity +

kubelet/v1beta1.MemorySwapConfiguration
swapBehavior - string gate=NodeSwap

kubelet/v1beta1.SerializedNodeConfigSource
apiVersion - string
kind - string
source 1 core/v1.NodeConfigSource

kubelet/v1beta1.ShutdownGracePeriodByPodPriority
priority - int32 +
shutdownGracePeriodSeconds - int64 +

kubelet/v1beta1.UserNamespaces
idsPerPod - int64 *

kubelet/v1alpha1 like kubelet/v1
CredentialProviderConfig ExecEnvVar

kubelet/v1beta1 like kubelet/v1alpha1
CredentialProvider ImagePullIntent ImagePullSecret ImagePullServiceAccount ImagePulledRecord

kubelet/v1beta1 like kubelet/v1
CredentialProviderConfig ExecEnvVar
`;
