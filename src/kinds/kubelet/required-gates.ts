/**
 * Fields of the kubelet configuration that require a feature gate.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { nanosOf } from "../../text/duration.ts";

interface GatedField {
  readonly gate: string;
  readonly path: FieldPath;
  /** The first release that validates this, and the first that no longer does. */
  readonly since?: string;
  readonly until?: string;
  isSet(config: KubeletConfiguration): boolean;
}

const isPositive = (duration: string | undefined): boolean => (nanosOf(duration) ?? 0n) > 0n;
const hasItems = (map: Readonly<Record<string, unknown>> | undefined): boolean => Object.keys(map ?? {}).length > 0;

/** The default of older releases. Files that still contain it are accepted. */
const formerThrottlingFactor = 0.9;

const gatedFields: readonly GatedField[] = [
  {
    gate: "CustomCPUCFSQuotaPeriod",
    path: ["cpuCFSQuotaPeriod"],
    isSet: ({ cpuCFSQuotaPeriod: period }) => period !== undefined && nanosOf(period) !== nanosOf("100ms"),
  },
  {
    gate: "ImageMaximumGCAge",
    path: ["imageMaximumGCAge"],
    isSet: ({ imageMaximumGCAge: age }) => (nanosOf(age) ?? 0n) !== 0n,
  },
  {
    gate: "RotateKubeletServerCertificate",
    path: ["serverTLSBootstrap"],
    isSet: ({ serverTLSBootstrap }) => serverTLSBootstrap === true,
  },
  {
    gate: "GracefulNodeShutdown",
    path: ["shutdownGracePeriod"],
    isSet: ({ shutdownGracePeriod }) => isPositive(shutdownGracePeriod),
  },
  {
    gate: "GracefulNodeShutdown",
    path: ["shutdownGracePeriodCriticalPods"],
    isSet: ({ shutdownGracePeriodCriticalPods }) => isPositive(shutdownGracePeriodCriticalPods),
  },
  {
    gate: "GracefulNodeShutdownBasedOnPodPriority",
    path: ["shutdownGracePeriodByPodPriority"],
    isSet: ({ shutdownGracePeriodByPodPriority = [] }) => shutdownGracePeriodByPodPriority.length > 0,
  },
  {
    gate: "NodeSwap",
    path: ["memorySwap", "swapBehavior"],
    isSet: ({ memorySwap }) => Boolean(memorySwap?.swapBehavior),
  },
  {
    gate: "KubeletCrashLoopBackOffMax",
    path: ["crashLoopBackOff", "maxContainerRestartPeriod"],
    since: "1.32",
    isSet: ({ crashLoopBackOff }) => crashLoopBackOff?.maxContainerRestartPeriod !== undefined,
  },
  {
    gate: "KubeletEnsureSecretPulledImages",
    path: ["imagePullCredentialsVerificationPolicy"],
    since: "1.33",
    isSet: ({ imagePullCredentialsVerificationPolicy }) => Boolean(imagePullCredentialsVerificationPolicy),
  },
  {
    gate: "KubeletEnsureSecretPulledImages",
    path: ["preloadedImagesVerificationAllowlist"],
    since: "1.33",
    isSet: ({ preloadedImagesVerificationAllowlist = [] }) => preloadedImagesVerificationAllowlist.length > 0,
  },
  {
    gate: "DefaultPodSysctls",
    path: ["defaultPodSysctls"],
    since: "1.37",
    isSet: ({ defaultPodSysctls }) => hasItems(defaultPodSysctls),
  },
  {
    gate: "MemoryQoS",
    path: ["memoryThrottlingFactor"],
    since: "1.37",
    isSet: ({ memoryThrottlingFactor: factor }) => factor !== undefined && factor !== formerThrottlingFactor,
  },
  {
    gate: "MemoryQoS",
    path: ["memoryReservationPolicy"],
    since: "1.36",
    isSet: ({ memoryReservationPolicy }) => memoryReservationPolicy === "TieredReservation",
  },
  {
    gate: "NodeLogQuery",
    path: ["enableSystemLogQuery"],
    isSet: ({ enableSystemLogQuery }) => enableSystemLogQuery === true,
  },
  { gate: "KubeletTracing", path: ["tracing"], until: "1.34", isSet: ({ tracing }) => tracing !== undefined },
  {
    gate: "TopologyManagerPolicyOptions",
    path: ["topologyManagerPolicyOptions"],
    isSet: ({ topologyManagerPolicyOptions: options }) => options !== undefined,
  },
];

const gateRequired = rule<KubeletConfiguration>(
  {
    id: "kubelet/feature-gate-required",
    severity: "error",
    cause: "forbidden",
    summary: "a field is set only while its feature gate is on",
  },
  (config, place, visit) => {
    for (const { gate, path, since, until, isSet } of gatedFields) {
      const isChecked = (!since || visit.reaches(since)) && !(until && visit.reaches(until));
      if (!isChecked || visit.isEnabled(gate) || !isSet(config)) continue;
      place.along(path).say(`may be set only with the feature gate ${gate}, which is off`, {
        atKey: true,
        help: `set \`featureGates.${gate}: true\`, or remove the field`,
      });
    }
  },
);

export const requiredGateRules: readonly Rule<KubeletConfiguration>[] = [gateRequired];
