/**
 * The service `kubernetes` in the namespace `default`, by which pods find the API server, and its endpoints.
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
  /** The first address of the services' range. */
  readonly clusterIP: string;
  /** Where pods reach the server; absent where that is not known: there are no endpoints then. */
  readonly advertiseAddress?: string;
  readonly port: number;
}

const target = { namespace: "default", name: "kubernetes" };

/** Puts it in order. @throws {StatusError} when the store cannot be written */
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

/** Another server over the same store may hold the address already and be about to write the service. */
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
