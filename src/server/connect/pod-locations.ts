/**
 * Where the log of a pod is, commands in it run, and its ports are.
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
 * The container that is meant; the only one, when none is named.
 *
 * @throws {StatusError} BadRequest when it is not clear which one, or the pod does not have it
 */
export function containerOf(pod: Pod, asked: string): string {
  const { initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  const containers = pod.spec?.containers ?? [];
  const names = [initContainers, containers, ephemeralContainers as readonly Container[]]
    .flat()
    .map(({ name = "" }) => name);
  if (asked !== "") {
    if (names.includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${nameOf(pod)}`);
  }
  const [only, ...others] = containers;
  if (only && others.length === 0) return only.name ?? "";
  const choice = only ? `, choose one of: [${names.join(" ")}]` : "";
  throw badRequest(`a container name must be specified for pod ${nameOf(pod)}${choice}`);
}

/** @throws {StatusError} BadRequest for a pod that no node has */
export function nodeNameOf(pod: Pod): string {
  const { nodeName = "" } = pod.spec ?? {};
  if (nodeName === "") throw badRequest(`pod ${nameOf(pod)} does not have a host assigned`);
  return nodeName;
}

/** The path of a stream of a pod at its kubelet. */
export function streamPath(pod: Pod, subresource: string, container: string): string {
  const { namespace = "", name = "" } = pod.metadata ?? {};
  if (subresource === "portforward") return `/portForward/${namespace}/${name}`;
  return `/${subresource === "log" ? "containerLogs" : subresource}/${namespace}/${name}/${container}`;
}

/** The streams, and the kubelet's names for them. */
const streams = [
  ["stdin", "input"],
  ["stdout", "output"],
  ["stderr", "error"],
  ["tty", "tty"],
] as const;

/** The options of a stream as a kubelet reads them. */
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

/** As Go writes queries: sorted by name, values of a name in their order. */
export function encodeQuery(pairs: readonly (readonly [name: string, value: string])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) query.append(name, value);
  query.sort();
  return query.toString();
}

/**
 * Where the proxy of a pod leads.
 *
 * @param id - as in the path
 * @throws {StatusError} BadRequest for an address that the server does not connect clients to
 */
export function podLocation({ spec = {}, status = {} }: Pod, id: string, asked: LocationName): RemoteLocation {
  const declared = (spec.containers ?? []).flatMap(({ ports = [] }) => ports.slice(0, 1))[0]?.containerPort;
  const host = status.podIPs?.[0]?.ip ?? "";
  const address = parseIp(host);
  if (!address.ok || !isGlobalUnicast(address.value)) throw forbiddenAddress();
  const scheme = schemeOf(asked);
  const text = asked.port === "" && declared !== undefined ? String(declared) : asked.port;
  return { scheme, host, port: portNumber(text, scheme, () => invalidLocation(id, "pod")), trust: "anyone" };
}
