/**
 * Connections over TLS through an HTTP proxy, which itself may be reached over TLS.
 *
 * @module
 */
import { Agent, type AgentOptions } from "node:https";
import { connect as connectPlain, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { joinHostPort } from "../text/ip.ts";
import { basicHeaders } from "./credentials.ts";
import { askForTunnel } from "./tunnel.ts";

type Made = (error: Error | null, socket?: Duplex) => void;

const connectTimeoutMs = 30_000;

export class ProxiedAgent extends Agent {
  private readonly proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.proxy = proxy;
  }

  override createConnection(options: ConnectionOptions, made: Made): undefined {
    const { host = "localhost", port = 0 } = options;
    tunnel(this.proxy, joinHostPort(host, port)).then(
      (socket) => made(null, connectTls({ ...options, socket })),
      (error: Error) => made(error),
    );
    return undefined;
  }
}

/** Where a proxy is, and the credentials that it gets. */
export function proxyParts({ protocol, hostname, port, username, password }: URL) {
  const isTls = protocol === "https:";
  const { authorization } = basicHeaders(decodeURIComponent(username), decodeURIComponent(password));
  const headers: Record<string, string> = username === "" ? {} : { "proxy-authorization": authorization ?? "" };
  return { isTls, host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (isTls ? 443 : 80)), headers };
}

async function tunnel(proxy: URL, address: string): Promise<Socket> {
  const { headers, host, port } = proxyParts(proxy);
  const name = joinHostPort(host, port);
  return askForTunnel(await reach(proxy), { address, name, headers: { Host: address, ...headers } });
}

function reach(proxy: URL): Promise<Socket> {
  const { isTls, host, port } = proxyParts(proxy);
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
    const end = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(connectTimeoutMs, () => end(new Error("the proxy does not answer")));
    socket.once("error", end);
    socket.once(isTls ? "secureConnect" : "connect", () => {
      socket.off("error", end);
      resolve(socket);
    });
  });
}
