/**
 * Graceful shutdown of the node: the time that pods get to terminate.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { nanosOf } from "../../text/duration.ts";

const criticalPods = rule<KubeletConfiguration>(
  {
    id: "kubelet/shutdown-critical-pods",
    severity: "error",
    summary: "`shutdownGracePeriodCriticalPods` is at most `shutdownGracePeriod`",
  },
  (config, place, visit) => {
    const { shutdownGracePeriod: total = "0s", shutdownGracePeriodCriticalPods: critical = "0s" } = config;
    if (!visit.isEnabled("GracefulNodeShutdown")) return;
    if ((nanosOf(critical) ?? 0n) <= (nanosOf(total) ?? 0n)) return;
    place
      .at("shutdownGracePeriodCriticalPods")
      .say(`must be no longer than shutdownGracePeriod (${total}); got ${critical}`, {
        see: place.at("shutdownGracePeriod").note("the whole period"),
        value: critical,
      });
  },
);

const oneWay = rule<KubeletConfiguration>(
  {
    id: "kubelet/shutdown-by-priority",
    severity: "error",
    cause: "forbidden",
    summary: "shutdown grace periods are set either for all pods or by priority",
  },
  (config, place, visit) => {
    const { shutdownGracePeriodByPodPriority: byPriority = [] } = config;
    if (byPriority.length === 0 || !visit.isEnabled("GracefulNodeShutdownBasedOnPodPriority")) return;
    const other = (["shutdownGracePeriod", "shutdownGracePeriodCriticalPods"] as const).find(
      (field) => (nanosOf(config[field]) ?? 0n) > 0n,
    );
    if (!other) return;
    place.at("shutdownGracePeriodByPodPriority").say(`may not be set together with \`${other}\``, {
      atKey: true,
      see: place.at(other).note("the period of all pods"),
    });
  },
);

export const shutdownRules: readonly Rule<KubeletConfiguration>[] = [criticalPods, oneWay];
