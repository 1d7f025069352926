/**
 * Connections through an HTTP proxy, which may itself use TLS.
 *
 * @module
 */
import { connect as connectPlain, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { joinHostPort } from "../text/ip.ts";
import { basicHeaders } from "./credentials.ts";
import { waitForProxy } from "./proxy-connected.ts";
import { openTunnel } from "./tunnel.ts";

/** Returns the address of a proxy, and the headers with its credentials. */
export function proxyParts({ protocol, hostname, port, username, password }: URL) {
  const isTls = protocol === "https:";
  const { authorization } = basicHeaders(decodeURIComponent(username), decodeURIComponent(password));
  const headers: Record<string, string> = username === "" ? {} : { "proxy-authorization": authorization ?? "" };
  return { isTls, host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (isTls ? 443 : 80)), headers };
}

/**
 * Opens a connection to an address through the proxy.
 *
 * @throws {Error} if the proxy is unreachable, or refuses
 */
export async function dialThroughHttp(proxy: URL, address: string): Promise<Socket> {
  const { isTls, headers, host, port } = proxyParts(proxy);
  const socket = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  await waitForProxy(socket, isTls ? "secureConnect" : "connect");
  const name = joinHostPort(host, port);
  return openTunnel(socket, { address, name, headers: { Host: address, ...headers } });
}
