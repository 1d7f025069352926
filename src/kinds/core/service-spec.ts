/**
 * The shape of a Service, and what its type brings with it.
 *
 * @module
 */
import type { IPFamily, ServiceSpec } from "../../api/types/core-v1.ts";

export function isHeadless(spec: ServiceSpec): boolean {
  const addresses = addressesOf(spec);
  return addresses.length === 1 && addresses[0] === "None";
}

/** An address by itself represents a list of one. */
export const addressesOf = ({ clusterIP = "", clusterIPs = [] }: ServiceSpec): readonly string[] =>
  clusterIPs.length > 0 || clusterIP === "" ? clusterIPs : [clusterIP];

/** Only then the health of a node's own pods matters to a load balancer. */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: ServiceSpec): boolean =>
  type === "LoadBalancer" && externalTrafficPolicy === "Local";

export const isExternal = ({ type, externalIPs = [] }: ServiceSpec): boolean =>
  type === "LoadBalancer" || type === "NodePort" || (type === "ClusterIP" && externalIPs.length > 0);

export const familyOf = (address: string): IPFamily => (address.includes(":") ? "IPv6" : "IPv4");
