/**
 * No custom resources are created whose definition is being deleted, and no more definitions than the server can serve.
 *
 * @module
 */
import { forbidden } from "../request/failures.ts";
import type { AdmissionPlugin } from "./plugin.ts";

/** CustomResourceDefinitions that a server has: each takes memory for its schemas, and a cache. */
export const maxDefinitions = 2000;

/** @param countDefinitions - how many there are */
export function definitionLifecycle(countDefinitions: () => number): AdmissionPlugin {
  return {
    async mutate({ operation, resource, target: { name } }) {
      if (operation !== "CREATE") return;
      if (resource.isEnding) {
        throw forbidden({ ...resource, name }, "create not allowed while custom resource definition is terminating");
      }
      const isDefinition = resource.kind === "CustomResourceDefinition" && !resource.definition.isCustom;
      if (!isDefinition || countDefinitions() < maxDefinitions) return;
      throw forbidden({ ...resource, name }, `the server serves at most ${maxDefinitions} definitions`);
    },
  };
}
