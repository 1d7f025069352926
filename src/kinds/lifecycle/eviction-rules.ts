/**
 * Rules of lifecycle.k8s.io EvictionRequest and Eviction: the pod to evict, and the counters of the status.
 *
 * @module
 */
import type { EvictionTarget } from "../../api/types/lifecycle-v1alpha1.ts";
import { type Demand, required, text, unionText } from "../../rule/demand.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { isUuid } from "../../text/string-formats.ts";
import { statusConditions } from "../meta/status-rules.ts";

interface EvictionLike {
  readonly spec?: { readonly target?: EvictionTarget };
  readonly status?: { readonly observedGeneration?: number | bigint };
}

const uuid: Demand<string> = (value, place) => {
  if (value.length === 36 && isUuid(value) && value === value.toLowerCase()) return;
  const serverText = `${quoteGo(value)}: must be a lowercase UUID in 8-4-4-4-12 format`;
  place.invalid("must be a UUID in lower case with dashes", value, { serverText });
};

const target = rule<EvictionLike>(
  { id: "eviction/target", severity: "error", summary: "the target names a pod by its name and UID" },
  ({ spec }, place, { oldObject, subresource }) => {
    // Another rule reports a changed target; a stored target is valid.
    if (subresource === "status" || oldObject !== undefined) return;
    const at = place.at("spec", "target");
    const { pod } = spec?.target ?? {};
    if (!pod) {
      at.say("must have `pod`", { cause: "invalid", atKey: true, serverText: unionText([], ["pod"]) });
      return;
    }
    required(pod.name, at.at("pod", "name"), text(validateDns1123Subdomain));
    required(pod.uid, at.at("pod", "uid"), uuid);
  },
);

const fixed = rule<EvictionLike>(
  { id: "eviction/immutable", severity: "error", summary: "the target of an eviction is immutable" },
  ({ spec }, place, { oldObject }) => {
    if (oldObject === undefined || semanticEqual(spec?.target, oldObject.spec?.target)) return;
    place.at("spec", "target").say("field is immutable", { atKey: true });
  },
);

const generation = rule<EvictionLike>(
  {
    id: "eviction/generation",
    severity: "error",
    summary: "`observedGeneration` is above 0, does not decrease, and is not removed",
  },
  ({ status }, place, { oldObject, subresource }) => {
    if (subresource !== "status") return;
    const [now, before] = [status?.observedGeneration, oldObject?.status?.observedGeneration];
    const at = place.at("status", "observedGeneration");
    if (now === undefined) {
      if (before !== undefined) at.say(`must stay ${before} or above`, { cause: "invalid" });
      return;
    }
    if (now === before) return;
    if (now < 1) at.invalid("must be above 0", now);
    if (before !== undefined && now < before) at.invalid(`must be ${before} or above, as before`, now);
  },
);

export const evictionRules = <T extends EvictionLike>(): readonly Rule<T>[] =>
  [target, fixed, generation, statusConditions("common")] as readonly Rule<T>[];
