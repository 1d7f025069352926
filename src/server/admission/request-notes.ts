/**
 * Who sent a new object, in the kinds that keep it. No plugin of the API server: it is always on.
 *
 * @module
 */
import { noteRequester } from "../../engine/additions.ts";
import type { AdmissionPlugin } from "./plugin.ts";

export const requestNotes: AdmissionPlugin = {
  async mutate({ operation, resource, subresource, object, user }) {
    if (object && subresource === "" && operation === "CREATE") noteRequester(resource.definition, object, user);
  },
};
