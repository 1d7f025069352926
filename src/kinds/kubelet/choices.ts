/**
 * Fields of the kubelet configuration that allow only a few texts.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";

interface Choice {
  readonly path: readonly string[];
  readonly of: (config: KubeletConfiguration) => string | undefined;
  readonly accepted: readonly string[];
  /** The feature gate without which the field is not validated. */
  readonly gate?: string;
  readonly since?: string;
}

const choices: readonly Choice[] = [
  {
    path: ["topologyManagerPolicy"],
    of: (config) => config.topologyManagerPolicy,
    accepted: ["none", "best-effort", "restricted", "single-numa-node"],
  },
  { path: ["topologyManagerScope"], of: (config) => config.topologyManagerScope, accepted: ["container", "pod"] },
  {
    path: ["hairpinMode"],
    of: (config) => config.hairpinMode,
    accepted: ["promiscuous-bridge", "hairpin-veth", "none"],
  },
  {
    path: ["memorySwap", "swapBehavior"],
    of: (config) => config.memorySwap?.swapBehavior,
    accepted: ["LimitedSwap", "NoSwap"],
    gate: "NodeSwap",
  },
  {
    path: ["imagePullCredentialsVerificationPolicy"],
    of: (config) => config.imagePullCredentialsVerificationPolicy,
    accepted: ["NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages", "AlwaysVerify"],
    gate: "KubeletEnsureSecretPulledImages",
  },
  {
    path: ["memoryReservationPolicy"],
    of: (config) => config.memoryReservationPolicy,
    accepted: ["None", "TieredReservation"],
    since: "1.36",
  },
  { path: ["cpuManagerPolicy"], of: (config) => config.cpuManagerPolicy, accepted: ["none", "static"] },
  { path: ["memoryManagerPolicy"], of: (config) => config.memoryManagerPolicy, accepted: ["None", "Static"] },
  { path: ["authorization", "mode"], of: (config) => config.authorization?.mode, accepted: ["AlwaysAllow", "Webhook"] },
  {
    path: ["configMapAndSecretChangeDetectionStrategy"],
    of: (config) => config.configMapAndSecretChangeDetectionStrategy,
    accepted: ["Get", "Cache", "Watch"],
  },
  {
    path: ["tlsMinVersion"],
    of: (config) => config.tlsMinVersion,
    accepted: ["VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13"],
  },
];

const oneOf = rule<KubeletConfiguration>(
  {
    id: "kubelet/choice",
    severity: "error",
    cause: "unsupported",
    summary: "policies, modes and strategies have values that the kubelet knows",
  },
  (config, place, visit) => {
    for (const choice of choices) {
      const value = choice.of(config);
      if (!value || choice.accepted.includes(value) || !isChecked(choice, visit)) continue;
      const accepted = choice.accepted.map((each) => JSON.stringify(each)).join(", ");
      const meant = closest(value, choice.accepted);
      place.along(choice.path).say(`must be one of ${accepted}; got ${JSON.stringify(value)}`, {
        ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
        value,
      });
    }
  },
);

function isChecked({ gate, since }: Choice, context: RuleContext): boolean {
  return (!since || context.reaches(since)) && (!gate || context.isEnabled(gate));
}

/** Only a warning: the kubelet asks the container runtime first, and treats every other text as `cgroupfs`. */
const cgroupDriver = rule<KubeletConfiguration>(
  { id: "kubelet/cgroup-driver", severity: "warning", summary: "the cgroup driver is cgroupfs or systemd" },
  ({ cgroupDriver: driver = "cgroupfs" }, place) => {
    if (driver === "cgroupfs" || driver === "systemd") return;
    place.at("cgroupDriver").invalid('should be "cgroupfs" or "systemd"; the kubelet treats it as "cgroupfs"', driver, {
      help: "write `cgroupDriver: systemd` on a node with systemd",
    });
  },
);

export const choiceRules: readonly Rule<KubeletConfiguration>[] = [oneOf, cgroupDriver];
