/**
 * Finds the kubelet of a node, and the target of requests through the node proxy.
 *
 * @module
 */

import { lookup } from "node:dns/promises";
import type { Node } from "../../api/types/core-v1.ts";
import { connectionFault } from "../../client/connection-fault.ts";
import { isGlobalUnicast, parseIp } from "../../text/ip.ts";
import { badRequest } from "../request/failures.ts";
import {
  errorWithoutReason,
  forbiddenAddress,
  invalidLocation,
  portNumber,
  type RemoteLocation,
  readLocationName,
  schemeOf,
} from "./location.ts";

/** The order in which kube-apiserver tries the types of node addresses. */
export const defaultAddressTypes: readonly string[] = [
  "Hostname",
  "InternalDNS",
  "InternalIP",
  "ExternalDNS",
  "ExternalIP",
];

const defaultKubeletPort = 10_250;

/** @throws {StatusError} for a node without an address of these types */
export function kubeletLocation({ status = {} }: Node, addressTypes: readonly string[]): RemoteLocation {
  const { addresses = [] } = status;
  const found = addressTypes.flatMap((type) => addresses.filter((address) => address.type === type))[0];
  if (!found) {
    const known = addresses.map(({ type = "", address = "" }) => `{${type} ${address}}`).join(" ");
    throw errorWithoutReason(`no preferred addresses found; known addresses: [${known}]`);
  }
  const port = status.daemonEndpoints?.kubeletEndpoint?.Port ?? 0;
  return { scheme: "https", host: found.address ?? "", port: port > 0 ? port : defaultKubeletPort, trust: "kubelet" };
}

/**
 * Returns the target of a node proxy: the kubelet, or another port of the same host.
 *
 * @param id - the name in the path
 * @param kubeletOf - finds the kubelet of a node by its name
 */
export async function nodeLocation(
  id: string,
  kubeletOf: (name: string) => Promise<RemoteLocation>,
): Promise<RemoteLocation> {
  const locationName = readLocationName(id, "node");
  const kubelet = await kubeletOf(locationName.name);
  await assertPublic(kubelet.host);
  if (locationName.port === "" || locationName.port === String(kubelet.port)) return kubelet;
  const scheme = schemeOf(locationName);
  const port = portNumber(locationName.port, scheme, () => invalidLocation(id, "node"));
  return { scheme, host: kubelet.host, port, trust: "anyone" };
}

async function assertPublic(host: string): Promise<void> {
  const found = await lookup(host, { all: true }).catch((error: unknown) => {
    throw badRequest(connectionFault(error).replace(/^dial tcp: /, ""));
  });
  for (const { address } of found) {
    const ip = parseIp(address);
    if (!ip.ok || !isGlobalUnicast(ip.value)) throw forbiddenAddress();
  }
}
