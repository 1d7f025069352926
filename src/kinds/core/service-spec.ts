/**
 * Facts about the spec of a Service that follow from its type.
 *
 * @module
 */
import type { IPFamily, ServiceSpec } from "../../api/types/core-v1.ts";

export function isHeadless(spec: ServiceSpec): boolean {
  const addresses = addressesOf(spec);
  return addresses.length === 1 && addresses[0] === "None";
}

/** Returns the cluster IPs. A `clusterIP` without `clusterIPs` counts as a list of one. */
export const addressesOf = ({ clusterIP = "", clusterIPs = [] }: ServiceSpec): readonly string[] =>
  clusterIPs.length > 0 || clusterIP === "" ? clusterIPs : [clusterIP];

/**
 * Whether a load balancer must check the health of the pods on each node, since it sends traffic only to local ones.
 */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === "LoadBalancer" && externalTrafficPolicy === "Local";

export const isExternal = ({ type, externalIPs = [] }: ServiceSpec): boolean =>
  type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && externalIPs.length > 0);

export const familyOf = (address: string): IPFamily => (address.includes(":") ? "IPv6" : "IPv4");
