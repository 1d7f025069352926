/**
 * Resolves a service to an address without the cluster network: the service's address, or one of its endpoints.
 *
 * @module
 */
import type { ServiceReference } from "../../api/types/admissionregistration-v1.ts";
import type { Service } from "../../api/types/core-v1.ts";
import type { EndpointSlice } from "../../api/types/discovery-v1.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { WebhookFault } from "./webhook-fault.ts";

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A service and one of its ports. */
export type ServicePort = Readonly<Required<Pick<ServiceReference, "namespace" | "name" | "port">>>;

/** Resolves a service port. @throws {WebhookFault} for a service without a usable address */
export type ResolveService = (service: ServicePort) => Address;

export interface ServiceStores {
  store(group: string, resource: string): ResourceStore | undefined;
  /**
   * Whether to connect to an endpoint instead of the service address, for API servers outside of the service network.
   */
  readonly usesEndpoints: boolean;
}

const routedTypes: ReadonlySet<string> = new Set(["ClusterIP", "LoadBalancer", "NodePort"]);

export function serviceResolver({ store, usesEndpoints }: ServiceStores): ResolveService {
  return (servicePort) => {
    const { namespace, name } = servicePort;
    const service = store("", "services")?.cachedObject({ namespace, name }) as Service | undefined;
    if (!service) throw new WebhookFault(`service ${JSON.stringify(name)} not found`);
    return usesEndpoints
      ? endpointOf(service, servicePort, slicesOf(store, servicePort))
      : addressOf(service, servicePort);
  };
}

function addressOf(service: Service, servicePort: ServicePort): Address {
  const { type = "ClusterIP", clusterIP = "", externalName = "" } = service.spec ?? {};
  if (type === "ExternalName") return { host: externalName, port: servicePort.port };
  if (type === "ClusterIP" && clusterIP === "None") {
    throw new WebhookFault('cannot route to service with ClusterIP "None"');
  }
  if (!routedTypes.has(type)) throw new WebhookFault(`unsupported service type ${JSON.stringify(type)}`);
  portOf(service, servicePort);
  return { host: clusterIP, port: servicePort.port };
}

function portOf({ spec }: Service, { name, port }: ServicePort) {
  const found = spec?.ports?.find((each) => each.port === port);
  if (!found) throw new WebhookFault(`no service port ${port} found for service ${JSON.stringify(name)}`);
  return found;
}

/** The label of endpoint slices with the name of their service. */
export const serviceLabel = "kubernetes.io/service-name";

export function slicesOf(store: ServiceStores["store"], { namespace, name }: ServicePort): readonly EndpointSlice[] {
  const slices = (store("discovery.<domain>", "endpointslices")?.cached(namespace) ?? []) as readonly EndpointSlice[];
  return slices.filter(({ metadata }) => metadata?.labels?.[serviceLabel] === name);
}

/** Picks a ready endpoint at random, preferably of the first IP family of the service. */
function endpointOf(service: Service, servicePort: ServicePort, slices: readonly EndpointSlice[]): Address {
  const { type = "ClusterIP", ipFamilies: [family] = [] } = service.spec ?? {};
  if (!routedTypes.has(type)) throw new WebhookFault(`unsupported service type ${JSON.stringify(type)}`);
  const { name: portName = "" } = portOf(service, servicePort);
  const found = slices.flatMap(({ addressType, endpoints, ports }) => {
    const port = ports?.find(({ name = "" }) => name === portName)?.port;
    const hosts = (endpoints ?? []).flatMap(({ addresses, conditions }) =>
      conditions?.ready === false ? [] : (addresses ?? []).slice(0, 1),
    );
    return port === undefined ? [] : hosts.map((host) => ({ host, port, isPreferred: addressType === family }));
  });
  const preferred = found.filter(({ isPreferred }) => isPreferred);
  const choices = preferred.length > 0 ? preferred : found;
  const chosen = choices[Math.floor(Math.random() * choices.length)];
  if (!chosen) throw new WebhookFault(`no endpoints available for service ${JSON.stringify(servicePort.name)}`);
  return { host: chosen.host, port: chosen.port };
}
