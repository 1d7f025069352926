/**
 * ServiceAccount, Priority, DefaultTolerationSeconds, TaintNodesByCondition and StorageObjectInUseProtection, as far as they
 * fill in objects: plugins that every API server has on. An account need not be there.
 *
 * @module
 */
import { addToNew } from "../../engine/additions.ts";
import { admitPodUpdate } from "../../kinds/core/default-admission.ts";
import { formatTime, generateName } from "../registry/object-meta.ts";
import type { AdmissionPlugin } from "./plugin.ts";

export interface DefaultPluginsOptions {
  readonly nowMs: () => number;
  /** Whether somebody lets volumes and claims go that are no longer in use. */
  readonly protectsStorage: boolean;
}

export function defaultPlugins({ nowMs, protectsStorage }: DefaultPluginsOptions): AdmissionPlugin {
  return {
    name: "Defaults",
    async mutate({ operation, resource, subresource, object, oldObject, user }) {
      if (!object || subresource !== "") return;
      if (operation === "CREATE") {
        const now = formatTime(nowMs());
        addToNew(resource.definition, object, { user, now, nameSuffix: generateName(""), protectsStorage });
      } else if (oldObject && resource.group === "" && resource.resource === "pods") admitPodUpdate(object, oldObject);
    },
  };
}
