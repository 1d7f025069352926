/**
 * Finds the proxy for a server: from the kubeconfig, or from `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` by the rules of
 * Go.
 *
 * @module
 */
import { containsIp, equalIp, type IpAddress, isLoopback, parseIp, parseIpPrefix } from "../text/ip.ts";
import { ClientFault } from "./client-fault.ts";
import type { Machine } from "./machine.ts";

/**
 * @param kubeconfigProxy - `proxy-url` of the kubeconfig, to which `NO_PROXY` does not apply
 * @throws {ClientFault} for a variable that is not the address of a proxy
 */
export function proxyFor(
  server: URL,
  kubeconfigProxy: string | undefined,
  { environment }: Pick<Machine, "environment">,
): URL | undefined {
  if (kubeconfigProxy) return new URL(kubeconfigProxy);
  const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = environment;
  const isTls = server.protocol === "https:";
  const value = (isTls ? HTTPS_PROXY || https_proxy : HTTP_PROXY || http_proxy) || "";
  if (value === "" || !usesProxy(server, environment["NO_PROXY"] || environment["no_proxy"] || "")) return undefined;
  const url = [value, `http://${value}`].find((text) => URL.canParse(text) && new URL(text).host !== "");
  const proxy = url === undefined ? undefined : new URL(url);
  if (proxy && proxyProtocols.has(proxy.protocol)) return proxy;
  throw new ClientFault(
    "configuration",
    `${isTls ? "HTTPS_PROXY" : "HTTP_PROXY"} must be the address of an HTTP or SOCKS5 proxy; got "${value}"`,
  );
}

const proxyProtocols: ReadonlySet<string> = new Set(["http:", "https:", "socks5:", "socks5h:"]);

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ["http:", "80"],
  ["https:", "443"],
]);

/** Whether no entry of `NO_PROXY` matches the server. */
function usesProxy({ hostname, port, protocol }: URL, exceptions: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const parsed = parseIp(name);
  const host = { name, port: port || (defaultPorts.get(protocol) ?? ""), ip: parsed.ok ? parsed.value : undefined };
  if (name === "localhost" || (host.ip && isLoopback(host.ip))) return false;
  const entries = exceptions.split(",").map((entry) => entry.trim().toLowerCase());
  return !entries.some((entry) => entry !== "" && isException(entry, host));
}

interface Host {
  readonly name: string;
  readonly port: string;
  readonly ip: IpAddress | undefined;
}

/**
 * Whether an entry matches: `*`, a network, or an address or domain with an optional port. A domain with a leading dot
 * matches only its subdomains.
 */
function isException(entry: string, host: Host): boolean {
  if (entry === "*") return true;
  const network = parseIpPrefix(entry);
  if (network.ok) return host.ip !== undefined && containsIp(network.value, host.ip);
  const { name, port } = splitPort(entry);
  if (port !== "" && port !== host.port) return false;
  const address = parseIp(name);
  if (address.ok) return host.ip !== undefined && equalIp(address.value, host.ip);
  if (name === "" || host.ip) return false;
  const domain = name.startsWith("*.") ? name.slice(1) : name;
  return domain.startsWith(".") ? host.name.endsWith(domain) : host.name === domain || host.name.endsWith(`.${domain}`);
}

/** Splits off a port, which may follow a name or an address in brackets. */
function splitPort(entry: string): { readonly name: string; readonly port: string } {
  const [, bracketed, plain, port = ""] = /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port };
}
