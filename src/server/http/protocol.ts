/**
 * Requests that Node's parser of HTTP/1.1 accepts and the API server refuses: proxies before the server could read it
 * otherwise.
 *
 * @module
 */
import { badRequest, notImplemented } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";

/** A request as it came. */
export interface RawRequest {
  /** `1.1`, `2.0`. */
  readonly httpVersion: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/** Characters of hosts and ports, as Go has them. */
const hostText = /^[A-Za-z0-9!$%&'()*+,\-.:;=[\]_~]*$/;

/** The failure to answer with; undefined for a request that can be read in one way only. HTTP/2 leaves nothing open. */
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
