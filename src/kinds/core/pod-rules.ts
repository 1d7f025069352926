/**
 * All rules about pods, for pods themselves and for the templates of workloads.
 *
 * @module
 */
import type { PodSpec, PodTemplateSpec } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import type { Rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { labelRules } from "../meta/object-meta-rules.ts";
import { containerRules } from "./container-rules.ts";
import { envRules } from "./env-rules.ts";
import { hostRules } from "./host-rules.ts";
import { networkRules } from "./network-rules.ts";
import { podAdvice } from "./pod-advice.ts";
import { podAnnotationRules } from "./pod-annotation-rules.ts";
import { applyToPodSpecs, type PodLike } from "./pod-rule.ts";
import { portRules } from "./port-rules.ts";
import { probeRules } from "./probe-rules.ts";
import { projectedVolumeRules } from "./projected-volume-rules.ts";
import { resourceRules } from "./resource-rules.ts";
import { restartRules } from "./restart-rules.ts";
import { schedulingRules } from "./scheduling-rules.ts";
import { securityContextRules } from "./security-context-rules.ts";
import { volumeMountRules } from "./volume-mount-rules.ts";
import { volumeRules } from "./volume-rules.ts";

const rules: readonly Rule<PodSpec>[] = [
  ...containerRules,
  ...portRules,
  ...envRules,
  ...resourceRules,
  ...restartRules,
  ...probeRules,
  ...securityContextRules,
  ...volumeRules,
  ...projectedVolumeRules,
  ...volumeMountRules,
  ...schedulingRules,
  ...networkRules,
  ...hostRules,
  ...podAnnotationRules,
  ...podAdvice,
];

const specRules = applyToPodSpecs(rules);

/** The rules of a pod, without those about its metadata. */
export const podRules: readonly Rule<PodLike>[] = specRules;

/**
 * Returns the rules of a pod template, including those about its metadata.
 *
 * @param template - returns the template of an object
 * @param placeIn - returns the place of the template
 */
export function podTemplateRules<T>(
  template: (object: T) => PodTemplateSpec | undefined,
  placeIn: (object: Place<T>) => Place<PodTemplateSpec>,
): readonly Rule<T>[] {
  return within([...templateLabelRules, ...specRules], (object: T, place, visit) => [
    visit.part(template(object) ?? {}, placeIn(place)),
  ]);
}

/** In errors of kube-apiserver, labels and annotations are fields of the template, not of its metadata. */
const templateLabelRules: readonly Rule<PodLike>[] = labelRules.map((rule) => ({
  ...rule,
  run(template, place, visit) {
    const named = place.changing((finding) => {
      const above = place.path;
      return { ...finding, field: [...above, finding.path[above.length + 1] ?? ""] };
    });
    rule.run(template, named, visit);
  },
}));
