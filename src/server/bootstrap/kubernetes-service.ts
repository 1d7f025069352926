/**
 * Maintains the service `kubernetes` in the namespace `default`, through which pods reach the API server, and its
 * endpoints.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiObject } from "../request/api-object.ts";
import { StatusError } from "../request/status.ts";
import { addressTaken } from "../services/addresses.ts";
import { type EnsureOptions, ensureObject } from "./ensure-object.ts";

export interface KubernetesServiceOptions extends EnsureOptions {
  readonly groupDomain: string;
  /** The first address of the service range. */
  readonly clusterIP: string;
  /** Address at which pods reach the server. If absent, the service has no endpoints. */
  readonly advertiseAddress?: string;
  readonly port: number;
}

const target = { namespace: "default", name: "kubernetes" };

/**
 * Creates or corrects the service and its endpoints.
 *
 * @throws {StatusError} if the store cannot be written
 */
export async function ensureKubernetesService(options: KubernetesServiceOptions): Promise<void> {
  const { groupDomain, advertiseAddress, port } = options;
  await ensureService(options);
  if (advertiseAddress === undefined) return;
  const ports = [{ name: "https", port, protocol: "TCP" }];
  await ensureObject(options, {
    group: "",
    resource: "endpoints",
    object: {
      metadata: { ...target, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets: [{ addresses: [{ ip: advertiseAddress }], ports }],
    },
    ownFields: ["subsets"],
  });
  await ensureObject(options, {
    group: `discovery.${groupDomain}`,
    resource: "endpointslices",
    object: {
      metadata: { ...target, labels: { "kubernetes.io/service-name": target.name } },
      addressType: advertiseAddress.includes(":") ? "IPv6" : "IPv4",
      endpoints: [{ addresses: [advertiseAddress], conditions: { ready: true } }],
      ports,
    },
    ownFields: ["endpoints", "ports"],
  });
}

/**
 * Attempts to create the service. Another server with the same store may have allocated the address already and be
 * about to write the service.
 */
const maxServiceAttempts = 10;
const retryMs = 200;

async function ensureService(options: KubernetesServiceOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ensureObject(options, { group: "", resource: "services", object: serviceOf(options) });
    } catch (error) {
      if (!isAddressTaken(error) || attempt === maxServiceAttempts) throw error;
    }
    await sleep(retryMs);
  }
}

function isAddressTaken(error: unknown): boolean {
  const causes = (error instanceof StatusError && error.details?.causes) || [];
  return causes.some(({ message = "" }) => message.endsWith(addressTaken));
}

const serviceOf = ({ clusterIP, port }: KubernetesServiceOptions): ApiObject => ({
  metadata: { ...target, labels: { component: "apiserver", provider: "kubernetes" } },
  spec: {
    type: "ClusterIP",
    clusterIP,
    ipFamilyPolicy: "SingleStack",
    ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
    sessionAffinity: "None",
  },
});
