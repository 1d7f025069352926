/**
 * The types of `discovery/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface Endpoint {
  /** Addresses of the endpoint, of the slice's type; clients use the first. */
  addresses?: string[] | null;
  /** State of the endpoint. */
  conditions?: EndpointConditions;
  /** Host name of the endpoint. */
  hostname?: string;
  /** The object behind the endpoint, most often a pod. */
  targetRef?: coreV1.ObjectReference;
  /** Topology from v1beta1; read-only. */
  deprecatedTopology?: Record<string, string>;
  /** Node of the endpoint. */
  nodeName?: string;
  /** Zone of the endpoint. */
  zone?: string;
  /** Which clients should use the endpoint. */
  hints?: EndpointHints;
}

export interface EndpointConditions {
  /** Whether the endpoint takes traffic; absent counts as true. */
  ready?: boolean;
  /** Whether the endpoint answers, terminating or not; absent counts as `ready`. */
  serving?: boolean;
  /** Whether the endpoint is terminating; absent counts as false. */
  terminating?: boolean;
}

export interface EndpointHints {
  /** Zones whose clients should use the endpoint. */
  forZones?: ForZone[];
  /** Nodes whose clients should use the endpoint. Since 1.33. */
  forNodes?: ForNode[];
}

export interface EndpointPort {
  /** Name of the port; that of the port of the service. */
  name?: string;
  /** `TCP`, `UDP` or `SCTP`; default `TCP`. */
  protocol?: coreV1.Protocol;
  /** Number of the port. */
  port?: number;
  /** Protocol of the application, such as `https` or `kubernetes.io/h2c`. */
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
  /** `IPv4`, `IPv6` or `FQDN`. Immutable. */
  addressType?: string;
  /** The endpoints, at most 1000. */
  endpoints?: Endpoint[] | null;
  /** Ports that each endpoint has. */
  ports?: EndpointPort[] | null;
}

export interface ForNode {
  /** Name of the node. */
  name?: string;
}

export interface ForZone {
  /** Name of the zone. */
  name?: string;
}
