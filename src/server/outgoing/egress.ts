/**
 * Connections through the proxies of an EgressSelectorConfiguration: HTTP `CONNECT` over TLS or over a Unix domain
 * socket, or the protocol of konnectivity. Each connection of the server uses its own connection to the proxy.
 *
 * @module
 */
import type { Agent, AgentOptions } from "node:https";
import { connect as connectPlain, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { waitForProxy } from "../../client/proxy-connected.ts";
import { TlsAgent } from "../../client/tls-agent.ts";
import { openTunnel } from "../../client/tunnel.ts";
import { joinHostPort } from "../../text/ip.ts";
import { traced } from "../tracing/span.ts";
import { dialThrough } from "./grpc-tunnel.ts";

/** The transport to a proxy. */
export type EgressProxy =
  | { readonly socketPath: string }
  /** Unix domain socket of konnectivity. */
  | { readonly grpcSocketPath: string }
  | {
      readonly host: string;
      readonly port: number;
      /** Authorities that may sign the proxy's certificate, in PEM format; absent: those that Node trusts. */
      readonly authority?: string;
      /** Client certificate of this server, in PEM format. */
      readonly certificate: string;
      readonly key: string;
      /** Server name for TLS; default: the host. */
      readonly serverName?: string;
    };

/** The proxy for one type of traffic; undefined for direct connections. */
export type Egress = EgressProxy | undefined;

/** The proxies by the type of traffic; absent for direct connections. */
export interface EgressSelection {
  /** For services: webhooks configured by objects, and aggregated API servers. */
  readonly cluster?: EgressProxy;
  /** For URLs: webhooks configured by objects and by flags. */
  readonly controlplane?: EgressProxy;
  /** For the store. */
  readonly etcd?: EgressProxy;
}

const connectTimeoutMs = 30_000;

/** Returns an agent whose connections go through the proxy, or directly if there is no proxy. */
export function agentFor(proxy: Egress, options: AgentOptions): Agent {
  return new TlsAgent(options, proxy && ((address) => openProxyConnection(proxy, address)));
}

/**
 * Opens a connection through the proxy to an address.
 *
 * @throws {Error} if the proxy cannot be reached, refuses the connection, or sends data after its response headers
 */
export function openProxyConnection(proxy: EgressProxy, address: string): Promise<Duplex> {
  const [protocol, transport] =
    "grpcSocketPath" in proxy ? ["grpc", "uds"] : ["http_connect", "socketPath" in proxy ? "uds" : "tcp"];
  const dial = () =>
    "grpcSocketPath" in proxy
      ? dialThrough(proxy.grpcSocketPath, address, connectTimeoutMs)
      : tunnelByConnect(proxy, address);
  return traced<Duplex>(`Proxy via ${protocol} protocol over ${transport}`, () => ({ address }), dial);
}

type ConnectProxy = Exclude<EgressProxy, { grpcSocketPath: string }>;

async function tunnelByConnect(proxy: ConnectProxy, address: string): Promise<Socket> {
  const name = "socketPath" in proxy ? proxy.socketPath : joinHostPort(proxy.host, proxy.port);
  const isPlain = "socketPath" in proxy;
  const socket = isPlain ? connectPlain({ path: proxy.socketPath }) : connectTls(tlsOf(proxy));
  await waitForProxy(socket, isPlain ? "connect" : "secureConnect");
  return openTunnel(socket, { address, name, headers: { Host: "127.0.0.1" } });
}

const tlsOf = ({
  host,
  port,
  authority,
  certificate,
  key,
  serverName,
}: Exclude<ConnectProxy, { socketPath: string }>) => ({
  host,
  port,
  cert: certificate,
  key,
  servername: serverName ?? host,
  allowPartialTrustChain: true,
  ...(authority === undefined ? {} : { ca: authority }),
});
