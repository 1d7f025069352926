/**
 * Where a request to something that runs is passed on to, and the ways to name it.
 *
 * @module
 */
import { badRequest } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";

/** How the server makes sure of the other side: by the kubelets' authority, or not at all. */
export type Trust = "kubelet" | "unverified-kubelet" | "anyone";

export interface RemoteLocation {
  readonly scheme: "http" | "https";
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly trust: Trust;
}

/** A location, and the request that it gets. */
export interface Destination {
  readonly location: RemoteLocation;
  /** Unescaped. */
  readonly path: string;
  /** Escaped, without question mark. */
  readonly query: string;
}

/** The name of an object to which requests are passed on: `name`, `name:port` or `scheme:name:port`. */
export interface LocationName {
  /** Empty when nothing is said. */
  readonly scheme: string;
  readonly name: string;
  /** A number, or the name of a port; empty when nothing is said. */
  readonly port: string;
}

const schemes: ReadonlySet<string> = new Set(["", "http", "https"]);

/**
 * @param what - `pod`, as the fault says it
 * @throws {StatusError} BadRequest for another form
 */
export function readLocationName(text: string, what: string): LocationName {
  const parts = text.split(":");
  const [scheme = "", name = "", port = ""] = parts.length === 3 ? parts : ["", ...parts];
  if (parts.length > 3 || name === "" || !schemes.has(scheme)) throw invalidLocation(text, what);
  return { scheme, name, port };
}

export const invalidLocation = (text: string, what: string): StatusError =>
  badRequest(`invalid ${what} request ${JSON.stringify(text)}`);

/** Loopback, link-local and multicast addresses are no locations for the requests of clients. */
export const forbiddenAddress = (): StatusError => badRequest("address not allowed");

export const schemeOf = ({ scheme }: LocationName): RemoteLocation["scheme"] => (scheme === "https" ? "https" : "http");

const ports = { http: 80, https: 443 } as const;

/** The port of the scheme, where none is given. @throws {StatusError} for what is no port */
export function portNumber(text: string, scheme: RemoteLocation["scheme"], fault: () => StatusError): number {
  if (text === "") return ports[scheme];
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw fault();
  return port;
}

/** A failure of which kube-apiserver says nothing but the text. */
export const plainFailure = (message: string): StatusError => new StatusError(500, "", message);
