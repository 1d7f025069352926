/**
 * Who sent a new object, and the time of a write, in the kinds that keep it. No plugin of the API server: it is always on.
 *
 * @module
 */
import { noteRequest, noteTimes } from "../../engine/additions.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { AdmissionPlugin, PluginParts } from "./plugin.ts";

export function requestNotes({ nowMs }: Pick<PluginParts, "nowMs">): AdmissionPlugin {
  return {
    async mutate({ operation, resource, subresource, object, user }) {
      if (!object || subresource !== "") return;
      const now = formatTime(nowMs());
      if (operation === "CREATE") noteRequest(resource.definition, object, { user, now });
      else noteTimes(resource.definition, object, now);
    },
  };
}
