/**
 * The types of `node/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface Overhead {
  /** Resources that each pod needs above those of its containers. */
  podFixed?: Record<string, string>;
}

/** A container runtime that pods can name. */
export interface RuntimeClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** Name of the handler in the configuration of the container runtime. Immutable. */
  handler?: string;
  /** Resources that the runtime itself needs for each pod. */
  overhead?: Overhead;
  /** The nodes that support the class. */
  scheduling?: Scheduling;
}

export interface Scheduling {
  /** Labels of the nodes; merged into the pod's selector. */
  nodeSelector?: Record<string, string>;
  /** Tolerations that pods of the class get. */
  tolerations?: coreV1.Toleration[];
}
