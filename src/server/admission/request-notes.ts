/**
 * Who sent a new object, and when, in the kinds that keep it. No plugin of the API server: it is always on.
 *
 * @module
 */
import { noteRequest } from "../../engine/additions.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { AdmissionPlugin, PluginParts } from "./plugin.ts";

export function requestNotes({ nowMs }: Pick<PluginParts, "nowMs">): AdmissionPlugin {
  return {
    async mutate({ operation, resource, subresource, object, user }) {
      if (object && operation === "CREATE" && subresource === "") {
        noteRequest(resource.definition, object, { user, now: formatTime(nowMs()) });
      }
    },
  };
}
