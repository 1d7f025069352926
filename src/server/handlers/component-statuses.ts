/**
 * ComponentStatuses: the health of the control plane components on this machine, probed for each request. Nothing is
 * stored.
 *
 * @module
 */
import { request } from "node:https";
import { connectionFault } from "../../client/connection-fault.ts";
import { selectionOf } from "../registry/selection.ts";
import type { ApiObject } from "../request/api-object.ts";
import { notFound } from "../request/failures.ts";
import { readListOptions } from "../request/list-options.ts";
import type { VerbHandler } from "./route.ts";

/** Returns the health that a component reports. Rejects if the component does not respond. */
type Probe = () => Promise<{ readonly isHealthy: boolean; readonly message: string }>;

/** Probes by the name of the component. */
export type Probes = ReadonlyMap<string, Probe>;

/** How long a component may take to respond. */
const probeTimeoutMs = 20_000;

/**
 * Returns probes for the components other than the API server, at their default ports.
 *
 * @param checkStore - rejects if the store does not work
 */
export function controlPlaneProbes(checkStore: () => Promise<unknown>): Probes {
  return new Map<string, Probe>([
    ["scheduler", () => probePort(10_259)],
    ["controller-manager", () => probePort(10_257)],
    ["etcd-0", () => checkStore().then(() => ({ isHealthy: true, message: "ok" }))],
  ]);
}

export function componentStatuses(probes: Probes): ReadonlyMap<string, VerbHandler> {
  return new Map<string, VerbHandler>([
    [
      "list",
      async ({ exchange, store: { resource }, responder }) => {
        responder.negotiate(exchange);
        const selection = selectionOf(resource, "", readListOptions(exchange.query, false));
        const statuses = await Promise.all([...probes].map(([name, probe]) => statusOf(name, probe)));
        const items = statuses.filter((status) => selection.matches(status));
        await responder.sendList(exchange, resource, { metadata: {}, items });
      },
    ],
    [
      "get",
      async ({ exchange, store: { resource }, responder }) => {
        responder.negotiate(exchange);
        const { name } = exchange.info;
        const probe = probes.get(name);
        if (!probe) throw notFound({ group: "", resource: "componentstatus" }, name);
        await responder.sendObject(exchange, 200, resource, await statusOf(name, probe));
      },
    ],
  ]);
}

async function statusOf(name: string, probe: Probe): Promise<ApiObject> {
  const { isHealthy, message } = await probe().catch((error: unknown) => ({
    isHealthy: false,
    message: error instanceof Error ? error.message : String(error),
  }));
  const condition = { type: "Healthy", status: isHealthy ? "True" : "False", message };
  return { metadata: { name }, conditions: [condition] };
}

/** Requests `/healthz` at the port. The certificate is not verified, because these components use self-signed ones. */
export function probePort(port: number): ReturnType<Probe> {
  const url = `https://127.0.0.1:${port}/healthz`;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const sent = request(url, { rejectUnauthorized: false, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on("error", fail);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ isHealthy: response.statusCode === 200, message: Buffer.concat(chunks).toString() });
      });
    });
    const fail = (error: Error) => reject(new Error(`Get "${url}": ${connectionFault(error)}`));
    sent.on("error", fail);
    sent.end();
  });
}
