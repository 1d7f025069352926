/**
 * The shape of a Service, and what its type brings with it.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { LoadBalancerIngress } from "./load-balancer-status.ts";

export interface ServicePort {
  name?: string;
  protocol?: string;
  appProtocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
}

export interface ServiceSpec {
  type?: string;
  ports?: ServicePort[];
  selector?: Record<string, string>;
  clusterIP?: string;
  clusterIPs?: string[];
  externalIPs?: string[];
  externalName?: string;
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
  loadBalancerSourceRanges?: string[];
  loadBalancerClass?: string;
  allocateLoadBalancerNodePorts?: boolean;
  externalTrafficPolicy?: string;
  internalTrafficPolicy?: string;
  healthCheckNodePort?: number;
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  trafficDistribution?: string;
}

export interface Service {
  metadata?: ObjectMeta;
  spec?: ServiceSpec;
  status?: { loadBalancer?: { ingress?: LoadBalancerIngress[] } };
}

export const isHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean =>
  clusterIPs.length === 1 && clusterIPs[0] === "None";

/** An address by itself stands for a list of one. */
export const addressesOf = ({ clusterIP = "", clusterIPs = [] }: ServiceSpec): readonly string[] =>
  clusterIPs.length > 0 || clusterIP === "" ? clusterIPs : [clusterIP];

/** Only then the health of a node's own pods matters to a load balancer. */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === "LoadBalancer" && externalTrafficPolicy === "Local";

export const isExternal = ({ type, externalIPs = [] }: ServiceSpec): boolean =>
  type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && externalIPs.length > 0);

export const familyOf = (address: string): string => (address.includes(":") ? "IPv6" : "IPv4");
