/**
 * Records the user who created an object, for kinds that store it. Not a plugin of kube-apiserver: it is always
 * enabled.
 *
 * @module
 */
import { noteRequester } from "../../engine/added-fields.ts";
import type { AdmissionPlugin } from "./plugin.ts";

export const requestNotes: AdmissionPlugin = {
  async mutate({ operation, resource, subresource, object, user }) {
    if (object && subresource === "" && operation === "CREATE") noteRequester(resource.definition, object, user);
  },
};
