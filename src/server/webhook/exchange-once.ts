/**
 * One request over HTTPS, and its answer.
 *
 * @module
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type Agent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { Address, ResolveService } from "./service-address.ts";
import type { Target } from "./target.ts";
import { certificateFault, connectionFault, WebhookFault } from "./webhook-fault.ts";

export interface Step {
  readonly url: string;
  readonly method: "POST" | "GET";
}

export interface Answer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

export interface Sending {
  /** JSON, of a POST. */
  readonly body: string;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
  readonly target: Target;
  readonly resolve: ResolveService;
}

/** A connection that was kept was closed before anything came back. */
export class IdleClosed extends Error {}

const httpsPort = 443;
const userAgent = "kube-apiserver-admission";

/**
 * @param agent - false for a connection of its own
 * @throws {WebhookFault}
 */
export async function exchangeOnce(agent: Agent | false, { url, method }: Step, sending: Sending): Promise<Answer> {
  const { host, hostname, port, pathname, search } = new URL(url);
  // `new URL` leaves out the port of the scheme; the Host header of a service has it.
  const name = hostname.replace(/^\[|\]$/g, "");
  const fault = (why: string) => new WebhookFault(`Post "${url}": ${why}`);
  const { target, body, signal } = sending;
  const posted = method === "POST" && {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const options = {
    agent,
    ...addressOf({ host: name, port: Number(port || httpsPort) }, sending, fault),
    method,
    path: pathname + search,
    headers: { host, accept: "application/json, */*", "user-agent": userAgent, ...posted },
    signal,
    servername: isIP(name) === 0 ? name : "",
    ...(target.authority === undefined ? {} : { ca: target.authority }),
    checkServerIdentity: (_servername: string, certificate: PeerCertificate) => identityFault(name, certificate),
  };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(options, (response) => {
      readBody(response, sending.maxAnswerBytes).then(resolve, reject);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isIdle = request.reusedSocket && error.code === "ECONNRESET";
      reject(isIdle ? new IdleClosed() : fault(connectionFault(error)));
    });
    request.end(posted ? body : undefined);
  });
}

function addressOf(own: Address, { target: { service }, resolve }: Sending, fault: (why: string) => WebhookFault) {
  if (!service || `${own.host}:${own.port}` !== service.host) return own;
  try {
    return resolve(service);
  } catch (error) {
    throw error instanceof WebhookFault ? fault(error.message) : error;
  }
}

/**
 * Why a certificate is not one for the name; the subject's common name counts for nothing, as in Go.
 */
export function identityFault(name: string, certificate: PeerCertificate): Error | undefined {
  const names = (certificate.subjectaltname ?? "").split(", ").filter(Boolean);
  const ofSort = (prefix: string) =>
    names.flatMap((each) => (each.startsWith(prefix) ? each.slice(prefix.length) : []));
  const [hosts, addresses] = [ofSort("DNS:"), ofSort("IP Address:")];
  if (isIP(name) !== 0 && addresses.length === 0) {
    return new Error(
      certificateFault(`cannot validate certificate for ${name} because it doesn't contain any IP SANs`),
    );
  }
  if (isIP(name) === 0 && hosts.length === 0) {
    return new Error(certificateFault("certificate relies on legacy Common Name field, use SANs instead"));
  }
  if (checkServerIdentity(name, certificate) === undefined) return undefined;
  const valid = (isIP(name) === 0 ? hosts : addresses).join(", ");
  return new Error(certificateFault(`certificate is valid for ${valid}, not ${name}`));
}

function readBody(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      response.destroy();
      reject(new WebhookFault(`the response is larger than ${maxBytes} bytes`));
    });
    response.on("error", () => {
      reject(
        new WebhookFault("unexpected error when reading response body. Please retry. Original error: unexpected EOF"),
      );
    });
    response.on("end", () => {
      resolve({ code: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
  });
}
