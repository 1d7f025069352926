/**
 * The defaults of the kubelet configuration, for absent values and for zero values that mean absent.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { memberOf, setMember } from "../../json/member.ts";
import type { RuleContext } from "../../rule/context.ts";
import { parseDuration } from "../../text/duration.ts";
import { applyLoggingDefaults } from "../component/logging.ts";
import { gatesOf } from "./feature-gates.ts";

/**
 * The eviction thresholds of a Linux node. The kubelet sets them when it loads a file; the defaults of the API version
 * do not contain them.
 */
export const defaultEvictionHard: Readonly<Record<string, string>> = {
  "imagefs.available": "15%",
  "imagefs.inodesFree": "5%",
  "memory.available": "100Mi",
  "nodefs.available": "10%",
  "nodefs.inodesFree": "5%",
};

/** Fields in which a zero duration means absent. */
const durations = {
  syncFrequency: "1m0s",
  fileCheckFrequency: "20s",
  httpCheckFrequency: "20s",
  streamingConnectionIdleTimeout: "4h0m0s",
  nodeStatusUpdateFrequency: "10s",
  imageMinimumGCAge: "2m0s",
  volumeStatsAggPeriod: "1m0s",
  cpuManagerReconcilePeriod: "10s",
  runtimeRequestTimeout: "2m0s",
  evictionPressureTransitionPeriod: "5m0s",
} as const;

/** Fields in which 0 or an empty text means absent: their Go types cannot distinguish the two. */
const numbersAndTexts = {
  podLogsDir: "/var/log/pods",
  address: "0.0.0.0",
  port: 10250,
  registryBurst: 10,
  eventBurst: 100,
  healthzBindAddress: "127.0.0.1",
  nodeLeaseDurationSeconds: 40,
  cgroupDriver: "cgroupfs",
  cpuManagerPolicy: "none",
  memoryManagerPolicy: "None",
  topologyManagerPolicy: "none",
  topologyManagerScope: "container",
  hairpinMode: "promiscuous-bridge",
  maxPods: 110,
  maxOpenFiles: 1_000_000,
  contentType: "application/vnd.kubernetes.protobuf",
  kubeAPIBurst: 100,
  containerLogMaxSize: "10Mi",
  configMapAndSecretChangeDetectionStrategy: "Watch",
  volumePluginDir: "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
  containerRuntimeEndpoint: "unix:///run/containerd/containerd.sock",
} as const;

/** Fields with a default only if they are absent: zero and false are valid values. */
const pointerDefaults = {
  enableServer: true,
  registryPullQPS: 5,
  eventRecordQPS: 50,
  enableDebuggingHandlers: true,
  healthzPort: 10248,
  oomScoreAdj: -999,
  imageGCHighThresholdPercent: 85,
  imageGCLowThresholdPercent: 80,
  cgroupsPerQOS: true,
  resolvConf: "/etc/resolv.conf",
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: "100ms",
  nodeStatusMaxImages: 50,
  kubeAPIQPS: 50,
  enableControllerAttachDetach: true,
  makeIPTablesUtilChains: true,
  iptablesMasqueradeBit: 14,
  iptablesDropBit: 15,
  failSwapOn: true,
  containerLogMaxFiles: 5,
  containerLogMaxWorkers: 1,
  containerLogMonitorInterval: "10s",
  enableSystemLogHandler: true,
  enableSystemLogQuery: false,
  enableProfilingHandler: true,
  enableDebugFlagsHandler: true,
  seccompDefault: false,
  registerNode: true,
  localStorageCapacityIsolation: true,
} as const;

/** Sets the defaults. Setting them twice has no further effect. */
export function applyKubeletDefaults(config: KubeletConfiguration, context: RuleContext): void {
  config.serializeImagePulls ??= (config.maxParallelImagePulls ?? 1) < 2;
  if (isZeroDuration(config.nodeStatusReportFrequency)) {
    const update = config.nodeStatusUpdateFrequency;
    config.nodeStatusReportFrequency = update === undefined || isZeroDuration(update) ? "5m0s" : update;
  }
  fill(config, durations, isZeroDuration);
  fill(config, numbersAndTexts, isZero);
  fill(config, pointerDefaults, isAbsent);
  if (config.podPidsLimit === undefined || config.podPidsLimit < 0) config.podPidsLimit = -1;
  config.enforceNodeAllocatable ??= ["pods"];
  config.logging ??= {};
  applyLoggingDefaults(config.logging);
  fillAuthDefaults(config);
  fillReleaseDefaults(config, context);
}

function fillAuthDefaults(config: KubeletConfiguration): void {
  config.authentication ??= {};
  config.authentication.anonymous ??= {};
  config.authentication.anonymous.enabled ??= false;
  config.authentication.webhook ??= {};
  config.authentication.webhook.enabled ??= true;
  fill(config.authentication.webhook, { cacheTTL: "2m0s" }, isZeroDuration);
  config.authorization ??= {};
  fill(config.authorization, { mode: "Webhook" }, isZero);
  config.authorization.webhook ??= {};
  fill(config.authorization.webhook, { cacheAuthorizedTTL: "5m0s", cacheUnauthorizedTTL: "30s" }, isZeroDuration);
}

/** Sets the defaults that only some releases have, or only with a feature gate. */
function fillReleaseDefaults(config: KubeletConfiguration, context: RuleContext): void {
  const isEnabled = gatesOf(config, context);
  if (context.reaches("1.31")) config.failCgroupV1 ??= context.reaches("1.35");
  if (context.reaches("1.33")) config.mergeDefaultEvictionSettings ??= false;
  if (context.reaches("1.36")) fill(config, { memoryReservationPolicy: "None" }, isZero);
  if (!context.reaches("1.37")) config.memoryThrottlingFactor ??= 0.9;
  if (isEnabled("KubeletCrashLoopBackOffMax")) {
    config.crashLoopBackOff ??= {};
    config.crashLoopBackOff.maxContainerRestartPeriod ??= "5m0s";
  }
  if (isEnabled("KubeletEnsureSecretPulledImages")) {
    fill(config, { imagePullCredentialsVerificationPolicy: "NeverVerifyPreloadedImages" }, isZero);
  }
}

function fill<T extends object>(target: T, values: Partial<T>, isMissing: (value: unknown) => boolean): void {
  const fields = target as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    if (isMissing(memberOf(fields, name))) setMember(fields, name, value);
  }
}

const isAbsent = (value: unknown): boolean => value === undefined;
const isZero = (value: unknown): boolean => value === undefined || value === 0 || value === "";

function isZeroDuration(value: unknown): boolean {
  if (typeof value !== "string") return value === undefined;
  const duration = parseDuration(value);
  return duration.ok && duration.value === 0n;
}
