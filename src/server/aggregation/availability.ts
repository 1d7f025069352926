/**
 * Checks whether the service of an APIService leads to a server that responds: the condition `Available`.
 *
 * @module
 */

import { mastersGroup } from "../../access/user.ts";
import type { APIServiceCondition } from "../../api/types/apiregistration-v1.ts";
import type { Service } from "../../api/types/core-v1.ts";
import { joinHostPort } from "../../text/ip.ts";
import { type ServiceStores, slicesOf } from "../webhook/service-address.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import { type Backend, type BackendClient, BackendFault } from "./backend.ts";
import { userHeaders } from "./proxy.ts";

/** Timeout of the request to a backend. */
const timeoutMs = 5000;
/** Number of parallel requests, since one of the endpoints of a service may be down. */
const attempts = 5;

export type AvailableCondition = Required<Pick<APIServiceCondition, "status" | "reason" | "message">>;

/** Headers with the identity that this server uses for its own requests to backends. */
export const aggregatorHeaders = userHeaders({
  username: "system:kube-aggregator",
  uid: "",
  groups: [mastersGroup],
  extra: {},
});

export async function availabilityOf(
  backend: Backend,
  client: BackendClient,
  store: ServiceStores["store"],
): Promise<AvailableCondition> {
  return serviceFault(backend, store) ?? (await probeBackend(backend, client));
}

const unavailableCondition = (reason: string, message: string): AvailableCondition => ({
  status: "False",
  reason,
  message,
});

/** Returns the problem with the service of a backend; undefined if the service has ready endpoints. */
function serviceFault({ service }: Backend, store: ServiceStores["store"]): AvailableCondition | undefined {
  const { namespace, name, port } = service;
  const serviceText = `service/${name} in ${JSON.stringify(namespace)}`;
  const found = store("", "services")?.cachedObject({ namespace, name }) as Service | undefined;
  if (!found) return unavailableCondition("ServiceNotFound", `${serviceText} is not present`);
  if ((found.spec?.type ?? "ClusterIP") !== "ClusterIP") return undefined;
  const servicePort = found.spec?.ports?.find((each) => each.port === port);
  if (!servicePort) return unavailableCondition("ServicePortError", `${serviceText} is not listening on port ${port}`);
  const slices = slicesOf(store, service);
  if (slices.length === 0)
    return unavailableCondition("EndpointsNotFound", `cannot find endpointslices for ${serviceText}`);
  const portName = servicePort.name ?? "";
  const isReady = slices.some(
    ({ endpoints, ports }) =>
      endpoints?.some(({ conditions }) => conditions?.ready !== false) &&
      ports?.some(({ name = "", port }) => name === portName && port !== undefined),
  );
  if (isReady) return undefined;
  return unavailableCondition(
    "MissingEndpoints",
    `endpointslices for ${serviceText} have no addresses with port name ${JSON.stringify(portName)}`,
  );
}

async function probeBackend(backend: Backend, client: BackendClient): Promise<AvailableCondition> {
  const probes = Array.from({ length: attempts }, () => sendProbe(backend, client));
  try {
    await Promise.any(probes);
    return { status: "True", reason: "Passed", message: "all checks passed" };
  } catch (error) {
    const [fault] = (error as AggregateError).errors as readonly Error[];
    return unavailableCondition("FailedDiscoveryCheck", fault?.message ?? "");
  }
}

async function sendProbe(backend: Backend, client: BackendClient): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const path = `/apis/${backend.group}/${backend.version}`;
  let url = "";
  try {
    const { host, port } = client.addressOf(backend);
    url = `https://${joinHostPort(host, port)}${path}`;
    const response = await client.send(backend, { method: "GET", path, headers: aggregatorHeaders, signal });
    const { statusCode: code = 0 } = response;
    response.destroy();
    if (code < 200 || code > 299) throw new WebhookFault(`bad status from ${url}: ${code}`);
  } catch (error) {
    if (!(error instanceof BackendFault || error instanceof WebhookFault)) throw error;
    if (url === "") throw error;
    const why = signal.aborted ? "context deadline exceeded" : error.message;
    const said = error instanceof BackendFault ? `Get ${JSON.stringify(url)}: ${why}` : why;
    throw new Error(`failing or missing response from ${url}: ${said}`);
  }
}
