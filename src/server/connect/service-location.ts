/**
 * Where the proxy of a service leads: to one of its endpoints that is a pod.
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
  /** Those of the service. */
  slices(): readonly EndpointSlice[];
  /** Of the same namespace. */
  pod(name: string): Pod | undefined;
}

/** @throws {StatusError} ServiceUnavailable for a service that leads nowhere */
export async function serviceLocation(asked: LocationName, sources: ServiceSources): Promise<RemoteLocation> {
  const portName = /^[+-]?\d+$/.test(asked.port)
    ? portNameOf(await sources.service(), asked.name, Number(asked.port))
    : asked.port;
  const found = sources.slices().flatMap(({ endpoints, ports }) => {
    const port = ports?.find(({ name, port }) => name === portName && port !== undefined)?.port;
    const hosts = (endpoints ?? []).filter((endpoint) => isReadyPod(endpoint, sources));
    return port === undefined ? [] : hosts.map(({ addresses }) => ({ host: addresses?.[0] ?? "", port }));
  });
  const chosen = found[Math.floor(Math.random() * found.length)];
  if (!chosen) throw unavailable(`no endpoints available for service ${JSON.stringify(asked.name)}`);
  return { scheme: schemeOf(asked), ...chosen, trust: "anyone" };
}

function portNameOf({ spec }: Service, name: string, asked: number): string {
  const found = spec?.ports?.find(({ port }) => port === asked);
  if (!found) throw unavailable(`no service port ${asked} found for service ${JSON.stringify(name)}`);
  return found.name ?? "";
}

/** Who may write slices could lead the server anywhere, but not to an address that no pod has. */
function isReadyPod({ addresses, conditions, targetRef }: Endpoint, sources: ServiceSources): boolean {
  const [host] = addresses ?? [];
  if (host === undefined || conditions?.ready === false || targetRef?.namespace !== sources.namespace) return false;
  return sources.pod(targetRef.name ?? "")?.status?.podIPs?.some(({ ip }) => ip === host) ?? false;
}
