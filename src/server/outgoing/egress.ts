/**
 * Connections through a proxy, as an EgressSelectorConfiguration asks for them: `CONNECT` over TLS, or over a Unix domain socket, or
 * the protocol of konnectivity. Each connection of the server gets one of its own to the proxy.
 *
 * @module
 */
import type { Agent, AgentOptions } from "node:https";
import { connect as connectPlain, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { proxyConnected } from "../../client/proxy-connected.ts";
import { TlsAgent } from "../../client/tls-agent.ts";
import { askForTunnel } from "../../client/tunnel.ts";
import { joinHostPort } from "../../text/ip.ts";
import { traced } from "../tracing/span.ts";
import { dialThrough } from "./grpc-tunnel.ts";

/** How the proxy is reached. */
export type EgressProxy =
  | { readonly socketPath: string }
  /** Of konnectivity. */
  | { readonly grpcSocketPath: string }
  | {
      readonly host: string;
      readonly port: number;
      /** PEM of those who vouch for the proxy; absent: those that Node trusts. */
      readonly authority?: string;
      /** PEM, by which the proxy knows the server. */
      readonly certificate: string;
      readonly key: string;
      /** Default: the host. */
      readonly serverName?: string;
    };

/** Of one kind of traffic; undefined where it goes its own way. */
export type Egress = EgressProxy | undefined;

/** The proxies by what is reached through them; absent: directly. */
export interface EgressSelection {
  /** Services: webhooks of objects and aggregated API servers. */
  readonly cluster?: EgressProxy;
  /** URLs: webhooks of objects and of flags. */
  readonly controlplane?: EgressProxy;
  /** The store. */
  readonly etcd?: EgressProxy;
}

const connectTimeoutMs = 30_000;

/** An agent whose connections go through the proxy, or are direct without one. */
export function agentFor(proxy: Egress, options: AgentOptions): Agent {
  return new TlsAgent(options, proxy && ((address) => tunnel(proxy, address)));
}

/**
 * A connection to an address behind the proxy.
 *
 * @throws {Error} for a proxy that cannot be reached, refuses, or says more than its headers
 */
export function tunnel(proxy: EgressProxy, address: string): Promise<Duplex> {
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
  await proxyConnected(socket, isPlain ? "connect" : "secureConnect");
  return askForTunnel(socket, { address, name, headers: { Host: "127.0.0.1" } });
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
