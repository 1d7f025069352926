/**
 * The write of a kubelet, and helpers, for the checks of NodeRestriction.
 *
 * @module
 */
import type { Node, Pod } from "../../../api/types/core-v1.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import { notFound } from "../../request/failures.ts";
import { lookUp, type PluginParts } from "../plugin.ts";

export const userPrefix = "system:node:";

export const mirrorAnnotation = "kubernetes.io/config.mirror";

/** A write of a kubelet, with the name of its node. */
export interface KubeletWrite {
  readonly attempt: AdmissionAttributes;
  readonly node: string;
  readonly parts: PluginParts;
}

/** The reason why a write is rejected; undefined if it is allowed. */
export type Fault = string | undefined;

export const quote = (text: string): string => JSON.stringify(text);

export const unexpectedOperation = ({ operation }: AdmissionAttributes): string =>
  `unexpected operation ${quote(operation)}`;

/**
 * Finds a pod.
 *
 * @throws {StatusError} NotFound
 */
export async function findPod({ store }: PluginParts, namespace: string, name: string): Promise<Pod> {
  const pod = await lookUp<Pod>(store("", "pods"), name, namespace);
  if (!pod) throw notFound({ group: "", resource: "pods" }, name);
  return pod;
}

/**
 * Finds a node.
 *
 * @throws {StatusError} NotFound
 */
export async function findNode({ store }: PluginParts, name: string): Promise<Node> {
  const node = await lookUp<Node>(store("", "nodes"), name);
  if (!node) throw notFound({ group: "", resource: "nodes" }, name);
  return node;
}

/**
 * Whether the authorizer allows the kubelet the verb on a resource, in the API group and namespace of the written
 * object.
 */
export async function isPermitted(
  { attempt, parts }: KubeletWrite,
  verb: string,
  resource: string,
  name = attempt.target.name,
) {
  const { group, version } = attempt.resource;
  const { namespace } = attempt.target;
  const { opinion } = await parts.authorizer().authorize({
    user: attempt.user,
    attributes: { kind: "resource", verb, group, version, resource, subresource: "", name, namespace },
  });
  return opinion === "allow";
}
