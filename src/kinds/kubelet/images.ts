/**
 * Images on the node: when the kubelet removes and pulls them, and who may use those that are present.
 *
 * @module
 */
import type { KubeletConfiguration } from "../../api/types/kubelet-v1beta1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { nanosOf } from "../../text/duration.ts";
import { fullImageName, imageNameFault } from "../../text/image-reference.ts";

const gcThresholds = rule<KubeletConfiguration>(
  {
    id: "kubelet/image-gc-thresholds",
    severity: "error",
    summary: "`imageGCHighThresholdPercent` is above `imageGCLowThresholdPercent`",
  },
  ({ imageGCLowThresholdPercent: low = 80, imageGCHighThresholdPercent: high = 85 }, place) => {
    if (low < high) return;
    place.at("imageGCLowThresholdPercent").say(`must be less than imageGCHighThresholdPercent (${high}); got ${low}`, {
      see: place.at("imageGCHighThresholdPercent").note("the high threshold"),
      value: low,
    });
  },
);

const gcAges = rule<KubeletConfiguration>(
  {
    id: "kubelet/image-gc-ages",
    severity: "error",
    summary: "`imageMaximumGCAge` is above `imageMinimumGCAge`",
  },
  ({ imageMaximumGCAge: max, imageMinimumGCAge: min }, place) => {
    const longest = nanosOf(max) ?? 0n;
    if (longest <= 0n || longest > (nanosOf(min) ?? 0n)) return;
    place.at("imageMaximumGCAge").say(`must be longer than imageMinimumGCAge (${min}); got ${max}`, {
      see: place.at("imageMinimumGCAge").note("the minimum"),
      ...(max === undefined ? {} : { value: max }),
    });
  },
);

const parallelPulls = rule<KubeletConfiguration>(
  {
    id: "kubelet/parallel-pulls",
    severity: "error",
    summary: "`maxParallelImagePulls` above 1 needs `serializeImagePulls: false`",
  },
  ({ maxParallelImagePulls: max = 1, serializeImagePulls }, place) => {
    if (max <= 1 || !serializeImagePulls) return;
    place.at("maxParallelImagePulls").say(`must be 1 while serializeImagePulls is true; got ${max}`, {
      help: "set `serializeImagePulls: false`, or omit it",
      see: place.at("serializeImagePulls").note("pulls are serialized here"),
      value: max,
    });
  },
);

const allowlistPolicy = "NeverVerifyAllowlistedImages";

const allowlist = rule<KubeletConfiguration>(
  {
    id: "kubelet/image-allowlist",
    severity: "error",
    summary: "the image allowlist is set only with its policy; entries are image names without tag, or end in `/*`",
  },
  (config, place, visit) => {
    const { imagePullCredentialsVerificationPolicy: policy, preloadedImagesVerificationAllowlist: patterns = [] } =
      config;
    if (patterns.length === 0 || !visit.isEnabled("KubeletEnsureSecretPulledImages")) return;
    if (policy !== allowlistPolicy) {
      place
        .at("preloadedImagesVerificationAllowlist")
        .say(`may be set only with \`imagePullCredentialsVerificationPolicy: ${allowlistPolicy}\`; it is ${policy}`, {
          atKey: true,
          cause: "forbidden",
          help: "set the policy, or remove the list",
        });
      return;
    }
    for (const [index, pattern] of patterns.entries()) {
      const fault = patternFault(pattern, visit);
      const at = place.at("preloadedImagesVerificationAllowlist", index);
      if (fault) at.invalid(fault, pattern);
    }
  },
);

function patternFault(pattern: string, { reaches }: RuleContext): string | undefined {
  if (pattern !== pattern.trim()) return "must not begin or end with a space";
  const isWildcard = pattern.endsWith("/*");
  const name = isWildcard ? pattern.slice(0, -1) : pattern;
  if (name === "") return "must not be empty";
  if (name.includes("*")) return "may have a `*` only after a slash at the end";
  if (isWildcard) return name === "/" ? "must name a registry before `/*`" : undefined;
  const fault = imageNameFault(name);
  if (fault !== undefined || reaches("1.36")) return fault;
  const full = fullImageName(name);
  return full === name ? undefined : `must be the full name before 1.36: ${full}`;
}

export const imageRules: readonly Rule<KubeletConfiguration>[] = [gcThresholds, gcAges, parallelPulls, allowlist];
