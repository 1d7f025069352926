/**
 * The flag `--egress-selector-config-file` of `clustervet serve`: reads the proxies, and opens relays through them for
 * gRPC clients.
 *
 * @module
 */
import type { Connection, EgressSelectorConfiguration, TCPTransport } from "../api/types/apiserver-v1beta1.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { Egress, EgressProxy, EgressSelection } from "../server/outgoing/egress.ts";
import { openRelay, type Relay } from "../server/outgoing/relay.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { readFlagFile, readKeyPair } from "./serve-files.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";

export interface EgressFlags {
  readonly egressSelectorConfigFile?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

/** The prefix of addresses that gRPC resolves with DNS. */
const dnsPrefix = /^dns:\/\/[^/]*\//;

/** Opens relays through which gRPC clients reach the addresses by the proxy; opens none without a proxy. */
export async function relaysTo(
  proxy: Egress,
  addresses: readonly string[],
): Promise<{ readonly targetOf: (address: string) => string; close(): Promise<void> }> {
  const relays = new Map<string, Relay>();
  for (const address of proxy ? addresses : []) {
    if (proxy && !address.startsWith("unix:"))
      relays.set(address, await openRelay(proxy, address.replace(dnsPrefix, "")));
  }
  return {
    targetOf: (address) => relays.get(address)?.target ?? address,
    async close() {
      for (const relay of relays.values()) await relay.close();
    },
  };
}

const flag = "--egress-selector-config-file";
const httpsPort = 443;

/**
 * Reads the proxies of an EgressSelectorConfiguration. Returns an empty selection without the flag.
 *
 * @throws {UsageError} if kube-apiserver would not start with the file, or this server does not support a proxy:
 *   connections must not bypass it
 */
export function readEgress(flags: EgressFlags): EgressSelection {
  const { egressSelectorConfigFile: file } = flags;
  if (file === undefined) return {};
  const settings = settleServer(flags, { host: nodeHost("/") });
  const { object } = loadConfiguration<EgressSelectorConfiguration>(file, "EgressSelectorConfiguration", settings);
  const proxies = new Map<string, EgressProxy>();
  for (const { name = "", connection = {} } of object.egressSelections ?? []) {
    const proxy = proxyOf(connection);
    const key = name.toLowerCase() === "master" ? "controlplane" : name.toLowerCase();
    if (proxy) proxies.set(key, proxy);
  }
  return {
    ...withoutUndefined({
      cluster: proxies.get("cluster"),
      controlplane: proxies.get("controlplane"),
      etcd: proxies.get("etcd"),
    }),
  };
}

/** Returns undefined for direct connections. */
function proxyOf({ proxyProtocol, transport: { uds, tcp } = {} }: Connection): EgressProxy | undefined {
  if (proxyProtocol === "Direct") return undefined;
  if (proxyProtocol === "GRPC") return { grpcSocketPath: uds?.udsName ?? "" };
  if (uds) return { socketPath: uds.udsName ?? "" };
  return tcpProxy(tcp ?? {});
}

function tcpProxy({ url = "", tlsConfig = {} }: TCPTransport): EgressProxy {
  const { hostname, port, protocol } = new URL(url);
  if (protocol !== "https:") throw new UsageError(`${flag}: the proxy ${url} is not supported`, "use https");
  const { caBundle, clientCert, clientKey, tlsServerName } = tlsConfig;
  const pair = readKeyPair([`${flag}: clientCert`, clientCert], [`${flag}: clientKey`, clientKey]);
  if (!pair) throw new UsageError(`${flag}: the proxy ${url} needs clientCert and clientKey`);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || httpsPort),
    ...pair,
    ...(caBundle ? { authority: readFlagFile(`${flag}: caBundle`, caBundle) } : {}),
    ...(tlsServerName ? { serverName: tlsServerName } : {}),
  };
}
