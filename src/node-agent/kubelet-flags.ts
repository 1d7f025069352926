/**
 * The flags of the node agent: the form of their values, the field of the configuration that each sets, and the releases
 * that have them.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/** The form of a flag's value; in `flag-value.ts` each has its reader. */
export type FlagForm =
  | "bool"
  | "int32"
  | "int64"
  | "duration"
  | "text"
  | "texts"
  | "ip"
  | "pairs"
  | "pair"
  | "thresholds"
  | "gates"
  | "headers"
  | "taints"
  | "memory-reservations"
  | "quantity"
  | "level"
  | "file-levels";

export interface KubeletFlag {
  readonly form: FlagForm;
  /** The field of KubeletConfiguration that it sets; absent for flags that no file replaces. */
  readonly field?: FieldPath;
  /** The node agent says on start that it will go. */
  readonly isDeprecated: boolean;
  /** First release that has it, where that is not the oldest known, and first that no longer does. */
  readonly since?: string;
  readonly until?: string;
}

/** Form and field of the flags that a file replaces, as dots have it. */
const settings: Readonly<Record<string, readonly [form: FlagForm, field: string]>> = {
  address: ["ip", "address"],
  "allowed-unsafe-sysctls": ["texts", "allowedUnsafeSysctls"],
  "anonymous-auth": ["bool", "authentication.anonymous.enabled"],
  "authentication-token-webhook": ["bool", "authentication.webhook.enabled"],
  "authentication-token-webhook-cache-ttl": ["duration", "authentication.webhook.cacheTTL"],
  "authorization-mode": ["text", "authorization.mode"],
  "authorization-webhook-cache-authorized-ttl": ["duration", "authorization.webhook.cacheAuthorizedTTL"],
  "authorization-webhook-cache-unauthorized-ttl": ["duration", "authorization.webhook.cacheUnauthorizedTTL"],
  "cgroup-driver": ["text", "cgroupDriver"],
  "cgroup-root": ["text", "cgroupRoot"],
  "cgroups-per-qos": ["bool", "cgroupsPerQOS"],
  "client-ca-file": ["text", "authentication.x509.clientCAFile"],
  "cluster-dns": ["texts", "clusterDNS"],
  "cluster-domain": ["text", "clusterDomain"],
  "container-log-max-files": ["int32", "containerLogMaxFiles"],
  "container-log-max-size": ["text", "containerLogMaxSize"],
  "container-runtime-endpoint": ["text", "containerRuntimeEndpoint"],
  "contention-profiling": ["bool", "enableContentionProfiling"],
  "cpu-cfs-quota": ["bool", "cpuCFSQuota"],
  "cpu-cfs-quota-period": ["duration", "cpuCFSQuotaPeriod"],
  "cpu-manager-policy": ["text", "cpuManagerPolicy"],
  "cpu-manager-policy-options": ["pair", "cpuManagerPolicyOptions"],
  "cpu-manager-reconcile-period": ["duration", "cpuManagerReconcilePeriod"],
  "enable-controller-attach-detach": ["bool", "enableControllerAttachDetach"],
  "enable-debugging-handlers": ["bool", "enableDebuggingHandlers"],
  "enable-server": ["bool", "enableServer"],
  "enforce-node-allocatable": ["texts", "enforceNodeAllocatable"],
  "event-burst": ["int32", "eventBurst"],
  "event-qps": ["int32", "eventRecordQPS"],
  "eviction-hard": ["thresholds", "evictionHard"],
  "eviction-max-pod-grace-period": ["int32", "evictionMaxPodGracePeriod"],
  "eviction-minimum-reclaim": ["pairs", "evictionMinimumReclaim"],
  "eviction-pressure-transition-period": ["duration", "evictionPressureTransitionPeriod"],
  "eviction-soft": ["thresholds", "evictionSoft"],
  "eviction-soft-grace-period": ["pairs", "evictionSoftGracePeriod"],
  "fail-cgroupv1": ["bool", "failCgroupV1"],
  "fail-swap-on": ["bool", "failSwapOn"],
  "feature-gates": ["gates", "featureGates"],
  "file-check-frequency": ["duration", "fileCheckFrequency"],
  "hairpin-mode": ["text", "hairpinMode"],
  "healthz-bind-address": ["ip", "healthzBindAddress"],
  "healthz-port": ["int32", "healthzPort"],
  "http-check-frequency": ["duration", "httpCheckFrequency"],
  "image-gc-high-threshold": ["int32", "imageGCHighThresholdPercent"],
  "image-gc-low-threshold": ["int32", "imageGCLowThresholdPercent"],
  "image-service-endpoint": ["text", "imageServiceEndpoint"],
  "iptables-drop-bit": ["int32", "iptablesDropBit"],
  "iptables-masquerade-bit": ["int32", "iptablesMasqueradeBit"],
  "kernel-memcg-notification": ["bool", "kernelMemcgNotification"],
  "kube-api-burst": ["int32", "kubeAPIBurst"],
  "kube-api-content-type": ["text", "contentType"],
  "kube-api-qps": ["int32", "kubeAPIQPS"],
  "kube-reserved": ["pairs", "kubeReserved"],
  "kube-reserved-cgroup": ["text", "kubeReservedCgroup"],
  "kubelet-cgroups": ["text", "kubeletCgroups"],
  "local-storage-capacity-isolation": ["bool", "localStorageCapacityIsolation"],
  "log-flush-frequency": ["duration", "logging.flushFrequency"],
  "log-json-info-buffer-size": ["quantity", "logging.options.json.infoBufferSize"],
  "log-json-split-stream": ["bool", "logging.options.json.splitStream"],
  "log-text-info-buffer-size": ["quantity", "logging.options.text.infoBufferSize"],
  "log-text-split-stream": ["bool", "logging.options.text.splitStream"],
  "logging-format": ["text", "logging.format"],
  "make-iptables-util-chains": ["bool", "makeIPTablesUtilChains"],
  "manifest-url": ["text", "staticPodURL"],
  "manifest-url-header": ["headers", "staticPodURLHeader"],
  "max-open-files": ["int64", "maxOpenFiles"],
  "max-pods": ["int32", "maxPods"],
  "memory-manager-policy": ["text", "memoryManagerPolicy"],
  "minimum-image-ttl-duration": ["duration", "imageMinimumGCAge"],
  "node-status-max-images": ["int32", "nodeStatusMaxImages"],
  "node-status-update-frequency": ["duration", "nodeStatusUpdateFrequency"],
  "oom-score-adj": ["int32", "oomScoreAdj"],
  "pod-cidr": ["text", "podCIDR"],
  "pod-manifest-path": ["text", "staticPodPath"],
  "pod-max-pids": ["int64", "podPidsLimit"],
  "pods-per-core": ["int32", "podsPerCore"],
  port: ["int32", "port"],
  "protect-kernel-defaults": ["bool", "protectKernelDefaults"],
  "provider-id": ["text", "providerID"],
  "qos-reserved": ["pairs", "qosReserved"],
  "read-only-port": ["int32", "readOnlyPort"],
  "register-node": ["bool", "registerNode"],
  "register-with-taints": ["taints", "registerWithTaints"],
  "registry-burst": ["int32", "registryBurst"],
  "registry-qps": ["int32", "registryPullQPS"],
  "reserved-cpus": ["text", "reservedSystemCPUs"],
  "reserved-memory": ["memory-reservations", "reservedMemory"],
  "resolv-conf": ["text", "resolvConf"],
  "rotate-certificates": ["bool", "rotateCertificates"],
  "rotate-server-certificates": ["bool", "serverTLSBootstrap"],
  runonce: ["bool", "runOnce"],
  "runtime-request-timeout": ["duration", "runtimeRequestTimeout"],
  "serialize-image-pulls": ["bool", "serializeImagePulls"],
  "streaming-connection-idle-timeout": ["duration", "streamingConnectionIdleTimeout"],
  "sync-frequency": ["duration", "syncFrequency"],
  "system-cgroups": ["text", "systemCgroups"],
  "system-reserved": ["pairs", "systemReserved"],
  "system-reserved-cgroup": ["text", "systemReservedCgroup"],
  "tls-cert-file": ["text", "tlsCertFile"],
  "tls-cipher-suites": ["texts", "tlsCipherSuites"],
  "tls-min-version": ["text", "tlsMinVersion"],
  "tls-private-key-file": ["text", "tlsPrivateKeyFile"],
  "topology-manager-policy": ["text", "topologyManagerPolicy"],
  "topology-manager-policy-options": ["pairs", "topologyManagerPolicyOptions"],
  "topology-manager-scope": ["text", "topologyManagerScope"],
  v: ["level", "logging.verbosity"],
  vmodule: ["file-levels", "logging.vmodule"],
  "volume-plugin-dir": ["text", "volumePluginDir"],
  "volume-stats-agg-period": ["duration", "volumeStatsAggPeriod"],
};

/** Flags of a node, which a file shared by nodes has no place for. */
const ownFlags: Readonly<Record<string, FlagForm>> = {
  "bootstrap-kubeconfig": "text",
  "cert-dir": "text",
  "cloud-config": "text",
  "cloud-provider": "text",
  config: "text",
  "config-dir": "text",
  "exit-on-lock-contention": "bool",
  "experimental-allocatable-ignore-eviction": "bool",
  "experimental-mounter-path": "text",
  help: "bool",
  "hostname-override": "text",
  "housekeeping-interval": "duration",
  "image-credential-provider-bin-dir": "text",
  "image-credential-provider-config": "text",
  "keep-terminated-pod-volumes": "bool",
  kubeconfig: "text",
  "lock-file": "text",
  "maximum-dead-containers": "int32",
  "maximum-dead-containers-per-container": "int32",
  "minimum-container-ttl-duration": "duration",
  "node-ip": "text",
  "node-labels": "pairs",
  "pod-infra-container-image": "text",
  "register-schedulable": "bool",
  "root-dir": "text",
  "runtime-cgroups": "text",
  "seccomp-default": "bool",
  version: "text",
};

/** Set by a file as well, but not going for that. */
const staying: ReadonlySet<string> = new Set(["fail-cgroupv1", "log-flush-frequency", "provider-id", "v", "vmodule"]);

const goingForOtherReasons: ReadonlySet<string> = new Set([
  "cloud-config",
  "experimental-allocatable-ignore-eviction",
  "experimental-mounter-path",
  "keep-terminated-pod-volumes",
  "maximum-dead-containers",
  "maximum-dead-containers-per-container",
  "minimum-container-ttl-duration",
  "pod-infra-container-image",
  "register-schedulable",
]);

/** Releases of the flags that came or went since the oldest known; those that went before it have only `until`. */
const releases: Readonly<Record<string, { readonly since?: string; readonly until?: string }>> = {
  "cloud-config": { until: "1.34" },
  "cni-bin-dir": { until: "1.24" },
  "cni-cache-dir": { until: "1.24" },
  "cni-conf-dir": { until: "1.24" },
  "container-runtime": { until: "1.27" },
  "dynamic-config-dir": { until: "1.24" },
  "fail-cgroupv1": { since: "1.31" },
  "iptables-drop-bit": { until: "1.31" },
  "iptables-masquerade-bit": { until: "1.31" },
  "keep-terminated-pod-volumes": { until: "1.31" },
  "network-plugin": { until: "1.24" },
  "network-plugin-mtu": { until: "1.24" },
  "pod-infra-container-image": { until: "1.35" },
  "register-schedulable": { until: "1.34" },
};

/** One-letter names. */
export const shorthands: Readonly<Record<string, string>> = { h: "help", v: "v" };

/** A flag by its name with dashes; undefined for what no release known here has. */
export function kubeletFlag(name: string): KubeletFlag | undefined {
  const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const own = Object.hasOwn(ownFlags, name) ? ownFlags[name] : undefined;
  const release = Object.hasOwn(releases, name) ? releases[name] : undefined;
  if (setting) {
    const [form, field] = setting;
    return { form, field: field.split("."), isDeprecated: !staying.has(name), ...release };
  }
  if (own) return { form: own, isDeprecated: goingForOtherReasons.has(name), ...release };
  return release && { form: "text", isDeprecated: true, ...release };
}

/** The names of all flags of the releases known here. */
export const kubeletFlagNames: readonly string[] = [...Object.keys(settings), ...Object.keys(ownFlags)].sort();
