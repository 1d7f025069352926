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
  readonly getValue: (config: KubeletConfiguration) => string | undefined;
  readonly accepted: readonly string[];
  /** The feature gate without which the field is not validated. */
  readonly gate?: string;
  readonly since?: string;
}

const choices: readonly Choice[] = [
  {
    path: ["topologyManagerPolicy"],
    getValue: (config) => config.topologyManagerPolicy,
    accepted: ["none", "best-effort", "restricted", "single-numa-node"],
  },
  { path: ["topologyManagerScope"], getValue: (config) => config.topologyManagerScope, accepted: ["container", "pod"] },
  {
    path: ["hairpinMode"],
    getValue: (config) => config.hairpinMode,
    accepted: ["promiscuous-bridge", "hairpin-veth", "none"],
  },
  {
    path: ["memorySwap", "swapBehavior"],
    getValue: (config) => config.memorySwap?.swapBehavior,
    accepted: ["LimitedSwap", "NoSwap"],
    gate: "NodeSwap",
  },
  {
    path: ["imagePullCredentialsVerificationPolicy"],
    getValue: (config) => config.imagePullCredentialsVerificationPolicy,
    accepted: ["NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages", "AlwaysVerify"],
    gate: "KubeletEnsureSecretPulledImages",
  },
  {
    path: ["memoryReservationPolicy"],
    getValue: (config) => config.memoryReservationPolicy,
    accepted: ["None", "TieredReservation"],
    since: "1.36",
  },
  { path: ["cpuManagerPolicy"], getValue: (config) => config.cpuManagerPolicy, accepted: ["none", "static"] },
  { path: ["memoryManagerPolicy"], getValue: (config) => config.memoryManagerPolicy, accepted: ["None", "Static"] },
  {
    path: ["authorization", "mode"],
    getValue: (config) => config.authorization?.mode,
    accepted: ["AlwaysAllow", "Webhook"],
  },
  {
    path: ["configMapAndSecretChangeDetectionStrategy"],
    getValue: (config) => config.configMapAndSecretChangeDetectionStrategy,
    accepted: ["Get", "Cache", "Watch"],
  },
  {
    path: ["tlsMinVersion"],
    getValue: (config) => config.tlsMinVersion,
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
      const value = choice.getValue(config);
      if (!value || choice.accepted.includes(value) || !isValidated(choice, visit)) continue;
      const accepted = choice.accepted.map((each) => JSON.stringify(each)).join(", ");
      const meant = closest(value, choice.accepted);
      place.along(choice.path).say(`must be one of ${accepted}; got ${JSON.stringify(value)}`, {
        ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
        value,
      });
    }
  },
);

function isValidated({ gate, since }: Choice, context: RuleContext): boolean {
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
