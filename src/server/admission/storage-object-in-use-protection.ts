/**
 * StorageObjectInUseProtection: volumes, claims and classes of their attributes are kept while they are in use.
 *
 * @module
 */
import { addProtection } from "../../engine/additions.ts";
import type { AdmissionPlugin, PluginParts } from "./plugin.ts";

export function storageObjectInUseProtection({ protectsStorage }: PluginParts): AdmissionPlugin {
  return {
    async mutate({ operation, resource, subresource, object }) {
      if (protectsStorage && object && operation === "CREATE" && subresource === "") {
        addProtection(resource.definition, object);
      }
    },
  };
}
