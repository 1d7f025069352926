/**
 * PersistentVolumeClaimResize: a claim may grow only if it is bound and its class allows volume expansion.
 *
 * @module
 */
import type { PersistentVolumeClaim } from "../../api/types/core-v1.ts";
import type { StorageClass } from "../../api/types/storage-v1.ts";
import { quantityOf } from "../../kinds/core/resource-rules.ts";
import { compareQuantities } from "../../text/quantity.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { classAnnotation } from "./default-storage-class.ts";
import { type AdmissionPlugin, lookUp, type PluginParts, refused, writtenObject } from "./plugin.ts";

export function persistentVolumeClaimResize({ store }: PluginParts): AdmissionPlugin {
  return {
    async approve(attempt) {
      const claim = writtenObject<PersistentVolumeClaim>(attempt, "", "persistentvolumeclaims");
      const old = attempt.oldObject as PersistentVolumeClaim | undefined;
      if (!claim || !old || compareQuantities(sizeOf(claim), sizeOf(old)) <= 0) return;
      if (old.status?.phase !== "Bound") {
        throw refused(attempt, "Only bound persistent volume claims can be expanded");
      }
      const name = classOf(claim);
      if (name === classOf(old) && (await canExpand(store("storage.<domain>", "storageclasses"), name))) return;
      const why =
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";
      throw refused(attempt, why);
    },
  };
}

const sizeOf = ({ spec }: PersistentVolumeClaim) => quantityOf(spec?.resources?.requests?.["storage"] ?? "0");

const classOf = ({ metadata, spec }: PersistentVolumeClaim): string =>
  metadata?.annotations?.[classAnnotation] ?? spec?.storageClassName ?? "";

async function canExpand(classes: ResourceStore | undefined, name: string): Promise<boolean> {
  return name !== "" && ((await lookUp<StorageClass>(classes, name))?.allowVolumeExpansion ?? false);
}
