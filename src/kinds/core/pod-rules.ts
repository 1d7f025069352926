/**
 * All rules about pods, for pods themselves and for the templates of workloads.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { labelRules } from "../meta/object-meta-rules.ts";
import { containerRules } from "./container-rules.ts";
import { envRules } from "./env-rules.ts";
import { hostRules } from "./host-rules.ts";
import { networkRules } from "./network-rules.ts";
import { podAnnotationRules } from "./pod-annotation-rules.ts";
import { onPod, type PodRule } from "./pod-rule.ts";
import type { PodSpec } from "./pod-spec.ts";
import type { PodTemplateSpec } from "./pod-template-spec.ts";
import { portRules } from "./port-rules.ts";
import { probeRules } from "./probe-rules.ts";
import { projectedVolumeRules } from "./projected-volume-rules.ts";
import { resourceRules } from "./resource-rules.ts";
import { restartRules } from "./restart-rules.ts";
import { schedulingRules } from "./scheduling-rules.ts";
import { securityContextRules } from "./security-context-rules.ts";
import { volumeMountRules } from "./volume-mount-rules.ts";
import { volumeRules } from "./volume-rules.ts";

const rules: readonly PodRule[] = [
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
];

interface HasSpec {
  readonly spec?: PodSpec;
}

/** The rules of a pod itself; its metadata has rules of its own. */
export const podRules: readonly Rule<HasSpec>[] = onPod<HasSpec>(rules, { at: [], isPod: true, of: (pod) => pod });

/**
 * The rules of the pod template at `at`, metadata included.
 *
 * @param at - where the template stands, `["spec", "template"]`
 */
export function podTemplateRules<T>(at: FieldPath, of: (object: T) => PodTemplateSpec | undefined): readonly Rule<T>[] {
  return [
    ...within(labelRules, (object: T) => [{ path: at, value: of(object) ?? {} }]),
    ...onPod<T>(rules, { at, isPod: false, of }),
  ];
}
