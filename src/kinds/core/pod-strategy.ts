/**
 * The changes that kube-apiserver makes to a pod when it is written, and the grace period of a pod's deletion.
 *
 * @module
 */
import type { Pod, PodAffinityTerm, PodSpec } from "../../api/types/core-v1.ts";
import type { LabelSelector } from "../../api/types/meta-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Resource, UpdateContext } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { countGeneration } from "../meta/generation.ts";
import { keepClientMetadata, keepStored } from "../meta/stored-part.ts";
import { restoreEvictionTolerations } from "./default-admission.ts";
import { appArmorFieldOf, appArmorPrefix } from "./pod-annotation-rules.ts";
import { qosClassOf } from "./pod-qos.ts";
import { volumeResizeGate } from "./pod-resize-volumes.ts";

type Labels = Readonly<Record<string, string>>;

/**
 * Adds requirements to a selector so that it selects pods that have, or do not have, the pod's own values of these
 * labels.
 */
function addOwnLabelRequirements(
  selector: LabelSelector | undefined,
  keys: readonly string[] = [],
  { operator, labels }: { readonly operator: "In" | "NotIn"; readonly labels: Labels },
): void {
  if (!selector) return;
  const added = keys.flatMap((key) => {
    const value = memberOf(labels, key);
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
  if (added.length > 0) selector.matchExpressions = [...(selector.matchExpressions ?? []), ...added];
}

function affinityTerms({ affinity }: PodSpec): readonly PodAffinityTerm[] {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((each) => [
    ...(each?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap((item) => item.podAffinityTerm ?? []),
    ...(each?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
  ]);
}

/** Converts label keys in scheduling constraints to requirements with the values that the pod has at creation. */
function resolveMatchLabelKeys(spec: PodSpec, labels: Labels, context: RuleContext): void {
  if (context.isEnabled("MatchLabelKeysInPodAffinity")) {
    for (const { labelSelector, matchLabelKeys, mismatchLabelKeys } of affinityTerms(spec)) {
      addOwnLabelRequirements(labelSelector, matchLabelKeys, { operator: "In", labels });
      addOwnLabelRequirements(labelSelector, mismatchLabelKeys, { operator: "NotIn", labels });
    }
  }
  if (context.isEnabled("MatchLabelKeysInPodTopologySpreadSelectorMerge")) {
    for (const { labelSelector, matchLabelKeys } of spec.topologySpreadConstraints ?? []) {
      addOwnLabelRequirements(labelSelector, matchLabelKeys, { operator: "In", labels });
    }
  }
}

const gatedCondition = {
  type: "PodScheduled",
  status: "False",
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
};

/** Fields of the status that kube-apiserver keeps if the kubelet omits them. */
const keptStatusFields = [
  "qosClass",
  "resourceClaimStatuses",
  "extendedResourceClaimStatus",
  "nodeAllocatableResourceClaimStatuses",
  "observedGeneration",
] as const;

function keepStatusParts(object: Pod, oldObject: Pod): void {
  object.status ??= {};
  for (const name of keptStatusFields)
    if (!object.status[name]) keepStored(name, object.status, oldObject.status ?? {});
  const stored = [...(oldObject.status?.conditions ?? [])];
  for (const condition of object.status.conditions ?? []) {
    const index = stored.findIndex(({ type }) => type === condition.type);
    const [before] = index < 0 ? [] : stored.splice(index, 1);
    if (!condition.observedGeneration && before) keepStored("observedGeneration", condition, before);
  }
}

/** Keeps the stored values of everything that a write of the subresource cannot change. */
function prepareForSubresource(subresource: string, object: Pod, oldObject: Pod, context: UpdateContext): void {
  const { spec: written = {} } = object;
  if (subresource === "status") {
    keepStored("spec", object, oldObject);
    object.metadata ??= {};
    keepStored("ownerReferences", object.metadata, oldObject.metadata ?? {});
    keepStatusParts(object, oldObject);
  } else if (subresource === "ephemeralcontainers" || subresource === "resize") {
    keepStored("status", object, oldObject);
    keepClientMetadata(object, oldObject);
    object.spec =
      subresource === "resize"
        ? withRequestedResources(written, oldObject.spec ?? {}, context)
        : { ...oldObject.spec, ephemeralContainers: written.ephemeralContainers ?? [] };
    countGeneration(object, oldObject);
  }
}

type Containers = NonNullable<PodSpec["containers"]>;

/**
 * Returns the stored spec with the resources from the request. Returns the spec of the request if its containers
 * differ, so that the rules report it.
 */
function withRequestedResources(written: PodSpec, stored: PodSpec, { isEnabled }: UpdateContext): PodSpec {
  const { initContainers = [] } = written;
  const containers = written.containers ?? [];
  const before = stored.containers ?? [];
  if (containers.length !== before.length || initContainers.length !== (stored.initContainers ?? []).length) {
    return written;
  }
  const spec: PodSpec = { ...stored, containers: withResources(containers, before) };
  if (stored.initContainers) spec.initContainers = withResources(initContainers, stored.initContainers);
  if (written.resources) spec.resources = written.resources;
  if (isEnabled(volumeResizeGate)) keepStored("volumes", spec, written);
  return spec;
}

function withResources(written: Containers, stored: Containers): Containers {
  if (written.some(({ name }, index) => name !== stored[index]?.name)) return written;
  return stored.map((container, index) => {
    const changed = { ...container };
    keepStored("resources", changed, written[index] ?? {});
    keepStored("resizePolicy", changed, written[index] ?? {});
    return changed;
  });
}

/**
 * Returns the grace period of a deletion; 0 for a pod that is not scheduled or has ended, which is deleted immediately.
 */
function gracePeriodSeconds({ spec = {}, status = {} }: Pod, asked: number | undefined): number {
  const period = asked ?? Number(spec.terminationGracePeriodSeconds ?? 0);
  if (!spec.nodeName || status.phase === "Failed" || status.phase === "Succeeded") return 0;
  return period < 0 ? 1 : period;
}

function selectableFields({ spec = {}, status = {} }: Pod): Readonly<Record<string, string>> {
  return {
    "spec.nodeName": spec.nodeName ?? "",
    "spec.host": spec.nodeName ?? "",
    "spec.restartPolicy": spec.restartPolicy ?? "",
    "spec.schedulerName": spec.schedulerName ?? "",
    "spec.serviceAccountName": spec.serviceAccountName ?? "",
    "spec.hostNetwork": String(spec.hostNetwork ?? false),
    "status.phase": status.phase ?? "",
    "status.podIP": status.podIPs?.[0]?.ip ?? "",
    // A field that selectors may use, although it is empty for every pod.
    "status.podIPs": "",
    "status.nominatedNodeName": status.nominatedNodeName ?? "",
  };
}

const admittedFields = ["priority", "preemptionPolicy"] as const;

/** Keeps the fields that admission sets at creation, and sets again if an update omits them. */
function keepAdmittedFields(spec: PodSpec, stored: PodSpec): void {
  for (const name of admittedFields) if (spec[name] === undefined) keepStored(name, spec, stored);
}

/** Copies AppArmor annotations to the fields of the containers, unless the profile of the pod is the same. */
function copyAppArmor(spec: PodSpec, annotations: Readonly<Record<string, string>> | undefined): void {
  if (!annotations || spec.os?.name === "windows") return;
  for (const container of [...(spec.initContainers ?? []), ...(spec.containers ?? [])]) {
    const annotation = memberOf(annotations, appArmorPrefix + (container.name ?? ""));
    if (annotation === undefined || container.securityContext?.appArmorProfile) continue;
    const profile = appArmorFieldOf(annotation);
    if (!profile || semanticEqual(profile, spec.securityContext?.appArmorProfile)) continue;
    container.securityContext = { ...container.securityContext, appArmorProfile: profile };
  }
}

type Strategy = Pick<
  Resource<Pod>,
  | "resetFields"
  | "selectableFields"
  | "prepareForCreate"
  | "prepareForUpdate"
  | "readmit"
  | "prepareForSubresource"
  | "gracePeriodSeconds"
>;

export const podStrategy: Strategy = {
  resetFields: { "": ["status"], status: ["spec", "metadata.deletionTimestamp", "metadata.ownerReferences"] },
  selectableFields,
  prepareForCreate(object, context) {
    object.spec ??= {};
    copyAppArmor(object.spec, object.metadata?.annotations);
    resolveMatchLabelKeys(object.spec, object.metadata?.labels ?? {}, context);
    const isGated = (object.spec.schedulingGates ?? []).length > 0;
    object.status = {
      phase: "Pending",
      qosClass: qosClassOf(object.spec, context),
      ...(isGated
        ? { conditions: [{ ...gatedCondition, lastTransitionTime: object.metadata?.creationTimestamp ?? "" }] }
        : {}),
    };
  },
  readmit: restoreEvictionTolerations,
  prepareForUpdate(object, oldObject) {
    keepStored("status", object, oldObject);
    keepAdmittedFields(object.spec ?? {}, oldObject.spec ?? {});
    countGeneration(object, oldObject);
  },
  prepareForSubresource,
  gracePeriodSeconds,
};
