/**
 * DefaultStorageClass: sets the default class on new claims that specify no class.
 *
 * @module
 */
import type { PersistentVolumeClaim } from "../../api/types/core-v1.ts";
import { defaultClass } from "./default-class.ts";
import { type AdmissionPlugin, createdObject, type PluginParts } from "./plugin.ts";

const defaultAnnotations = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];
/** The annotation that specified the class before the field `storageClassName` existed. */
export const classAnnotation = "volume.beta.kubernetes.io/storage-class";

export function defaultStorageClass({ store }: PluginParts): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const claim = createdObject<PersistentVolumeClaim>(attempt, "", "persistentvolumeclaims");
      if (!claim || claim.spec?.storageClassName !== undefined) return;
      if (claim.metadata?.annotations?.[classAnnotation] !== undefined) return;
      const name = defaultClass(store("storage.<domain>", "storageclasses"), defaultAnnotations);
      if (name !== undefined) claim.spec = { ...claim.spec, storageClassName: name };
    },
  };
}
