/**
 * The types of `kubelet/v1beta1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as loggingV1 from "./logging-v1.ts";
import type * as tracingV1 from "./tracing-v1.ts";

export interface CrashLoopBackOffConfig {
  /** Longest time between two restarts of a crashing container. */
  maxContainerRestartPeriod?: string;
}

export interface ImagePullCredentials {
  /** Secrets that the image was pulled with. */
  kubernetesSecrets?: ImagePullSecret[];
  /** Service accounts that the image was pulled with. */
  kubernetesServiceAccounts?: ImagePullServiceAccount[];
  /** All pods of the node may use the image; the lists are empty then. */
  nodePodsAccessible?: boolean;
}

/** The kubelet is about to pull an image; it goes when the pull has ended. */
export interface ImagePullIntent {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** The image as the pod names it. */
  image?: string;
}

export interface ImagePullSecret {
  /** Its uid. */
  uid?: string;
  /** Its namespace. */
  namespace?: string;
  /** Its name. */
  name?: string;
  /** Hash of what was sent to the registry. */
  credentialHash?: string;
}

export interface ImagePullServiceAccount {
  /** Its uid. */
  uid?: string;
  /** Its namespace. */
  namespace?: string;
  /** Its name. */
  name?: string;
}

/** Who may use an image that the kubelet pulled. */
export interface ImagePulledRecord {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** When the record was written last. */
  lastUpdatedTime?: string;
  /** The image as the container runtime names it. */
  imageRef?: string;
  /** Credentials that were good for the image, by its name without tag and digest. */
  credentialMapping?: Record<string, ImagePullCredentials>;
}

export interface KubeletAnonymousAuthentication {
  /** Let requests without credentials in as system:anonymous. */
  enabled?: boolean;
}

export interface KubeletAuthentication {
  /** Client certificates. */
  x509?: KubeletX509Authentication;
  /** Bearer tokens. */
  webhook?: KubeletWebhookAuthentication;
  /** Requests without credentials. */
  anonymous?: KubeletAnonymousAuthentication;
}

export interface KubeletAuthorization {
  /** Who may do what: `AlwaysAllow`, or `Webhook` to ask the API server. */
  mode?: string;
  /** The questions to the API server. */
  webhook?: KubeletWebhookAuthorization;
}

/** How the kubelet of a node runs: its server, its limits, and what pods on the node get. */
export interface KubeletConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Run the HTTPS server. */
  enableServer?: boolean;
  /** Directory or file of static pods. */
  staticPodPath?: string;
  /** Directory of the log files of pods. */
  podLogsDir?: string;
  /** Longest time between two syncs of running pods with their configuration. */
  syncFrequency?: string;
  /** How often files of static pods are looked at. */
  fileCheckFrequency?: string;
  /** How often the URL of static pods is asked. */
  httpCheckFrequency?: string;
  /** URL of static pods. */
  staticPodURL?: string;
  /** Headers of requests to the URL of static pods. */
  staticPodURLHeader?: Record<string, string[]>;
  /** IP address to serve on. */
  address?: string;
  /** Port to serve on. */
  port?: number;
  /** Port to serve on without authentication; 0 turns it off. */
  readOnlyPort?: number;
  /** Serving certificate; self-signed when absent. */
  tlsCertFile?: string;
  /** Key of the serving certificate. */
  tlsPrivateKeyFile?: string;
  /** Accepted cipher suites, as Go names them; not those of TLS 1.3. */
  tlsCipherSuites?: string[];
  /** Oldest accepted TLS version, `VersionTLS12`. */
  tlsMinVersion?: string;
  /** Renew the client certificate before it expires. */
  rotateCertificates?: boolean;
  /** Request the serving certificate from the API server. */
  serverTLSBootstrap?: boolean;
  /** Who may be asking the kubelet's server. */
  authentication?: KubeletAuthentication;
  /** Authorization of requests to the kubelet's server. */
  authorization?: KubeletAuthorization;
  /** Image pulls per second; 0 is no limit. */
  registryPullQPS?: number;
  /** Pulls above that rate for a moment. */
  registryBurst?: number;
  /** Events per second; 0 is no limit. */
  eventRecordQPS?: number;
  /** Events above that rate for a moment. */
  eventBurst?: number;
  /** Serve logs, exec, attach and port-forward. */
  enableDebuggingHandlers?: boolean;
  /** Profile lock contention. */
  enableContentionProfiling?: boolean;
  /** Port of the health check; 0 turns it off. */
  healthzPort?: number;
  /** IP address of the health check. */
  healthzBindAddress?: string;
  /** How willingly the kernel kills the kubelet, -1000 to 1000. */
  oomScoreAdj?: number;
  /** Domain that containers search in addition to those of the host. */
  clusterDomain?: string;
  /** DNS servers of containers. */
  clusterDNS?: string[];
  /** No longer has an effect. */
  streamingConnectionIdleTimeout?: string;
  /** How often the status of the node is computed. */
  nodeStatusUpdateFrequency?: string;
  /** How often an unchanged status is reported. */
  nodeStatusReportFrequency?: string;
  /** How long the node's lease lives without renewal. */
  nodeLeaseDurationSeconds?: number;
  /** Unused images younger than this are kept. */
  imageMinimumGCAge?: string;
  /** Unused images older than this are removed; 0s never. */
  imageMaximumGCAge?: string;
  /** Disk usage above which images are removed. */
  imageGCHighThresholdPercent?: number;
  /** Disk usage down to which images are removed. */
  imageGCLowThresholdPercent?: number;
  /** How often the disk usage of volumes is computed. */
  volumeStatsAggPeriod?: string;
  /** Cgroup of the kubelet itself. */
  kubeletCgroups?: string;
  /** Cgroup of processes that are in none. */
  systemCgroups?: string;
  /** Root cgroup of pods. */
  cgroupRoot?: string;
  /** Keep a cgroup per quality of service class. */
  cgroupsPerQOS?: boolean;
  /** How cgroups are managed: `cgroupfs` or `systemd`. */
  cgroupDriver?: string;
  /** Whether containers get CPUs of their own: `none` or `static`. */
  cpuManagerPolicy?: string;
  /** Options of the static policy. */
  cpuManagerPolicyOptions?: Record<string, string>;
  /** How often CPU assignments are restored. */
  cpuManagerReconcilePeriod?: string;
  /** Whether containers get memory of certain NUMA nodes: `None` or `Static`. */
  memoryManagerPolicy?: string;
  /** How resources are aligned: `none`, `best-effort`, `restricted` or `single-numa-node`. */
  topologyManagerPolicy?: string;
  /** The unit of alignment: a `container` or a whole `pod`. */
  topologyManagerScope?: string;
  /** Options of the policy. */
  topologyManagerPolicyOptions?: Record<string, string>;
  /** Percentage of memory that only guaranteed pods may request. */
  qosReserved?: Record<string, string>;
  /** Timeout of requests to the container runtime that are not long. */
  runtimeRequestTimeout?: string;
  /** How a pod reaches itself through a service: `promiscuous-bridge`, `hairpin-veth` or `none`. */
  hairpinMode?: string;
  /** Most pods on the node. */
  maxPods?: number;
  /** Addresses of pods, without an API server. */
  podCIDR?: string;
  /** Most processes of a pod; -1 is all that the node has. */
  podPidsLimit?: number | bigint;
  /** Resolver configuration that containers start from; empty for no configuration. */
  resolvConf?: string;
  /** No longer supported. */
  runOnce?: boolean;
  /** Enforce CPU limits. */
  cpuCFSQuota?: boolean;
  /** Period over which CPU limits are enforced. */
  cpuCFSQuotaPeriod?: string;
  /** Most images in the node's status; -1 is all. */
  nodeStatusMaxImages?: number;
  /** Most files that the kubelet opens. */
  maxOpenFiles?: number | bigint;
  /** Media type of requests to the API server. */
  contentType?: string;
  /** Requests to the API server per second. */
  kubeAPIQPS?: number;
  /** Requests above that rate for a moment. */
  kubeAPIBurst?: number;
  /** Pull one image at a time. */
  serializeImagePulls?: boolean;
  /** Most images pulled at a time. */
  maxParallelImagePulls?: number;
  /** Thresholds below which pods are evicted at once. */
  evictionHard?: Record<string, string>;
  /** Thresholds below which pods are evicted after a while. */
  evictionSoft?: Record<string, string>;
  /** That while, by signal. */
  evictionSoftGracePeriod?: Record<string, string>;
  /** How long a pressure condition stays at least. */
  evictionPressureTransitionPeriod?: string;
  /** Longest time that a softly evicted pod may take to stop, in seconds. */
  evictionMaxPodGracePeriod?: number;
  /** How much is reclaimed at least, by signal. */
  evictionMinimumReclaim?: Record<string, string>;
  /** Most pods per core; 0 is no limit. */
  podsPerCore?: number;
  /** Leave attaching volumes to the controller. */
  enableControllerAttachDetach?: boolean;
  /** Refuse to start rather than to change kernel settings. */
  protectKernelDefaults?: boolean;
  /** Keep the common iptables rules in place. */
  makeIPTablesUtilChains?: boolean;
  /** No longer has an effect. */
  iptablesMasqueradeBit?: number;
  /** No longer has an effect. */
  iptablesDropBit?: number;
  /** Features switched on or off. */
  featureGates?: Record<string, boolean>;
  /** Refuse to start on a node with swap. */
  failSwapOn?: boolean;
  /** Swap of containers. */
  memorySwap?: MemorySwapConfiguration;
  /** Size at which a container's log is rotated. */
  containerLogMaxSize?: string;
  /** Most log files of a container. */
  containerLogMaxFiles?: number;
  /** Most logs rotated at a time. */
  containerLogMaxWorkers?: number;
  /** How often logs are looked at. */
  containerLogMonitorInterval?: string;
  /** How changes of config maps and secrets are noticed: `Get`, `Cache` or `Watch`. */
  configMapAndSecretChangeDetectionStrategy?: string;
  /** Resources kept for the operating system. */
  systemReserved?: Record<string, string>;
  /** Resources kept for components of the cluster. */
  kubeReserved?: Record<string, string>;
  /** CPUs kept for the system, such as `0-1,8`. */
  reservedSystemCPUs?: string;
  /** Show the metrics that were hidden since this release. */
  showHiddenMetricsForVersion?: string;
  /** Cgroup that systemReserved is enforced on. */
  systemReservedCgroup?: string;
  /** Cgroup that kubeReserved is enforced on. */
  kubeReservedCgroup?: string;
  /** On what the limits of the node are enforced. */
  enforceNodeAllocatable?: string[];
  /** Unsafe sysctls that pods may set; `*` at the end matches all. */
  allowedUnsafeSysctls?: string[];
  /** Directory of further volume plugins. */
  volumePluginDir?: string;
  /** Id of the machine at its provider. */
  providerID?: string;
  /** Let the kernel say when memory gets low, instead of polling. */
  kernelMemcgNotification?: boolean;
  /** How log messages are written. */
  logging?: loggingV1.LoggingConfiguration;
  /** Serve system logs at /logs/. */
  enableSystemLogHandler?: boolean;
  /** Serve queries of system logs. */
  enableSystemLogQuery?: boolean;
  /** How long a shutdown of the node waits for pods. */
  shutdownGracePeriod?: string;
  /** How much of that is kept for critical pods. */
  shutdownGracePeriodCriticalPods?: string;
  /** How long a shutdown waits for pods, by priority. */
  shutdownGracePeriodByPodPriority?: ShutdownGracePeriodByPodPriority[];
  /** Memory kept for the system, by NUMA node. */
  reservedMemory?: MemoryReservation[];
  /** Serve profiles at /debug/pprof/. */
  enableProfilingHandler?: boolean;
  /** Serve the log level at /debug/flags/v. */
  enableDebugFlagsHandler?: boolean;
  /** Give every workload the runtime's seccomp profile. */
  seccompDefault?: boolean;
  /** Share of a memory limit above which a container is throttled. */
  memoryThrottlingFactor?: number;
  /** Taints that the node registers with. */
  registerWithTaints?: coreV1.Taint[];
  /** Register the node at the API server. */
  registerNode?: boolean;
  /** OpenTelemetry tracing. */
  tracing?: tracingV1.TracingConfiguration;
  /** Account and limit local ephemeral storage. */
  localStorageCapacityIsolation?: boolean;
  /** Socket of the container runtime. */
  containerRuntimeEndpoint?: string;
  /** Socket of the image service; the runtime's when absent. */
  imageServiceEndpoint?: string;
  /** Refuse to start on a node with cgroup v1. Since 1.31. */
  failCgroupV1?: boolean;
  /** Kill only the process that ran out of memory, not its container; needs cgroup v2 to be false. Since 1.32. */
  singleProcessOOMKill?: boolean;
  /** Restarts of crashing containers. Since 1.32. */
  crashLoopBackOff?: CrashLoopBackOffConfig;
  /** Which pods must show credentials for images that are on the node already. Since 1.33. */
  imagePullCredentialsVerificationPolicy?: string;
  /** Images without tag that need no credentials under NeverVerifyAllowlistedImages; `/*` at the end matches all below. Since 1.33. */
  preloadedImagesVerificationAllowlist?: string[];
  /** Hard thresholds that are not set here keep their defaults. Since 1.33. */
  mergeDefaultEvictionSettings?: boolean;
  /** User namespaces of pods. Since 1.33. */
  userNamespaces?: UserNamespaces;
  /** Accepted key exchanges, as Go numbers them; their order does not matter. Since 1.36. */
  tlsCurvePreferences?: number[];
  /** Whether requested memory is protected: `None` or `TieredReservation`. Since 1.36. */
  memoryReservationPolicy?: string;
  /** Sysctls that every pod gets. Since 1.37. */
  defaultPodSysctls?: Record<string, string>;
}

export interface KubeletWebhookAuthentication {
  /** Ask the API server who a bearer token belongs to. */
  enabled?: boolean;
  /** How long answers are kept. */
  cacheTTL?: string;
}

export interface KubeletWebhookAuthorization {
  /** How long a yes is kept. */
  cacheAuthorizedTTL?: string;
  /** How long a no is kept. */
  cacheUnauthorizedTTL?: string;
}

export interface KubeletX509Authentication {
  /** File of the authorities whose client certificates are accepted. */
  clientCAFile?: string;
}

export interface MemoryReservation {
  /** Id of the NUMA node. */
  numaNode?: number;
  /** Reserved amounts of memory and huge pages. */
  limits?: Record<string, string>;
}

export interface MemorySwapConfiguration {
  /** How containers use swap: `NoSwap` or `LimitedSwap`. */
  swapBehavior?: string;
}

/** Where a kubelet had its configuration from, when config maps could hold it; of no effect today. */
export interface SerializedNodeConfigSource {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Where the configuration came from. */
  source?: coreV1.NodeConfigSource;
}

export interface ShutdownGracePeriodByPodPriority {
  /** Lowest priority of the pods that this is about. */
  priority?: number;
  /** How long they may take to stop. */
  shutdownGracePeriodSeconds?: number | bigint;
}

export interface UserNamespaces {
  /** User ids of a pod in a namespace of its own; a multiple of 65536. */
  idsPerPod?: number | bigint;
}
