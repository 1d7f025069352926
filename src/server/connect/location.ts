/**
 * The backends to which this server forwards requests, and the syntax for naming them in a path.
 *
 * @module
 */
import { badRequest } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";

/** How this server verifies a backend: by the certificate authority of the kubelets, or not. */
export type Trust = "kubelet" | "unverified-kubelet" | "anyone";

export interface RemoteLocation {
  readonly scheme: "http" | "https";
  /** A host name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly trust: Trust;
}

/** A location, and the path and query of the request to it. */
export interface Destination {
  readonly location: RemoteLocation;
  /** The unescaped path. */
  readonly path: string;
  /** The escaped query, without the question mark. */
  readonly query: string;
}

/** The object in the path of a forwarded request: `name`, `name:port` or `scheme:name:port`. */
export interface LocationName {
  /** Empty if absent. */
  readonly scheme: string;
  readonly name: string;
  /** A port number or port name; empty if absent. */
  readonly port: string;
}

const schemes: ReadonlySet<string> = new Set(["", "http", "https"]);

/**
 * @param what - the kind in the error message, such as `pod`
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

/** The error for loopback, link-local and multicast addresses, to which clients may not send requests. */
export const forbiddenAddress = (): StatusError => badRequest("address not allowed");

export const schemeOf = ({ scheme }: LocationName): RemoteLocation["scheme"] => (scheme === "https" ? "https" : "http");

const defaultPorts = { http: 80, https: 443 } as const;

/** Returns the port; the default of the scheme if the text is empty. @throws {StatusError} for an invalid port */
export function portNumber(text: string, scheme: RemoteLocation["scheme"], fault: () => StatusError): number {
  if (text === "") return defaultPorts[scheme];
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw fault();
  return port;
}

/** An internal error for which kube-apiserver returns only the message, without a reason. */
export const errorWithoutReason = (message: string): StatusError => new StatusError(500, "", message);
