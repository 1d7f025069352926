/**
 * Finds the kubelet path, the container and the address for requests to a pod: its log, commands in it, and its ports.
 *
 * @module
 */
import type { Container, Pod } from "../../api/types/core-v1.ts";
import { isGlobalUnicast, parseIp } from "../../text/ip.ts";
import { badRequest } from "../request/failures.ts";
import {
  forbiddenAddress,
  invalidLocation,
  type LocationName,
  portNumber,
  type RemoteLocation,
  schemeOf,
} from "./location.ts";

const nameOf = ({ metadata }: Pod): string => metadata?.name ?? "";

/**
 * Returns the requested container, or the only one if the request names no container.
 *
 * @throws {StatusError} BadRequest if the container is ambiguous, or the pod does not have it
 */
export function containerOf(pod: Pod, requestedContainer: string): string {
  const { initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const containers = pod.spec?.containers ?? [];
  const names = [initContainers, containers, ephemeralContainers as readonly Container[]]
    .flat()
    .map(({ name = "" }) => name);
  if (requestedContainer !== "") {
    if (names.includes(requestedContainer)) return requestedContainer;
    throw badRequest(`container ${requestedContainer} is not valid for pod ${nameOf(pod)}`);
  }
  const [only, ...others] = containers;
  if (only && others.length === 0) return only.name ?? "";
  const choice = only ? `, choose one of: [${names.join(" ")}]` : "";
  throw badRequest(`a container name must be specified for pod ${nameOf(pod)}${choice}`);
}

/** @throws {StatusError} BadRequest for a pod without a node */
export function nodeNameOf(pod: Pod): string {
  const { nodeName = "" } = pod.spec ?? {};
  if (nodeName === "") throw badRequest(`pod ${nameOf(pod)} does not have a host assigned`);
  return nodeName;
}

/** Returns the path on the kubelet for a stream of a pod. */
export function streamPath(pod: Pod, subresource: string, container: string): string {
  const { namespace = "", name = "" } = pod.metadata ?? {};
  if (subresource === "portforward") return `/portForward/${namespace}/${name}`;
  return `/${subresource === "log" ? "containerLogs" : subresource}/${namespace}/${name}/${container}`;
}

/** The streams, with the kubelet's parameter names. */
const streams = [
  ["stdin", "input"],
  ["stdout", "output"],
  ["stderr", "error"],
  ["tty", "tty"],
] as const;

/** The options of a stream that a kubelet reads. */
export interface StreamOptions {
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly tty?: boolean;
  readonly command?: readonly string[] | null;
  readonly ports?: readonly number[];
}

export function streamQuery({ command, ports = [], ...flags }: StreamOptions): string {
  const pairs = streams.flatMap(([name, key]) => (flags[name] ? [[key, "1"] as const] : []));
  const commands = (command ?? []).map((part) => ["command", part] as const);
  const port = ports.length > 0 ? [["port", ports.join(",")] as const] : [];
  return encodeQuery([...commands, ...pairs, ...port]);
}

/** Encodes a query like Go: sorted by name; several values of a name keep their order. */
export function encodeQuery(pairs: readonly (readonly [name: string, value: string])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) query.append(name, value);
  query.sort();
  return query.toString();
}

/**
 * Returns the backend of the proxy subresource of a pod.
 *
 * @param id - the name in the path
 * @throws {StatusError} BadRequest for an address to which clients may not send requests
 */
export function podLocation({ spec = {}, status = {} }: Pod, id: string, locationName: LocationName): RemoteLocation {
  const declaredPort = (spec.containers ?? []).flatMap(({ ports = [] }) => ports.slice(0, 1))[0]?.containerPort;
  const host = status.podIPs?.[0]?.ip ?? "";
  const address = parseIp(host);
  if (!address.ok || !isGlobalUnicast(address.value)) throw forbiddenAddress();
  const scheme = schemeOf(locationName);
  const text = locationName.port === "" && declaredPort !== undefined ? String(declaredPort) : locationName.port;
  return { scheme, host, port: portNumber(text, scheme, () => invalidLocation(id, "pod")), trust: "anyone" };
}
