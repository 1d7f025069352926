/**
 * LimitRanger: sets the default requests and limits of the namespace's LimitRanges on containers, and rejects pods and
 * claims that exceed the ranges.
 *
 * @module
 */
import type { LimitRange, PersistentVolumeClaim, Pod } from "../../api/types/core-v1.ts";
import { claimFaults, fillInLimits, podFaults } from "../../kinds/core/limits.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { type AdmissionPlugin, isForResource, type PluginParts, refused } from "./plugin.ts";

export function limitRanger({ store, isEnabled }: PluginParts): AdmissionPlugin {
  const rangesFor = ({ target }: AdmissionAttributes) =>
    (store("", "limitranges")?.cached(target.namespace) ?? []) as readonly LimitRange[];
  return {
    async mutate(attempt) {
      if (!isLimitedPod(attempt)) return;
      for (const { spec } of rangesFor(attempt)) fillInLimits(attempt.object as Pod, spec?.limits ?? []);
    },
    async approve(attempt) {
      const isPod = isLimitedPod(attempt);
      if (!isPod && !isLimitedClaim(attempt)) return;
      for (const { spec } of rangesFor(attempt)) {
        // An empty list may be stored as null.
        const limits = spec?.limits ?? [];
        const faults = isPod
          ? podFaults(attempt.object as Pod, limits, isEnabled("PodLevelResources"))
          : claimFaults(attempt.object as PersistentVolumeClaim, limits);
        const [only = "", ...more] = new Set(faults);
        if (only !== "") throw refused(attempt, more.length === 0 ? only : `[${[only, ...more].join(", ")}]`);
      }
    },
  };
}

/** The resources of containers are set when the pod is created, and change only through the subresource `resize`. */
const isLimitedPod = (attempt: AdmissionAttributes): boolean =>
  isForResource(attempt, "", "pods") &&
  (attempt.subresource === "resize" || isMainWrite(attempt, "CREATE")) &&
  isNotBeingDeleted(attempt);

const isLimitedClaim = (attempt: AdmissionAttributes): boolean =>
  isForResource(attempt, "", "persistentvolumeclaims") &&
  (isMainWrite(attempt, "CREATE") || isMainWrite(attempt, "UPDATE")) &&
  isNotBeingDeleted(attempt);

const isMainWrite = (
  { operation, subresource }: AdmissionAttributes,
  wanted: AdmissionAttributes["operation"],
): boolean => operation === wanted && subresource === "";

const isNotBeingDeleted = ({ object, oldObject }: AdmissionAttributes): boolean =>
  object !== undefined && !oldObject?.metadata.deletionTimestamp;
