/**
 * The service `kubernetes` in the namespace `default`, by which pods find the API server, and its endpoints.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";
import type { ApiObject } from "../request/api-object.ts";
import { orUndefined, StatusError } from "../request/status.ts";

export interface KubernetesServiceOptions {
  readonly registry: Registry;
  /** As the server itself. */
  readonly write: WriteContext;
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
  await ensure(options, ["", "endpoints"], {
    metadata: { ...target, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
    subsets: [{ addresses: [{ ip: advertiseAddress }], ports }],
  });
  await ensure(options, [`discovery.${groupDomain}`, "endpointslices"], {
    metadata: { ...target, labels: { "kubernetes.io/service-name": target.name } },
    addressType: advertiseAddress.includes(":") ? "IPv6" : "IPv4",
    endpoints: [{ addresses: [advertiseAddress], conditions: { ready: true } }],
    ports,
  });
}

/** Another server over the same store may hold the address already and be about to write the service. */
const maxServiceAttempts = 10;
const retryMs = 200;

async function ensureService(options: KubernetesServiceOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ensure(options, ["", "services"], serviceOf(options));
      return;
    } catch (error) {
      if (!(error instanceof StatusError && error.code === 422) || attempt === maxServiceAttempts) throw error;
    }
    await sleep(retryMs);
  }
}

const serviceOf = ({ clusterIP, port }: KubernetesServiceOptions): ApiObject => ({
  metadata: { ...target, labels: { component: "apiserver", provider: "kubernetes" } },
  spec: {
    type: "ClusterIP",
    clusterIP,
    clusterIPs: [clusterIP],
    ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: port }],
    sessionAffinity: "None",
  },
});

/** What the server says of itself is kept as it says it: it may have another port since the last time. */
const ownFields = ["subsets", "endpoints", "ports"] as const;

async function ensure(
  { registry, write }: KubernetesServiceOptions,
  [group, resource]: readonly [string, string],
  wanted: ApiObject,
): Promise<void> {
  const store = registry.store(group, resource);
  if (!store) return;
  const found = store.cachedObject(target);
  try {
    if (!found) await store.create(structuredClone(wanted), write);
    else if (ownFields.some((name) => !isDeepStrictEqual(found[name], wanted[name]))) {
      const change = (current: ApiObject | undefined) => ({
        ...(current ?? wanted),
        ...Object.fromEntries(ownFields.flatMap((name) => (Object.hasOwn(wanted, name) ? [[name, wanted[name]]] : []))),
      });
      await orUndefined(store.update({ target, subresource: "", change }, write));
    }
  } catch (error) {
    if (!(error instanceof StatusError && error.code === 409)) throw error;
  }
}
