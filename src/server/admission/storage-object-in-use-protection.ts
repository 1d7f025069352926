/**
 * Adds finalizers that keep objects while they are in use: StorageObjectInUseProtection for volumes, claims and volume
 * attributes classes, and PodGroupProtection for pod groups.
 *
 * @module
 */
import { addProtection } from "../../engine/added-fields.ts";
import { addProtectionFinalizer } from "../../kinds/core/default-admission.ts";
import type { ApiObject } from "../request/api-object.ts";
import { type AdmissionPlugin, createdObject, type PluginParts } from "./plugin.ts";

export function storageObjectInUseProtection({ protectsStorage }: PluginParts): AdmissionPlugin {
  return {
    async mutate({ operation, resource, subresource, object }) {
      if (protectsStorage && object && operation === "CREATE" && subresource === "") {
        addProtection(resource.definition, object);
      }
    },
  };
}

const groupFinalizer = "scheduling.k8s.io/podgroup-protection";

export function podGroupProtection({ protectsStorage, isEnabled }: PluginParts): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const group = createdObject<ApiObject>(attempt, "scheduling.<domain>", "podgroups");
      if (group && protectsStorage && isEnabled("GenericWorkload")) addProtectionFinalizer(group, groupFinalizer);
    },
  };
}
