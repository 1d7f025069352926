/**
 * Finds the backend of the proxy subresource of a service: one of its endpoints that is a pod.
 *
 * @module
 */
import type { Pod, Service } from "../../api/types/core-v1.ts";
import type { Endpoint, EndpointSlice } from "../../api/types/discovery-v1.ts";
import { unavailable } from "../request/failures.ts";
import { type LocationName, type RemoteLocation, schemeOf } from "./location.ts";

export interface ServiceSources {
  readonly namespace: string;
  /** @throws {StatusError} NotFound */
  service(): Promise<Service>;
  /** Returns the endpoint slices of the service. */
  slices(): readonly EndpointSlice[];
  /** Returns a pod in the namespace of the service. */
  pod(name: string): Pod | undefined;
}

/** @throws {StatusError} ServiceUnavailable for a service without a usable endpoint */
export async function serviceLocation(locationName: LocationName, sources: ServiceSources): Promise<RemoteLocation> {
  const portName = /^[+-]?\d+$/.test(locationName.port)
    ? portNameOf(await sources.service(), locationName.name, Number(locationName.port))
    : locationName.port;
  const found = sources.slices().flatMap(({ endpoints, ports }) => {
    const port = ports?.find(({ name, port }) => name === portName && port !== undefined)?.port;
    const hosts = (endpoints ?? []).filter((endpoint) => isReadyPod(endpoint, sources));
    return port === undefined ? [] : hosts.map(({ addresses }) => ({ host: addresses?.[0] ?? "", port }));
  });
  const chosen = found[Math.floor(Math.random() * found.length)];
  if (!chosen) throw unavailable(`no endpoints available for service ${JSON.stringify(locationName.name)}`);
  return { scheme: schemeOf(locationName), ...chosen, trust: "anyone" };
}

function portNameOf({ spec }: Service, name: string, servicePort: number): string {
  const found = spec?.ports?.find(({ port }) => port === servicePort);
  if (!found) throw unavailable(`no service port ${servicePort} found for service ${JSON.stringify(name)}`);
  return found.name ?? "";
}

/**
 * Whether an endpoint is ready and has the address of its pod. Users who may write slices could otherwise make the
 * server connect to any address.
 */
function isReadyPod({ addresses, conditions, targetRef }: Endpoint, sources: ServiceSources): boolean {
  const [host] = addresses ?? [];
  if (host === undefined || conditions?.ready === false || targetRef?.namespace !== sources.namespace) return false;
  return sources.pod(targetRef.name ?? "")?.status?.podIPs?.some(({ ip }) => ip === host) ?? false;
}
