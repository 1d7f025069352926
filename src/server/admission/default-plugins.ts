/**
 * ServiceAccount, Priority, DefaultTolerationSeconds and TaintNodesByCondition, as far as they fill in objects: plugins that
 * every API server has on. An account need not be there, since nothing here makes the one of a new namespace.
 *
 * @module
 */
import { admitNode, admitPod, admitPodUpdate } from "../../kinds/core/default-admission.ts";
import { generateName } from "../registry/object-meta.ts";
import type { AdmissionPlugin } from "./plugin.ts";

export const defaultPlugins: AdmissionPlugin = {
  name: "Defaults",
  async mutate({ operation, resource, subresource, object, oldObject }) {
    if (!object || resource.group !== "" || subresource !== "") return;
    if (resource.resource === "nodes" && operation === "CREATE") admitNode(object);
    if (resource.resource !== "pods") return;
    if (operation === "CREATE") admitPod(object, generateName(""));
    else if (oldObject) admitPodUpdate(object, oldObject);
  },
};
