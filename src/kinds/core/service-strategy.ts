/**
 * The changes that kube-apiserver makes to a Service: it keeps allocated addresses and ports if an update omits them,
 * and drops them if the new type does not have them.
 *
 * @module
 */
import type { Service, ServicePort, ServiceSpec } from "../../api/types/core-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { keepStored } from "../meta/stored-part.ts";
import { familyOf, isExternal, isHeadless, needsHealthCheck } from "./service-spec.ts";

/** Prepares a new service. Addresses are allocated later, so mutating webhooks see them as the client sent them. */
export function prepareServiceCreation(object: Service): void {
  delete object.status;
  const { spec } = object;
  if (spec?.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
  dropTrafficPolicy(object);
}

export function prepareServiceUpdate(object: Service, oldObject: Service): void {
  keepStored("status", object, oldObject);
  object.spec ??= {};
  keepAllocatedValues(object.spec, oldObject.spec ?? {});
  alignFamilies(object.spec, oldObject.spec ?? {});
  dropFieldsOfOldType(object.spec, oldObject.spec ?? {});
  dropTrafficPolicy(object);
  // The status belongs to the stored object and must not be modified.
  if (object.spec.type !== "LoadBalancer" && object.status) object.status = { ...object.status, loadBalancer: {} };
}

const trafficPolicies: ReadonlySet<unknown> = new Set(["Cluster", "Local"]);

/**
 * Drops the internal traffic policy of an ExternalName service, which never has one. Keeps an invalid one, so that the
 * rules report it.
 */
function dropTrafficPolicy({ spec }: Service): void {
  if (spec?.type === "ExternalName" && trafficPolicies.has(spec.internalTrafficPolicy))
    delete spec.internalTrafficPolicy;
}

const needsClusterIp = ({ type }: ServiceSpec): boolean => type !== "ExternalName";
const needsNodePorts = ({ type }: ServiceSpec): boolean => type === "NodePort" || type === "LoadBalancer";

/** Keeps the values that kube-apiserver allocated, if the update omits them. */
function keepAllocatedValues(spec: ServiceSpec, old: ServiceSpec): void {
  if (needsClusterIp(old) && needsClusterIp(spec)) {
    if (!spec.clusterIP) keepStored("clusterIP", spec, old);
    if (!spec.clusterIPs?.length) keepStored("clusterIPs", spec, old);
    const isOther = spec.clusterIP !== undefined && spec.clusterIP !== old.clusterIP;
    if (isOther && semanticEqual(spec.clusterIPs, old.clusterIPs)) spec.clusterIPs = [spec.clusterIP ?? ""];
  }
  if (needsNodePorts(old) && needsNodePorts(spec)) keepNodePorts(spec.ports ?? [], old.ports ?? []);
  if (needsHealthCheck(old) && needsHealthCheck(spec) && !spec.healthCheckNodePort) {
    keepStored("healthCheckNodePort", spec, old);
  }
}

function keepNodePorts(ports: readonly ServicePort[], old: readonly ServicePort[]): void {
  const taken = new Set(ports.map(({ nodePort }) => nodePort));
  const free = new Map(old.map(({ name = "", nodePort = 0 }) => [name, taken.has(nodePort) ? 0 : nodePort]));
  for (const port of ports) if (!port.nodePort) port.nodePort = free.get(port.name ?? "") ?? 0;
}

/** Makes addresses and IP families agree. A service that returns to a single family loses its second address. */
function alignFamilies(spec: ServiceSpec, old: ServiceSpec): void {
  if (!needsClusterIp(spec)) return;
  if (spec.ipFamilyPolicy === undefined) keepStored("ipFamilyPolicy", spec, old);
  if (spec.ipFamilyPolicy === "SingleStack") {
    const { clusterIPs, ipFamilies } = spec;
    if (semanticEqual(clusterIPs, old.clusterIPs)) spec.clusterIPs = clusterIPs?.slice(0, 1) ?? [];
    if (semanticEqual(ipFamilies, old.ipFamilies)) spec.ipFamilies = ipFamilies?.slice(0, 1) ?? [];
  }
  if (isHeadless(spec)) return;
  const { clusterIPs = [], ipFamilies = [] } = spec;
  // Only families that the stored service has: which others exist depends on the cluster.
  const known: ReadonlySet<string> = new Set(old.ipFamilies);
  const further = clusterIPs.slice(ipFamilies.length).map(familyOf);
  const families = [...ipFamilies, ...further.filter((family) => known.has(family))];
  // Nothing follows from several addresses of the same family.
  if (new Set(families).size === families.length) spec.ipFamilies = families;
}

const typedFields = ["allocateLoadBalancerNodePorts", "loadBalancerClass"] as const;
const addressFields = ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"] as const;

/** Drops the fields that the stored type has and the new type does not, unless the update also changes them. */
function dropFieldsOfOldType(spec: ServiceSpec, old: ServiceSpec): void {
  const drop = (names: readonly (keyof ServiceSpec)[]) => {
    for (const name of names) if (semanticEqual(spec[name], old[name])) delete spec[name];
  };
  if (needsClusterIp(old) && !needsClusterIp(spec)) drop(addressFields);
  if (needsNodePorts(old) && !needsNodePorts(spec)) dropNodePorts(spec.ports ?? [], old.ports ?? []);
  if (needsHealthCheck(old) && !needsHealthCheck(spec)) drop(["healthCheckNodePort"]);
  if (old.type === "LoadBalancer" && spec.type !== "LoadBalancer") drop(typedFields);
  if (isExternal(old) && !isExternal(spec)) drop(["externalTrafficPolicy"]);
}

function dropNodePorts(ports: readonly ServicePort[], old: readonly ServicePort[]): void {
  const known = new Set(old.map(({ nodePort = 0 }) => nodePort)).add(0);
  if (ports.every(({ nodePort = 0 }) => known.has(nodePort))) for (const port of ports) delete port.nodePort;
}
