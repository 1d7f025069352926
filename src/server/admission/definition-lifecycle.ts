/**
 * No custom resources are created whose definition is being deleted.
 *
 * @module
 */
import { forbidden } from "../request/failures.ts";
import type { AdmissionPlugin } from "./plugin.ts";

export const definitionLifecycle: AdmissionPlugin = {
  async mutate({ operation, resource, target: { name } }) {
    if (operation !== "CREATE" || !resource.isEnding) return;
    throw forbidden({ ...resource, name }, "create not allowed while custom resource definition is terminating");
  },
};
