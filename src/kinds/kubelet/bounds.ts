/**
 * Numbers and durations with bounds in the kubelet configuration.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { formatDuration, nanosOf } from "../../text/duration.ts";

interface NumberBound {
  readonly field: keyof KubeletConfiguration;
  readonly min: number;
  readonly max?: number;
  /** The first release that validates the field. */
  readonly since?: string;
}

const maxPort = 65_535;

const numberBounds: readonly NumberBound[] = [
  { field: "nodeLeaseDurationSeconds", min: 1 },
  { field: "eventBurst", min: 0 },
  { field: "eventRecordQPS", min: 0 },
  { field: "healthzPort", min: 0, max: maxPort },
  { field: "imageGCHighThresholdPercent", min: 0, max: 100 },
  { field: "imageGCLowThresholdPercent", min: 0, max: 100 },
  { field: "iptablesDropBit", min: 0, max: 31 },
  { field: "iptablesMasqueradeBit", min: 0, max: 31 },
  { field: "kubeAPIBurst", min: 0 },
  { field: "kubeAPIQPS", min: 0 },
  { field: "nodeStatusMaxImages", min: -1 },
  { field: "maxOpenFiles", min: 0 },
  { field: "maxPods", min: 0 },
  { field: "oomScoreAdj", min: -1000, max: 1000 },
  { field: "podsPerCore", min: 0 },
  { field: "port", min: 1, max: maxPort },
  { field: "readOnlyPort", min: 0, max: maxPort },
  { field: "registryBurst", min: 0 },
  { field: "registryPullQPS", min: 0 },
  { field: "maxParallelImagePulls", min: 1 },
  { field: "containerLogMaxWorkers", min: 1 },
  { field: "containerLogMaxFiles", min: 2 },
];

const numbers = rule<KubeletConfiguration>(
  { id: "kubelet/number-range", severity: "error", summary: "numbers are within the kubelet's bounds" },
  (config, place) => {
    for (const { field, min, max } of numberBounds) {
      const value = config[field];
      if (typeof value !== "number" && typeof value !== "bigint") continue;
      if (value >= min && (max === undefined || value <= max)) continue;
      const bounds = max === undefined ? `must be ${min} or above` : `must be from ${min} to ${max}`;
      place.at(field).say(`${bounds}; got ${value}`, { value: Number(value) });
    }
  },
);

interface DurationBound {
  readonly field: keyof KubeletConfiguration;
  readonly min: string;
  readonly max?: string;
  readonly since?: string;
  /** The feature gate without which the field is not validated. */
  readonly gate?: string;
  /** Whether zero is allowed in addition to the range. */
  readonly allowsZero?: true;
}

const durationBounds: readonly DurationBound[] = [
  { field: "imageMinimumGCAge", min: "0s", since: "1.36" },
  { field: "imageMaximumGCAge", min: "0s" },
  { field: "syncFrequency", min: "1ns" },
  { field: "containerLogMonitorInterval", min: "3s" },
  { field: "cpuCFSQuotaPeriod", min: "1ms", max: "1s", gate: "CustomCPUCFSQuotaPeriod" },
  { field: "shutdownGracePeriod", min: "1s", gate: "GracefulNodeShutdown", allowsZero: true },
  { field: "shutdownGracePeriodCriticalPods", min: "1s", gate: "GracefulNodeShutdown", allowsZero: true },
];

const durations = rule<KubeletConfiguration>(
  {
    id: "kubelet/duration-range",
    severity: "error",
    summary: "durations are within the kubelet's bounds",
  },
  (config, place, visit) => {
    const checkOne = (
      path: readonly string[],
      text: unknown,
      { min, max, allowsZero }: Omit<DurationBound, "field">,
    ) => {
      const nanos = nanosOf(text);
      if (nanos === undefined || (allowsZero && nanos === 0n)) return;
      if (nanos >= (nanosOf(min) ?? 0n) && (max === undefined || nanos <= (nanosOf(max) ?? 0n))) return;
      const bounds = max === undefined ? `must be ${min} or longer` : `must be from ${min} to ${max}`;
      place
        .along(path)
        .say(`${bounds}${allowsZero ? ", or 0s" : ""}; got ${formatDuration(nanos)}`, { value: String(text) });
    };
    for (const bound of durationBounds) {
      if (bound.since && !visit.reaches(bound.since)) continue;
      if (bound.gate && !visit.isEnabled(bound.gate)) continue;
      checkOne([bound.field], config[bound.field], bound);
    }
    if (visit.isEnabled("KubeletCrashLoopBackOffMax")) {
      const period = wholeMilliseconds(config.crashLoopBackOff?.maxContainerRestartPeriod);
      checkOne(["crashLoopBackOff", "maxContainerRestartPeriod"], period, { min: "1s", max: "5m0s" });
    }
  },
);

const nanosPerMillisecond = 1_000_000n;

/** Truncates the restart period to milliseconds, as the kubelet does before it compares it. */
function wholeMilliseconds(text: string | undefined): string | undefined {
  const nanos = nanosOf(text);
  return nanos === undefined ? undefined : formatDuration((nanos / nanosPerMillisecond) * nanosPerMillisecond);
}

export const boundRules: readonly Rule<KubeletConfiguration>[] = [numbers, durations];
