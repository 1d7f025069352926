/**
 * The purpose of the types and fields of `kubelet`.
 *
 * @module
 */
export const kubelet: Readonly<Record<string, string>> = {
  "kubelet/v1.CredentialProvider.apiVersion": "Version of the exchange that the provider speaks.",
  "kubelet/v1.CredentialProvider.args": "Its arguments.",
  "kubelet/v1.CredentialProvider.defaultCacheDuration": "How long credentials are kept when the provider does not say.",
  "kubelet/v1.CredentialProvider.env": "Environment variables in addition to those of the kubelet.",
  "kubelet/v1.CredentialProvider.matchImages":
    "Images it has credentials for: host with wildcards by label, port and path prefix.",
  "kubelet/v1.CredentialProvider.name": "File name of the program in the provider directory.",
  "kubelet/v1.CredentialProvider.tokenAttributes":
    "Settings of the pod's token that the provider is given; without it the provider gets none.",
  "kubelet/v1.CredentialProviderConfig":
    "Which programs fetch credentials for which images; a file, or all files of a directory together.",
  "kubelet/v1.CredentialProviderConfig.providers": "Asked in this order; credentials of earlier ones are tried first.",
  "kubelet/v1.ExecEnvVar.name": "Name of the variable.",
  "kubelet/v1.ExecEnvVar.value": "Value of the variable.",
  "kubelet/v1.ServiceAccountTokenAttributes.cacheType":
    "Whether credentials are cached by service account or by token.",
  "kubelet/v1.ServiceAccountTokenAttributes.optionalServiceAccountAnnotationKeys":
    "Annotations that are passed on where the service account has them.",
  "kubelet/v1.ServiceAccountTokenAttributes.requireServiceAccount":
    "Whether pods without a service account are not served.",
  "kubelet/v1.ServiceAccountTokenAttributes.requiredServiceAccountAnnotationKeys":
    "Annotations that the service account must have; they are passed on.",
  "kubelet/v1.ServiceAccountTokenAttributes.serviceAccountTokenAudience": "Audience of the token.",
  "kubelet/v1beta1.CrashLoopBackOffConfig.maxContainerRestartPeriod":
    "Longest time between two restarts of a crashing container.",
  "kubelet/v1beta1.ImagePullCredentials.kubernetesSecrets": "Secrets that the image was pulled with.",
  "kubelet/v1beta1.ImagePullCredentials.kubernetesServiceAccounts": "Service accounts that the image was pulled with.",
  "kubelet/v1beta1.ImagePullCredentials.nodePodsAccessible":
    "All pods of the node may use the image; the lists are empty then.",
  "kubelet/v1beta1.ImagePullIntent": "The kubelet is about to pull an image; it goes when the pull has ended.",
  "kubelet/v1beta1.ImagePullIntent.image": "The image as the pod names it.",
  "kubelet/v1beta1.ImagePullSecret.credentialHash": "Hash of what was sent to the registry.",
  "kubelet/v1beta1.ImagePullSecret.name": "Its name.",
  "kubelet/v1beta1.ImagePullSecret.namespace": "Its namespace.",
  "kubelet/v1beta1.ImagePullSecret.uid": "Its uid.",
  "kubelet/v1beta1.ImagePullServiceAccount.name": "Its name.",
  "kubelet/v1beta1.ImagePullServiceAccount.namespace": "Its namespace.",
  "kubelet/v1beta1.ImagePullServiceAccount.uid": "Its uid.",
  "kubelet/v1beta1.ImagePulledRecord": "Who may use an image that the kubelet pulled.",
  "kubelet/v1beta1.ImagePulledRecord.credentialMapping":
    "Credentials that were good for the image, by its name without tag and digest.",
  "kubelet/v1beta1.ImagePulledRecord.imageRef": "The image as the container runtime names it.",
  "kubelet/v1beta1.ImagePulledRecord.lastUpdatedTime": "When the record was written last.",
  "kubelet/v1beta1.KubeletAnonymousAuthentication.enabled": "Let requests without credentials in as system:anonymous.",
  "kubelet/v1beta1.KubeletAuthentication.anonymous": "Requests without credentials.",
  "kubelet/v1beta1.KubeletAuthentication.webhook": "Bearer tokens.",
  "kubelet/v1beta1.KubeletAuthentication.x509": "Client certificates.",
  "kubelet/v1beta1.KubeletAuthorization.mode": "Who may do what: `AlwaysAllow`, or `Webhook` to ask the API server.",
  "kubelet/v1beta1.KubeletAuthorization.webhook": "The questions to the API server.",
  "kubelet/v1beta1.KubeletConfiguration":
    "How the kubelet of a node runs: its server, its limits, and what pods on the node get.",
  "kubelet/v1beta1.KubeletConfiguration.address": "IP address to serve on.",
  "kubelet/v1beta1.KubeletConfiguration.allowedUnsafeSysctls":
    "Unsafe sysctls that pods may set; `*` at the end matches all.",
  "kubelet/v1beta1.KubeletConfiguration.authentication": "Who may be asking the kubelet's server.",
  "kubelet/v1beta1.KubeletConfiguration.authorization": "Authorization of requests to the kubelet's server.",
  "kubelet/v1beta1.KubeletConfiguration.cgroupDriver": "How cgroups are managed: `cgroupfs` or `systemd`.",
  "kubelet/v1beta1.KubeletConfiguration.cgroupRoot": "Root cgroup of pods.",
  "kubelet/v1beta1.KubeletConfiguration.cgroupsPerQOS": "Keep a cgroup per quality of service class.",
  "kubelet/v1beta1.KubeletConfiguration.clusterDNS": "DNS servers of containers.",
  "kubelet/v1beta1.KubeletConfiguration.clusterDomain":
    "Domain that containers search in addition to those of the host.",
  "kubelet/v1beta1.KubeletConfiguration.configMapAndSecretChangeDetectionStrategy":
    "How changes of config maps and secrets are noticed: `Get`, `Cache` or `Watch`.",
  "kubelet/v1beta1.KubeletConfiguration.containerLogMaxFiles": "Most log files of a container.",
  "kubelet/v1beta1.KubeletConfiguration.containerLogMaxSize": "Size at which a container's log is rotated.",
  "kubelet/v1beta1.KubeletConfiguration.containerLogMaxWorkers": "Most logs rotated at a time.",
  "kubelet/v1beta1.KubeletConfiguration.containerLogMonitorInterval": "How often logs are looked at.",
  "kubelet/v1beta1.KubeletConfiguration.containerRuntimeEndpoint": "Socket of the container runtime.",
  "kubelet/v1beta1.KubeletConfiguration.contentType": "Media type of requests to the API server.",
  "kubelet/v1beta1.KubeletConfiguration.cpuCFSQuota": "Enforce CPU limits.",
  "kubelet/v1beta1.KubeletConfiguration.cpuCFSQuotaPeriod": "Period over which CPU limits are enforced.",
  "kubelet/v1beta1.KubeletConfiguration.cpuManagerPolicy":
    "Whether containers get CPUs of their own: `none` or `static`.",
  "kubelet/v1beta1.KubeletConfiguration.cpuManagerPolicyOptions": "Options of the static policy.",
  "kubelet/v1beta1.KubeletConfiguration.cpuManagerReconcilePeriod": "How often CPU assignments are restored.",
  "kubelet/v1beta1.KubeletConfiguration.crashLoopBackOff": "Restarts of crashing containers.",
  "kubelet/v1beta1.KubeletConfiguration.defaultPodSysctls": "Sysctls that every pod gets.",
  "kubelet/v1beta1.KubeletConfiguration.enableContentionProfiling": "Profile lock contention.",
  "kubelet/v1beta1.KubeletConfiguration.enableControllerAttachDetach": "Leave attaching volumes to the controller.",
  "kubelet/v1beta1.KubeletConfiguration.enableDebugFlagsHandler": "Serve the log level at /debug/flags/v.",
  "kubelet/v1beta1.KubeletConfiguration.enableDebuggingHandlers": "Serve logs, exec, attach and port-forward.",
  "kubelet/v1beta1.KubeletConfiguration.enableProfilingHandler": "Serve profiles at /debug/pprof/.",
  "kubelet/v1beta1.KubeletConfiguration.enableServer": "Run the HTTPS server.",
  "kubelet/v1beta1.KubeletConfiguration.enableSystemLogHandler": "Serve system logs at /logs/.",
  "kubelet/v1beta1.KubeletConfiguration.enableSystemLogQuery": "Serve queries of system logs.",
  "kubelet/v1beta1.KubeletConfiguration.enforceNodeAllocatable": "On what the limits of the node are enforced.",
  "kubelet/v1beta1.KubeletConfiguration.eventBurst": "Events above that rate for a moment.",
  "kubelet/v1beta1.KubeletConfiguration.eventRecordQPS": "Events per second; 0 is no limit.",
  "kubelet/v1beta1.KubeletConfiguration.evictionHard": "Thresholds below which pods are evicted at once.",
  "kubelet/v1beta1.KubeletConfiguration.evictionMaxPodGracePeriod":
    "Longest time that a softly evicted pod may take to stop, in seconds.",
  "kubelet/v1beta1.KubeletConfiguration.evictionMinimumReclaim": "How much is reclaimed at least, by signal.",
  "kubelet/v1beta1.KubeletConfiguration.evictionPressureTransitionPeriod":
    "How long a pressure condition stays at least.",
  "kubelet/v1beta1.KubeletConfiguration.evictionSoft": "Thresholds below which pods are evicted after a while.",
  "kubelet/v1beta1.KubeletConfiguration.evictionSoftGracePeriod": "That while, by signal.",
  "kubelet/v1beta1.KubeletConfiguration.failCgroupV1": "Refuse to start on a node with cgroup v1.",
  "kubelet/v1beta1.KubeletConfiguration.failSwapOn": "Refuse to start on a node with swap.",
  "kubelet/v1beta1.KubeletConfiguration.featureGates": "Features switched on or off.",
  "kubelet/v1beta1.KubeletConfiguration.fileCheckFrequency": "How often files of static pods are looked at.",
  "kubelet/v1beta1.KubeletConfiguration.hairpinMode":
    "How a pod reaches itself through a service: `promiscuous-bridge`, `hairpin-veth` or `none`.",
  "kubelet/v1beta1.KubeletConfiguration.healthzBindAddress": "IP address of the health check.",
  "kubelet/v1beta1.KubeletConfiguration.healthzPort": "Port of the health check; 0 turns it off.",
  "kubelet/v1beta1.KubeletConfiguration.httpCheckFrequency": "How often the URL of static pods is asked.",
  "kubelet/v1beta1.KubeletConfiguration.imageGCHighThresholdPercent": "Disk usage above which images are removed.",
  "kubelet/v1beta1.KubeletConfiguration.imageGCLowThresholdPercent": "Disk usage down to which images are removed.",
  "kubelet/v1beta1.KubeletConfiguration.imageMaximumGCAge": "Unused images older than this are removed; 0s never.",
  "kubelet/v1beta1.KubeletConfiguration.imageMinimumGCAge": "Unused images younger than this are kept.",
  "kubelet/v1beta1.KubeletConfiguration.imagePullCredentialsVerificationPolicy":
    "Which pods must show credentials for images that are on the node already.",
  "kubelet/v1beta1.KubeletConfiguration.imageServiceEndpoint":
    "Socket of the image service; the runtime's when absent.",
  "kubelet/v1beta1.KubeletConfiguration.iptablesDropBit": "No longer has an effect.",
  "kubelet/v1beta1.KubeletConfiguration.iptablesMasqueradeBit": "No longer has an effect.",
  "kubelet/v1beta1.KubeletConfiguration.kernelMemcgNotification":
    "Let the kernel say when memory gets low, instead of polling.",
  "kubelet/v1beta1.KubeletConfiguration.kubeAPIBurst": "Requests above that rate for a moment.",
  "kubelet/v1beta1.KubeletConfiguration.kubeAPIQPS": "Requests to the API server per second.",
  "kubelet/v1beta1.KubeletConfiguration.kubeReserved": "Resources kept for components of the cluster.",
  "kubelet/v1beta1.KubeletConfiguration.kubeReservedCgroup": "Cgroup that kubeReserved is enforced on.",
  "kubelet/v1beta1.KubeletConfiguration.kubeletCgroups": "Cgroup of the kubelet itself.",
  "kubelet/v1beta1.KubeletConfiguration.localStorageCapacityIsolation": "Account and limit local ephemeral storage.",
  "kubelet/v1beta1.KubeletConfiguration.logging": "How log messages are written.",
  "kubelet/v1beta1.KubeletConfiguration.makeIPTablesUtilChains": "Keep the common iptables rules in place.",
  "kubelet/v1beta1.KubeletConfiguration.maxOpenFiles": "Most files that the kubelet opens.",
  "kubelet/v1beta1.KubeletConfiguration.maxParallelImagePulls": "Most images pulled at a time.",
  "kubelet/v1beta1.KubeletConfiguration.maxPods": "Most pods on the node.",
  "kubelet/v1beta1.KubeletConfiguration.memoryManagerPolicy":
    "Whether containers get memory of certain NUMA nodes: `None` or `Static`.",
  "kubelet/v1beta1.KubeletConfiguration.memoryReservationPolicy":
    "Whether requested memory is protected: `None` or `TieredReservation`.",
  "kubelet/v1beta1.KubeletConfiguration.memorySwap": "Swap of containers.",
  "kubelet/v1beta1.KubeletConfiguration.memoryThrottlingFactor":
    "Share of a memory limit above which a container is throttled.",
  "kubelet/v1beta1.KubeletConfiguration.mergeDefaultEvictionSettings":
    "Hard thresholds that are not set here keep their defaults.",
  "kubelet/v1beta1.KubeletConfiguration.nodeLeaseDurationSeconds": "How long the node's lease lives without renewal.",
  "kubelet/v1beta1.KubeletConfiguration.nodeStatusMaxImages": "Most images in the node's status; -1 is all.",
  "kubelet/v1beta1.KubeletConfiguration.nodeStatusReportFrequency": "How often an unchanged status is reported.",
  "kubelet/v1beta1.KubeletConfiguration.nodeStatusUpdateFrequency": "How often the status of the node is computed.",
  "kubelet/v1beta1.KubeletConfiguration.oomScoreAdj": "How willingly the kernel kills the kubelet, -1000 to 1000.",
  "kubelet/v1beta1.KubeletConfiguration.podCIDR": "Addresses of pods, without an API server.",
  "kubelet/v1beta1.KubeletConfiguration.podLogsDir": "Directory of the log files of pods.",
  "kubelet/v1beta1.KubeletConfiguration.podPidsLimit": "Most processes of a pod; -1 is all that the node has.",
  "kubelet/v1beta1.KubeletConfiguration.podsPerCore": "Most pods per core; 0 is no limit.",
  "kubelet/v1beta1.KubeletConfiguration.port": "Port to serve on.",
  "kubelet/v1beta1.KubeletConfiguration.preloadedImagesVerificationAllowlist":
    "Images without tag that need no credentials under NeverVerifyAllowlistedImages; `/*` at the end matches all below.",
  "kubelet/v1beta1.KubeletConfiguration.protectKernelDefaults":
    "Refuse to start rather than to change kernel settings.",
  "kubelet/v1beta1.KubeletConfiguration.providerID": "Id of the machine at its provider.",
  "kubelet/v1beta1.KubeletConfiguration.qosReserved": "Percentage of memory that only guaranteed pods may request.",
  "kubelet/v1beta1.KubeletConfiguration.readOnlyPort": "Port to serve on without authentication; 0 turns it off.",
  "kubelet/v1beta1.KubeletConfiguration.registerNode": "Register the node at the API server.",
  "kubelet/v1beta1.KubeletConfiguration.registerWithTaints": "Taints that the node registers with.",
  "kubelet/v1beta1.KubeletConfiguration.registryBurst": "Pulls above that rate for a moment.",
  "kubelet/v1beta1.KubeletConfiguration.registryPullQPS": "Image pulls per second; 0 is no limit.",
  "kubelet/v1beta1.KubeletConfiguration.reservedMemory": "Memory kept for the system, by NUMA node.",
  "kubelet/v1beta1.KubeletConfiguration.reservedSystemCPUs": "CPUs kept for the system, such as `0-1,8`.",
  "kubelet/v1beta1.KubeletConfiguration.resolvConf":
    "Resolver configuration that containers start from; empty for no configuration.",
  "kubelet/v1beta1.KubeletConfiguration.rotateCertificates": "Renew the client certificate before it expires.",
  "kubelet/v1beta1.KubeletConfiguration.runOnce": "No longer supported.",
  "kubelet/v1beta1.KubeletConfiguration.runtimeRequestTimeout":
    "Timeout of requests to the container runtime that are not long.",
  "kubelet/v1beta1.KubeletConfiguration.seccompDefault": "Give every workload the runtime's seccomp profile.",
  "kubelet/v1beta1.KubeletConfiguration.serializeImagePulls": "Pull one image at a time.",
  "kubelet/v1beta1.KubeletConfiguration.serverTLSBootstrap": "Request the serving certificate from the API server.",
  "kubelet/v1beta1.KubeletConfiguration.showHiddenMetricsForVersion":
    "Show the metrics that were hidden since this release.",
  "kubelet/v1beta1.KubeletConfiguration.shutdownGracePeriod": "How long a shutdown of the node waits for pods.",
  "kubelet/v1beta1.KubeletConfiguration.shutdownGracePeriodByPodPriority":
    "How long a shutdown waits for pods, by priority.",
  "kubelet/v1beta1.KubeletConfiguration.shutdownGracePeriodCriticalPods": "How much of that is kept for critical pods.",
  "kubelet/v1beta1.KubeletConfiguration.singleProcessOOMKill":
    "Kill only the process that ran out of memory, not its container; needs cgroup v2 to be false.",
  "kubelet/v1beta1.KubeletConfiguration.staticPodPath": "Directory or file of static pods.",
  "kubelet/v1beta1.KubeletConfiguration.staticPodURL": "URL of static pods.",
  "kubelet/v1beta1.KubeletConfiguration.staticPodURLHeader": "Headers of requests to the URL of static pods.",
  "kubelet/v1beta1.KubeletConfiguration.streamingConnectionIdleTimeout": "No longer has an effect.",
  "kubelet/v1beta1.KubeletConfiguration.syncFrequency":
    "Longest time between two syncs of running pods with their configuration.",
  "kubelet/v1beta1.KubeletConfiguration.systemCgroups": "Cgroup of processes that are in none.",
  "kubelet/v1beta1.KubeletConfiguration.systemReserved": "Resources kept for the operating system.",
  "kubelet/v1beta1.KubeletConfiguration.systemReservedCgroup": "Cgroup that systemReserved is enforced on.",
  "kubelet/v1beta1.KubeletConfiguration.tlsCertFile": "Serving certificate; self-signed when absent.",
  "kubelet/v1beta1.KubeletConfiguration.tlsCipherSuites":
    "Accepted cipher suites, as Go names them; not those of TLS 1.3.",
  "kubelet/v1beta1.KubeletConfiguration.tlsCurvePreferences":
    "Accepted key exchanges, as Go numbers them; their order does not matter.",
  "kubelet/v1beta1.KubeletConfiguration.tlsMinVersion": "Oldest accepted TLS version, `VersionTLS12`.",
  "kubelet/v1beta1.KubeletConfiguration.tlsPrivateKeyFile": "Key of the serving certificate.",
  "kubelet/v1beta1.KubeletConfiguration.topologyManagerPolicy":
    "How resources are aligned: `none`, `best-effort`, `restricted` or `single-numa-node`.",
  "kubelet/v1beta1.KubeletConfiguration.topologyManagerPolicyOptions": "Options of the policy.",
  "kubelet/v1beta1.KubeletConfiguration.topologyManagerScope": "The unit of alignment: a `container` or a whole `pod`.",
  "kubelet/v1beta1.KubeletConfiguration.tracing": "OpenTelemetry tracing.",
  "kubelet/v1beta1.KubeletConfiguration.userNamespaces": "User namespaces of pods.",
  "kubelet/v1beta1.KubeletConfiguration.volumePluginDir": "Directory of further volume plugins.",
  "kubelet/v1beta1.KubeletConfiguration.volumeStatsAggPeriod": "How often the disk usage of volumes is computed.",
  "kubelet/v1beta1.KubeletWebhookAuthentication.cacheTTL": "How long answers are kept.",
  "kubelet/v1beta1.KubeletWebhookAuthentication.enabled": "Ask the API server who a bearer token belongs to.",
  "kubelet/v1beta1.KubeletWebhookAuthorization.cacheAuthorizedTTL": "How long a yes is kept.",
  "kubelet/v1beta1.KubeletWebhookAuthorization.cacheUnauthorizedTTL": "How long a no is kept.",
  "kubelet/v1beta1.KubeletX509Authentication.clientCAFile":
    "File of the authorities whose client certificates are accepted.",
  "kubelet/v1beta1.MemoryReservation.limits": "Reserved amounts of memory and huge pages.",
  "kubelet/v1beta1.MemoryReservation.numaNode": "Id of the NUMA node.",
  "kubelet/v1beta1.MemorySwapConfiguration.swapBehavior": "How containers use swap: `NoSwap` or `LimitedSwap`.",
  "kubelet/v1beta1.SerializedNodeConfigSource":
    "Where a kubelet had its configuration from, when config maps could hold it; of no effect today.",
  "kubelet/v1beta1.SerializedNodeConfigSource.source": "Where the configuration came from.",
  "kubelet/v1beta1.ShutdownGracePeriodByPodPriority.priority": "Lowest priority of the pods that this is about.",
  "kubelet/v1beta1.ShutdownGracePeriodByPodPriority.shutdownGracePeriodSeconds": "How long they may take to stop.",
  "kubelet/v1beta1.UserNamespaces.idsPerPod": "User ids of a pod in a namespace of its own; a multiple of 65536.",
};
