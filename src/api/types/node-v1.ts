/**
 * The types of `node/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface Overhead {
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
  handler?: string;
  overhead?: Overhead;
  scheduling?: Scheduling;
}

export interface Scheduling {
  nodeSelector?: Record<string, string>;
  tolerations?: coreV1.Toleration[];
}
