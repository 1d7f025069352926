/**
 * Connections through a proxy, as an EgressSelectorConfiguration asks for them: `CONNECT` over TLS, or over a Unix domain socket, or
 * the protocol of konnectivity. Each connection of the server gets one of its own to the proxy.
 *
 * @module
 */
import { Agent, type AgentOptions } from "node:https";
import { connect as connectPlain, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
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

/** The most bytes of headers with which a proxy answers; Go has the same. */
const maxHeaderBytes = 1_048_576;
const connectTimeoutMs = 30_000;

/** An agent whose connections go through the proxy, or are direct without one. */
export function agentFor(proxy: Egress, options: AgentOptions): Agent {
  return proxy === undefined ? new Agent(options) : new ProxiedAgent(proxy, options);
}

type Made = (error: Error | null, socket?: Duplex) => void;

class ProxiedAgent extends Agent {
  private readonly proxy: EgressProxy;

  constructor(proxy: EgressProxy, options: AgentOptions) {
    super(options);
    this.proxy = proxy;
  }

  /** Node's agent has it, also where its types do not say so. */
  override createConnection(options: ConnectionOptions, made: Made): undefined {
    const { host = "localhost", port = 0 } = options;
    tunnel(this.proxy, joinHostPort(host, port)).then(
      // The address is the proxy's matter; the name that the other side shows is not.
      (socket) => made(null, connectTls({ ...options, socket })),
      (error: Error) => made(error),
    );
    return undefined;
  }
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
  const socket = await reach(proxy);
  const name = "socketPath" in proxy ? proxy.socketPath : joinHostPort(proxy.host, proxy.port);
  socket.write(`CONNECT ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  try {
    const head = await readHead(socket);
    const [, code = "", reason = ""] = /^HTTP\/1\.[01] (\d{3}) ?([^\r\n]*)/.exec(head) ?? [];
    if (code === "") throw new Error(`reading HTTP response from CONNECT to ${address} via proxy ${name} failed`);
    if (code !== "200") {
      throw new Error(`proxy error from ${name} while dialing ${address}, code ${code}: ${code} ${reason}`);
    }
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function reach(proxy: ConnectProxy): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = "socketPath" in proxy ? connectPlain({ path: proxy.socketPath }) : connectTls(tlsOf(proxy));
    const end = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(connectTimeoutMs, () => end(new Error("the proxy does not answer")));
    socket.once("error", end);
    socket.once("socketPath" in proxy ? "connect" : "secureConnect", () => {
      socket.off("error", end);
      resolve(socket);
    });
  });
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

const headEnd = "\r\n\r\n";

/** The answer of the proxy; the other side does not speak before the server does. */
function readHead(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = "";
    const end = (error: Error | undefined) => {
      socket.off("data", take);
      socket.off("error", end);
      socket.off("close", gone);
      socket.pause();
      socket.setTimeout(0);
      if (error) reject(error);
      else resolve(head);
    };
    const gone = () => end(new Error("the proxy closed the connection"));
    const take = (bytes: Buffer) => {
      head += bytes.toString("latin1");
      const at = head.indexOf(headEnd);
      if (at >= 0 && at + headEnd.length < head.length) {
        end(new Error(`unexpected ${head.length - at - headEnd.length} bytes after the answer of the proxy`));
      } else if (at >= 0) end(undefined);
      else if (head.length > maxHeaderBytes) end(new Error("the answer of the proxy is too long"));
    };
    socket.on("data", take);
    socket.once("error", end);
    socket.once("close", gone);
  });
}
