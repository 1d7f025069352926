/**
 * The purpose of the types and fields of `node`.
 *
 * @module
 */
export const node: Readonly<Record<string, string>> = {
  "node/v1.Overhead.podFixed": "Resources that each pod needs above those of its containers.",
  "node/v1.RuntimeClass": "A container runtime that pods can name.",
  "node/v1.RuntimeClass.handler": "Name of the handler in the configuration of the container runtime. Immutable.",
  "node/v1.RuntimeClass.overhead": "Resources that the runtime itself needs for each pod.",
  "node/v1.RuntimeClass.scheduling": "The nodes that support the class.",
  "node/v1.Scheduling.nodeSelector": "Labels of the nodes; merged into the pod's selector.",
  "node/v1.Scheduling.tolerations": "Tolerations that pods of the class get.",
};
