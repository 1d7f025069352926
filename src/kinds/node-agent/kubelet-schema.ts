/**
 * The shape of kubelet.config.k8s.io/v1beta1 KubeletConfiguration. A note `x-pointer` is where zero and absent differ.
 *
 * @module
 */
import {
  duration,
  flag,
  float64,
  int32,
  int64,
  list,
  mapOf,
  quantityMap,
  type Static,
  stringMap,
  struct,
  text,
} from "../../schema/fields.ts";
import { loggingFields } from "../component/logging.ts";
import { tracingFields } from "../component/tracing.ts";
import { taint } from "./register-with-taints.ts";

const authentication = struct(
  {
    x509: struct(
      {
        clientCAFile: text({
          description: "File of the authorities whose client certificates are accepted.",
          "x-form": "file",
        }),
      },
      { description: "Client certificates." },
    ),
    webhook: struct(
      {
        enabled: flag({ "x-pointer": true, description: "Ask the API server who a bearer token belongs to." }),
        cacheTTL: duration({ description: "How long answers are kept." }),
      },
      { description: "Bearer tokens." },
    ),
    anonymous: struct(
      { enabled: flag({ "x-pointer": true, description: "Let requests without credentials in as system:anonymous." }) },
      { description: "Requests without credentials." },
    ),
  },
  { description: "Who may be asking the node agent's server." },
);

const authorization = struct(
  {
    mode: text({ description: "Who may do what: `AlwaysAllow`, or `Webhook` to ask the API server." }),
    webhook: struct(
      {
        cacheAuthorizedTTL: duration({ description: "How long a yes is kept." }),
        cacheUnauthorizedTTL: duration({ description: "How long a no is kept." }),
      },
      { description: "The questions to the API server." },
    ),
  },
  { description: "What requests to the node agent's server may do." },
);

const memoryReservation = struct({
  numaNode: int32({ "x-required": true, description: "Id of the NUMA node." }),
  limits: quantityMap({ "x-required": true, description: "Reserved amounts of memory and huge pages." }),
});

const shutdownGracePeriodByPodPriority = struct({
  priority: int32({ "x-required": true, description: "Lowest priority of the pods that this is about." }),
  shutdownGracePeriodSeconds: int64({ "x-required": true, description: "How long they may take to stop." }),
});

export const kubeletSchema = struct(
  {
    apiVersion: text(),
    kind: text(),
    enableServer: flag({ "x-pointer": true, description: "Run the HTTPS server." }),
    staticPodPath: text({ description: "Directory or file of static pods.", "x-form": "file" }),
    podLogsDir: text({ description: "Directory of the log files of pods.", "x-form": "file" }),
    syncFrequency: duration({
      description: "Longest time between two syncs of running pods with their configuration.",
    }),
    fileCheckFrequency: duration({ description: "How often files of static pods are looked at." }),
    httpCheckFrequency: duration({ description: "How often the URL of static pods is asked." }),
    staticPodURL: text({ description: "URL of static pods.", "x-form": "url" }),
    staticPodURLHeader: mapOf(list(text()), {
      "x-sensitive": true,
      description: "Headers of requests to the URL of static pods.",
    }),
    address: text({ description: "IP address to serve on." }),
    port: int32({ description: "Port to serve on." }),
    readOnlyPort: int32({ description: "Port to serve on without authentication; 0 is none." }),
    tlsCertFile: text({ description: "Serving certificate; self-signed when absent.", "x-form": "file" }),
    tlsPrivateKeyFile: text({ description: "Key of the serving certificate.", "x-form": "file" }),
    tlsCipherSuites: list(text(), { description: "Accepted cipher suites, as Go names them; not those of TLS 1.3." }),
    tlsCurvePreferences: list(int32(), {
      "x-since": "1.36",
      description: "Accepted key exchanges, as Go numbers them; their order does not matter.",
    }),
    tlsMinVersion: text({ description: "Oldest accepted TLS version, `VersionTLS12`." }),
    rotateCertificates: flag({ description: "Renew the client certificate before it expires." }),
    serverTLSBootstrap: flag({
      description: "Request the serving certificate from the API server.",
      "x-gate": "RotateKubeletServerCertificate",
    }),
    authentication,
    authorization,
    registryPullQPS: int32({ "x-pointer": true, description: "Image pulls per second; 0 is no limit." }),
    registryBurst: int32({ description: "Pulls above that rate for a moment." }),
    imagePullCredentialsVerificationPolicy: text({
      "x-since": "1.33",
      "x-gate": "KubeletEnsureSecretPulledImages",
      description: "Which pods must show credentials for images that are on the node already.",
    }),
    preloadedImagesVerificationAllowlist: list(text(), {
      "x-since": "1.33",
      "x-gate": "KubeletEnsureSecretPulledImages",
      "x-list-type": "set",
      description:
        "Images without tag that need no credentials under NeverVerifyAllowlistedImages; `/*` at the end matches all below.",
    }),
    eventRecordQPS: int32({ "x-pointer": true, description: "Events per second; 0 is no limit." }),
    eventBurst: int32({ description: "Events above that rate for a moment." }),
    enableDebuggingHandlers: flag({ "x-pointer": true, description: "Serve logs, exec, attach and port-forward." }),
    enableContentionProfiling: flag({ description: "Profile lock contention." }),
    healthzPort: int32({ "x-pointer": true, description: "Port of the health check; 0 is none." }),
    healthzBindAddress: text({ description: "IP address of the health check." }),
    oomScoreAdj: int32({
      "x-pointer": true,
      description: "How willingly the kernel kills the node agent, -1000 to 1000.",
    }),
    clusterDomain: text({ description: "Domain that containers search besides those of the host." }),
    clusterDNS: list(text(), { description: "DNS servers of containers." }),
    streamingConnectionIdleTimeout: duration({ description: "No longer has an effect." }),
    nodeStatusUpdateFrequency: duration({ description: "How often the status of the node is computed." }),
    nodeStatusReportFrequency: duration({ description: "How often an unchanged status is reported." }),
    nodeLeaseDurationSeconds: int32({ description: "How long the node's lease lives without renewal." }),
    imageMinimumGCAge: duration({ description: "Unused images younger than this are kept." }),
    imageMaximumGCAge: duration({
      "x-gate": "ImageMaximumGCAge",
      description: "Unused images older than this are removed; 0s never.",
    }),
    imageGCHighThresholdPercent: int32({
      "x-pointer": true,
      description: "Disk usage above which images are removed.",
    }),
    imageGCLowThresholdPercent: int32({
      "x-pointer": true,
      description: "Disk usage down to which images are removed.",
    }),
    volumeStatsAggPeriod: duration({ description: "How often the disk usage of volumes is computed." }),
    kubeletCgroups: text({ description: "Cgroup of the node agent itself." }),
    systemCgroups: text({ description: "Cgroup of processes that are in none." }),
    cgroupRoot: text({ description: "Root cgroup of pods." }),
    cgroupsPerQOS: flag({ "x-pointer": true, description: "Keep a cgroup per quality of service class." }),
    cgroupDriver: text({ description: "How cgroups are managed: `cgroupfs` or `systemd`." }),
    cpuManagerPolicy: text({ description: "Whether containers get CPUs of their own: `none` or `static`." }),
    singleProcessOOMKill: flag({
      "x-pointer": true,
      "x-since": "1.32",
      description: "Kill only the process that ran out of memory, not its container; needs cgroup v2 to be false.",
    }),
    cpuManagerPolicyOptions: stringMap({ description: "Options of the static policy." }),
    cpuManagerReconcilePeriod: duration({ description: "How often CPU assignments are restored." }),
    memoryManagerPolicy: text({
      description: "Whether containers get memory of certain NUMA nodes: `None` or `Static`.",
    }),
    topologyManagerPolicy: text({
      description: "How resources are aligned: `none`, `best-effort`, `restricted` or `single-numa-node`.",
    }),
    topologyManagerScope: text({ description: "What is aligned: a `container` or a whole `pod`." }),
    topologyManagerPolicyOptions: stringMap({ description: "Options of the policy." }),
    qosReserved: stringMap({
      "x-gate": "QOSReserved",
      description: "Percentage of memory that only guaranteed pods may request.",
    }),
    runtimeRequestTimeout: duration({ description: "Timeout of requests to the container runtime that are not long." }),
    hairpinMode: text({
      description: "How a pod reaches itself through a service: `promiscuous-bridge`, `hairpin-veth` or `none`.",
    }),
    maxPods: int32({ description: "Most pods on the node." }),
    podCIDR: text({ description: "Addresses of pods, without an API server." }),
    podPidsLimit: int64({ "x-pointer": true, description: "Most processes of a pod; -1 is all that the node has." }),
    resolvConf: text({
      "x-pointer": true,
      description: "Resolver configuration that containers start from; empty is none.",
      "x-form": "file",
    }),
    runOnce: flag({ description: "No longer supported." }),
    cpuCFSQuota: flag({ "x-pointer": true, description: "Enforce CPU limits." }),
    cpuCFSQuotaPeriod: duration({
      "x-pointer": true,
      "x-gate": "CustomCPUCFSQuotaPeriod",
      description: "Period over which CPU limits are enforced.",
    }),
    nodeStatusMaxImages: int32({ "x-pointer": true, description: "Most images in the node's status; -1 is all." }),
    maxOpenFiles: int64({ description: "Most files that the node agent opens." }),
    contentType: text({ description: "Media type of requests to the API server." }),
    kubeAPIQPS: int32({ "x-pointer": true, description: "Requests to the API server per second." }),
    kubeAPIBurst: int32({ description: "Requests above that rate for a moment." }),
    serializeImagePulls: flag({ "x-pointer": true, description: "Pull one image at a time." }),
    maxParallelImagePulls: int32({ "x-pointer": true, description: "Most images pulled at a time." }),
    evictionHard: stringMap({ description: "Thresholds below which pods are evicted at once." }),
    evictionSoft: stringMap({ description: "Thresholds below which pods are evicted after a while." }),
    evictionSoftGracePeriod: stringMap({ description: "That while, by signal." }),
    evictionPressureTransitionPeriod: duration({ description: "How long a pressure condition stays at least." }),
    evictionMaxPodGracePeriod: int32({
      description: "Longest time that a softly evicted pod may take to stop, in seconds.",
    }),
    evictionMinimumReclaim: stringMap({ description: "How much is reclaimed at least, by signal." }),
    mergeDefaultEvictionSettings: flag({
      "x-pointer": true,
      "x-since": "1.33",
      description: "Hard thresholds that are not set here keep their defaults.",
    }),
    podsPerCore: int32({ description: "Most pods per core; 0 is no limit." }),
    enableControllerAttachDetach: flag({
      "x-pointer": true,
      description: "Leave attaching volumes to the controller.",
    }),
    protectKernelDefaults: flag({ description: "Refuse to start rather than to change kernel settings." }),
    makeIPTablesUtilChains: flag({ "x-pointer": true, description: "Keep the common iptables rules in place." }),
    iptablesMasqueradeBit: int32({ "x-pointer": true, description: "No longer has an effect." }),
    iptablesDropBit: int32({ "x-pointer": true, description: "No longer has an effect." }),
    featureGates: mapOf(flag(), { description: "Features switched on or off." }),
    failSwapOn: flag({ "x-pointer": true, description: "Refuse to start on a node with swap." }),
    memorySwap: struct(
      { swapBehavior: text({ description: "How containers use swap: `NoSwap` or `LimitedSwap`." }) },
      { "x-gate": "NodeSwap", description: "Swap of containers." },
    ),
    containerLogMaxSize: text({ description: "Size at which a container's log is rotated." }),
    containerLogMaxFiles: int32({ "x-pointer": true, description: "Most log files of a container." }),
    containerLogMaxWorkers: int32({ "x-pointer": true, description: "Most logs rotated at a time." }),
    containerLogMonitorInterval: duration({ "x-pointer": true, description: "How often logs are looked at." }),
    configMapAndSecretChangeDetectionStrategy: text({
      description: "How changes of config maps and secrets are noticed: `Get`, `Cache` or `Watch`.",
    }),
    systemReserved: stringMap({ description: "Resources kept for the operating system." }),
    kubeReserved: stringMap({ description: "Resources kept for components of the cluster." }),
    reservedSystemCPUs: text({ description: "CPUs kept for the system, such as `0-1,8`." }),
    showHiddenMetricsForVersion: text({ description: "Show the metrics that were hidden since this release." }),
    systemReservedCgroup: text({ description: "Cgroup that systemReserved is enforced on." }),
    kubeReservedCgroup: text({ description: "Cgroup that kubeReserved is enforced on." }),
    enforceNodeAllocatable: list(text(), { description: "On what the limits of the node are enforced." }),
    allowedUnsafeSysctls: list(text(), {
      description: "Unsafe sysctls that pods may set; `*` at the end matches all.",
    }),
    defaultPodSysctls: stringMap({
      "x-since": "1.37",
      "x-gate": "DefaultPodSysctls",
      description: "Sysctls that every pod gets.",
    }),
    volumePluginDir: text({ description: "Directory of further volume plugins.", "x-form": "file" }),
    providerID: text({ description: "Id of the machine at its provider." }),
    kernelMemcgNotification: flag({ description: "Let the kernel say when memory gets low, instead of polling." }),
    logging: struct(loggingFields, { description: "How log messages are written." }),
    enableSystemLogHandler: flag({ "x-pointer": true, description: "Serve system logs at /logs/." }),
    enableSystemLogQuery: flag({
      "x-pointer": true,
      "x-gate": "NodeLogQuery",
      description: "Serve queries of system logs.",
    }),
    shutdownGracePeriod: duration({
      "x-gate": "GracefulNodeShutdown",
      description: "How long a shutdown of the node waits for pods.",
    }),
    shutdownGracePeriodCriticalPods: duration({
      "x-gate": "GracefulNodeShutdown",
      description: "How much of that is kept for critical pods.",
    }),
    shutdownGracePeriodByPodPriority: list(shutdownGracePeriodByPodPriority, {
      "x-gate": "GracefulNodeShutdownBasedOnPodPriority",
      description: "How long a shutdown waits for pods, by priority.",
    }),
    crashLoopBackOff: struct(
      {
        maxContainerRestartPeriod: duration({
          "x-pointer": true,
          description: "Longest time between two restarts of a crashing container.",
        }),
      },
      { "x-since": "1.32", "x-gate": "KubeletCrashLoopBackOffMax", description: "Restarts of crashing containers." },
    ),
    reservedMemory: list(memoryReservation, { description: "Memory kept for the system, by NUMA node." }),
    enableProfilingHandler: flag({ "x-pointer": true, description: "Serve profiles at /debug/pprof/." }),
    enableDebugFlagsHandler: flag({ "x-pointer": true, description: "Serve the log level at /debug/flags/v." }),
    seccompDefault: flag({ "x-pointer": true, description: "Give every workload the runtime's seccomp profile." }),
    memoryThrottlingFactor: float64({
      "x-pointer": true,
      "x-gate": "MemoryQoS",
      description: "Share of a memory limit above which a container is throttled.",
    }),
    memoryReservationPolicy: text({
      "x-since": "1.36",
      "x-gate": "MemoryQoS",
      description: "Whether requested memory is protected: `None` or `TieredReservation`.",
    }),
    registerWithTaints: list(taint, { description: "Taints that the node registers with." }),
    registerNode: flag({ "x-pointer": true, description: "Register the node at the API server." }),
    tracing: struct(tracingFields, { "x-pointer": true, description: "OpenTelemetry tracing." }),
    localStorageCapacityIsolation: flag({
      "x-pointer": true,
      description: "Account and limit local ephemeral storage.",
    }),
    containerRuntimeEndpoint: text({ "x-required": true, description: "Socket of the container runtime." }),
    imageServiceEndpoint: text({ description: "Socket of the image service; the runtime's when absent." }),
    failCgroupV1: flag({
      "x-pointer": true,
      "x-since": "1.31",
      description: "Refuse to start on a node with cgroup v1.",
    }),
    userNamespaces: struct(
      {
        idsPerPod: int64({
          "x-pointer": true,
          description: "User ids of a pod in a namespace of its own; a multiple of 65536.",
        }),
      },
      { "x-pointer": true, "x-since": "1.33", description: "User namespaces of pods." },
    ),
  },
  { $id: "KubeletConfiguration" },
);
export type KubeletConfiguration = Static<typeof kubeletSchema>;
