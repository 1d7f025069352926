/**
 * kubelet.config.k8s.io/v1beta1 KubeletConfiguration: the settings of a node's kubelet. Other files of this folder
 * contain its defaults, and the rules by topic.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import { within } from "../../rule/within.ts";
import { loggingRules } from "../component/logging.ts";
import { tracingRules } from "../component/tracing.ts";
import { kind } from "../kind.ts";
import { boundRules } from "./bounds.ts";
import { choiceRules } from "./choices.ts";
import { evictionRules } from "./eviction.ts";
import { featureGateRules, withConfiguredGates } from "./feature-gates.ts";
import { imageRules } from "./images.ts";
import { applyKubeletDefaults } from "./kubelet-defaults.ts";
import { nodeAllocatableRules } from "./node-allocatable.ts";
import { podSettingRules } from "./pod-settings.ts";
import { taintRules } from "./register-with-taints.ts";
import { requiredGateRules } from "./required-gates.ts";
import { resourceManagerRules } from "./resource-managers.ts";
import { servingRules } from "./serving.ts";
import { shutdownRules } from "./shutdown.ts";

export const kubeletConfiguration = kind("kubelet/v1beta1.KubeletConfiguration", {
  moreVersions: [{ name: "v1beta1", group: "nodeagent.config.<domain>", kind: "NodeAgentConfiguration" }],
  notes: { "registerWithTaints[].effect": { enum: null } },
  loader: { flag: "--config", emptyFile: "error", unknownFields: "warning", mayOmit: "nothing" },
  rules: withConfiguredGates<KubeletConfiguration>([
    ...featureGateRules,
    ...requiredGateRules,
    ...boundRules,
    ...choiceRules,
    ...servingRules,
    ...imageRules,
    ...nodeAllocatableRules,
    ...evictionRules,
    ...resourceManagerRules,
    ...shutdownRules,
    ...podSettingRules,
    ...taintRules,
    ...within(loggingRules, ({ logging }: KubeletConfiguration, place, visit) =>
      visit.maybe(logging, place.at("logging")),
    ),
    ...within(tracingRules, ({ tracing }: KubeletConfiguration, place, visit) =>
      visit.maybe(tracing, place.at("tracing")),
    ),
  ]),
  applyDefaults: applyKubeletDefaults,
});
