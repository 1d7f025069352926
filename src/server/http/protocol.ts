/**
 * Rejects HTTP/1.1 requests that Node's parser accepts but kube-apiserver rejects: proxies in front of the server could
 * interpret them differently.
 *
 * @module
 */
import { badRequest, notImplemented } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";

/** A request as the client sent it. */
export interface RawRequest {
  /** `1.1`, `2.0`. */
  readonly httpVersion: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
}

/** Characters of hosts and ports that Go accepts. */
const hostText = /^[A-Za-z0-9!$%&'()*+,\-.:;=[\]_~]*$/;

/**
 * Returns the error for an ambiguous request; undefined if the request is unambiguous, as HTTP/2 requests always are.
 */
export function protocolFault({ httpVersion, rawHeaders }: RawRequest): StatusError | undefined {
  if (!httpVersion.startsWith("1.")) return undefined;
  const encodings = valuesOf(rawHeaders, "transfer-encoding");
  if (encodings.length > 1 || (encodings[0] ?? "chunked").toLowerCase() !== "chunked") {
    return notImplemented("the request has a transfer encoding other than chunked");
  }
  const hosts = valuesOf(rawHeaders, "host");
  if (hosts.length > 1) return badRequest("the request has several Host headers");
  if (hosts.length === 0) return httpVersion === "1.0" ? undefined : badRequest("the request has no Host header");
  return hostText.test(hosts[0] ?? "") ? undefined : badRequest("the Host header of the request is malformed");
}

function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? "";
    if (header.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
