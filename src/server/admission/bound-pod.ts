/**
 * Spec changes of pods that are bound to a node, for plugins that check both the pod and its node.
 *
 * @module
 */
import type { Node, Pod, PodSpec } from "../../api/types/core-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { isForResource, lookUp, type PluginParts, refused } from "./plugin.ts";

/** A pod that is bound to a node and whose spec has changed. */
export interface BoundPod {
  readonly spec: PodSpec;
  readonly oldSpec: PodSpec;
  readonly nodeName: string;
}

export function changedPod(attempt: AdmissionAttributes): BoundPod | undefined {
  if (attempt.operation !== "UPDATE" || !isForResource(attempt, "", "pods")) return undefined;
  const { spec = {} } = (attempt.object ?? {}) as Pod;
  const { spec: oldSpec = {} } = (attempt.oldObject ?? {}) as Pod;
  if (!spec.nodeName || semanticEqual(spec, oldSpec)) return undefined;
  return { spec, oldSpec, nodeName: spec.nodeName };
}

export async function nodeOf(
  attempt: AdmissionAttributes,
  name: string,
  { store }: Pick<PluginParts, "store">,
): Promise<Node> {
  const node = await lookUp<Node>(store("", "nodes"), name);
  if (!node) throw refused(attempt, `node ${quoteGo(name)} not found`);
  return node;
}
