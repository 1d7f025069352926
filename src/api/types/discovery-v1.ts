/**
 * The types of `discovery/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface Endpoint {
  addresses?: string[];
  conditions?: EndpointConditions;
  hostname?: string;
  targetRef?: coreV1.ObjectReference;
  deprecatedTopology?: Record<string, string>;
  nodeName?: string;
  zone?: string;
  hints?: EndpointHints;
}

export interface EndpointConditions {
  ready?: boolean;
  serving?: boolean;
  terminating?: boolean;
}

export interface EndpointHints {
  forZones?: ForZone[];
  /** Since 1.33. */
  forNodes?: ForNode[];
}

export interface EndpointPort {
  name?: string;
  protocol?: coreV1.Protocol;
  port?: number;
  appProtocol?: string;
}

/** Some of the addresses behind a service. */
export interface EndpointSlice {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  addressType?: string;
  endpoints?: Endpoint[];
  ports?: EndpointPort[];
}

export interface ForNode {
  name?: string;
}

export interface ForZone {
  name?: string;
}
