/**
 * TaintNodesByCondition: taints new nodes as not ready, until a component reports that they are ready.
 *
 * @module
 */
import type { Node } from "../../api/types/core-v1.ts";
import { addNotReadyTaint } from "../../kinds/core/default-admission.ts";
import { type AdmissionPlugin, createdObject } from "./plugin.ts";

export function taintNodesByCondition(): AdmissionPlugin {
  return {
    async mutate(attempt) {
      const node = createdObject<Node>(attempt, "", "nodes");
      if (node) addNotReadyTaint(node);
    },
  };
}
