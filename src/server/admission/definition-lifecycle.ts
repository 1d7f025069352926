/**
 * Rejects new custom resources whose definition is being deleted, and new definitions beyond the number that this
 * server can serve.
 *
 * @module
 */
import { forbidden } from "../request/failures.ts";
import type { AdmissionPlugin } from "./plugin.ts";

/** Maximum number of CustomResourceDefinitions on a server: each needs memory for its schemas, and a cache. */
export const maxDefinitions = 2000;

/**
 * Creates the plugin.
 *
 * @param countDefinitions - returns the current number of definitions
 */
export function definitionLifecycle(countDefinitions: () => number): AdmissionPlugin {
  return {
    async mutate({ operation, resource, target: { name } }) {
      if (operation !== "CREATE") return;
      if (resource.isTerminating) {
        throw forbidden({ ...resource, name }, "create not allowed while custom resource definition is terminating");
      }
      const isDefinition = resource.kind === "CustomResourceDefinition" && !resource.definition.isCustom;
      if (!isDefinition || countDefinitions() < maxDefinitions) return;
      throw forbidden({ ...resource, name }, `the server serves at most ${maxDefinitions} definitions`);
    },
  };
}
