/**
 * Images on the node: when they are removed, how they are pulled, and who may use those that are there.
 *
 * @module
 */
import { imageNameFault } from "../../lexical/image-reference.ts";
import type { Rule } from "../../rule/rule.ts";
import { nanosOf } from "./bounds.ts";
import type { KubeletConfiguration } from "./kubelet-schema.ts";

const gcThresholds: Rule<KubeletConfiguration> = {
  id: "kubelet/image-gc-thresholds",
  severity: "error",
  summary: "images are removed down to a lower disk usage than the one that starts it",
  check({ imageGCLowThresholdPercent: low = 80, imageGCHighThresholdPercent: high = 85 }, _context, report) {
    if (low < high) return;
    report({
      path: ["imageGCLowThresholdPercent"],
      message: `must be less than imageGCHighThresholdPercent (${high}); got ${low}`,
      see: { path: ["imageGCHighThresholdPercent"], message: "the high threshold" },
      value: low,
    });
  },
};

const gcAges: Rule<KubeletConfiguration> = {
  id: "kubelet/image-gc-ages",
  severity: "error",
  summary: "the age at which images are removed is above the age up to which they are kept",
  check({ imageMaximumGCAge: max, imageMinimumGCAge: min }, _context, report) {
    const longest = nanosOf(max) ?? 0n;
    if (longest <= 0n || longest > (nanosOf(min) ?? 0n)) return;
    report({
      path: ["imageMaximumGCAge"],
      message: `must be longer than imageMinimumGCAge (${min}); got ${max}`,
      see: { path: ["imageMinimumGCAge"], message: "the minimum" },
      ...(max === undefined ? {} : { value: max }),
    });
  },
};

const parallelPulls: Rule<KubeletConfiguration> = {
  id: "kubelet/parallel-pulls",
  severity: "error",
  summary: "images are pulled in parallel only if pulls are not serialized",
  check({ maxParallelImagePulls: max = 1, serializeImagePulls }, _context, report) {
    if (max <= 1 || !serializeImagePulls) return;
    report({
      path: ["maxParallelImagePulls"],
      message: `must be 1 while serializeImagePulls is true; got ${max}`,
      help: "set `serializeImagePulls: false`, or leave it out",
      see: { path: ["serializeImagePulls"], message: "pulls are serialized here" },
      value: max,
    });
  },
};

const allowlistPolicy = "NeverVerifyAllowlistedImages";

const allowlist: Rule<KubeletConfiguration> = {
  id: "kubelet/image-allowlist",
  severity: "error",
  summary: "an allowlist of images needs its policy, and its entries are names without tag, or end in /*",
  check(config, context, report) {
    const { imagePullCredentialsVerificationPolicy: policy, preloadedImagesVerificationAllowlist: patterns = [] } =
      config;
    if (patterns.length === 0 || !context.isEnabled("KubeletEnsureSecretPulledImages")) return;
    if (policy !== allowlistPolicy) {
      report({
        path: ["preloadedImagesVerificationAllowlist"],
        atKey: true,
        cause: "forbidden",
        message: `may be set only with \`imagePullCredentialsVerificationPolicy: ${allowlistPolicy}\`; it is ${policy}`,
        help: "set the policy, or remove the list",
      });
      return;
    }
    for (const [index, pattern] of patterns.entries()) {
      const fault = patternFault(pattern);
      const path = ["preloadedImagesVerificationAllowlist", index];
      if (fault) report({ path, message: `${fault}; got ${JSON.stringify(pattern)}`, value: pattern });
    }
  },
};

function patternFault(pattern: string): string | undefined {
  if (pattern !== pattern.trim()) return "must not begin or end with a space";
  const isWildcard = pattern.endsWith("/*");
  const name = isWildcard ? pattern.slice(0, -1) : pattern;
  if (name === "") return "must not be empty";
  if (name.includes("*")) return "may have a `*` only after a slash at the end";
  if (isWildcard) return name === "/" ? "must name a registry before `/*`" : undefined;
  return imageNameFault(name);
}

export const imageRules: readonly Rule<KubeletConfiguration>[] = [gcThresholds, gcAges, parallelPulls, allowlist];
