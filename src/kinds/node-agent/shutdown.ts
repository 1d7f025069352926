/**
 * Graceful shutdown of the node: how long pods may take.
 *
 * @module
 */
import type { Rule } from "../../rule/rule.ts";
import { nanosOf } from "./bounds.ts";
import type { KubeletConfiguration } from "./kubelet-schema.ts";

const criticalPods: Rule<KubeletConfiguration> = {
  id: "kubelet/shutdown-critical-pods",
  severity: "error",
  summary: "critical pods get no more of a shutdown than the shutdown takes",
  check(config, context, report) {
    const { shutdownGracePeriod: total = "0s", shutdownGracePeriodCriticalPods: critical = "0s" } = config;
    if (!context.isEnabled("GracefulNodeShutdown")) return;
    if ((nanosOf(critical) ?? 0n) <= (nanosOf(total) ?? 0n)) return;
    report({
      path: ["shutdownGracePeriodCriticalPods"],
      message: `must be no longer than shutdownGracePeriod (${total}); got ${critical}`,
      see: { path: ["shutdownGracePeriod"], message: "the whole period" },
      value: critical,
    });
  },
};

const oneWay: Rule<KubeletConfiguration> = {
  id: "kubelet/shutdown-by-priority",
  severity: "error",
  cause: "forbidden",
  summary: "periods of a shutdown are set for all pods or by priority, not both",
  check(config, context, report) {
    const { shutdownGracePeriodByPodPriority: byPriority = [] } = config;
    if (byPriority.length === 0 || !context.isEnabled("GracefulNodeShutdownBasedOnPodPriority")) return;
    const other = (["shutdownGracePeriod", "shutdownGracePeriodCriticalPods"] as const).find(
      (field) => (nanosOf(config[field]) ?? 0n) > 0n,
    );
    if (!other) return;
    report({
      path: ["shutdownGracePeriodByPodPriority"],
      atKey: true,
      message: `may not be set together with \`${other}\``,
      see: { path: [other], message: "the period of all pods" },
    });
  },
};

export const shutdownRules: readonly Rule<KubeletConfiguration>[] = [criticalPods, oneWay];
