/**
 * Sends one HTTP request to a webhook, and reads the response.
 *
 * @module
 */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { type Agent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { PeerCertificate } from "node:tls";
import { connectionFault, connectionReset, identityFault } from "../../client/connection-fault.ts";
import { readBounded } from "../../client/read-bounded.ts";
import { traceHeaders } from "../tracing/span.ts";
import type { Address, ResolveService } from "./service-address.ts";
import type { Target } from "./target.ts";
import { WebhookFault } from "./webhook-fault.ts";

export interface Step {
  readonly url: string;
  readonly method: "POST" | "GET";
}

export interface HttpResponse {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

export interface SendOptions {
  /** The JSON body of a POST. */
  readonly body: string;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
  readonly target: Target;
  readonly resolve: ResolveService;
  /** Whether the agent connects through a proxy, which supports only TLS. */
  readonly isProxied: boolean;
}

/** The webhook closed a kept-alive connection before it sent any response. */
export class IdleClosed extends Error {}

const httpPort = 80;
const httpsPort = 443;
const userAgent = "kube-apiserver-admission";

/** @throws {WebhookFault} */
export async function exchangeOnce(agent: Agent, { url, method }: Step, sending: SendOptions): Promise<HttpResponse> {
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  const isPlain = protocol === "http:";
  // `new URL` drops the default port of the scheme, but the Host header for a service has it.
  const name = hostname.replace(/^\[|\]$/g, "");
  const fault = (why: string) =>
    new WebhookFault(`Post "${url}": ${why}`, undefined, why.endsWith(connectionReset) ? "transient" : "lasting");
  const { target, body, signal } = sending;
  if (isPlain && sending.isProxied) throw fault("a connection without TLS does not go through a proxy");
  const posted = method === "POST" && {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const { credentials } = target;
  const serverName = credentials?.serverName ?? name;
  const options = {
    agent: isPlain ? undefined : agent,
    ...addressOf({ host: name, port: Number(port || (isPlain ? httpPort : httpsPort)) }, sending, fault),
    method,
    path: pathname + search,
    headers: {
      host,
      accept: "application/json, */*",
      "user-agent": userAgent,
      ...posted,
      ...credentials?.headers(),
      ...(target.isTraced ? traceHeaders() : {}),
    },
    signal,
    servername: isIP(serverName) === 0 ? serverName : "",
    ...(target.authority === undefined ? {} : { ca: target.authority }),
    ...(credentials?.certificate === undefined ? {} : { cert: credentials.certificate, key: credentials.key }),
    rejectUnauthorized: !credentials?.skipsVerification,
    // As in Go, every certificate in the bundle is trusted, not only self-signed ones.
    allowPartialTrustChain: true,
    checkServerIdentity: (_servername: string, certificate: PeerCertificate) =>
      credentials?.skipsVerification ? undefined : identityFault(serverName, certificate),
  };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => void readResponse(response, sending).then(resolve, reject);
    const request = isPlain ? httpRequest(options, answered) : httpsRequest(options, answered);
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isIdle = request.reusedSocket && isJustSent && error.code === "ECONNRESET";
      reject(isIdle ? new IdleClosed() : fault(connectionFault(error)));
    });
    request.end(posted ? body : undefined);
    // If the connection was closed before the request was sent, Node reports it in the next round of the event loop.
    let isJustSent = true;
    request.once("socket", () => {
      setImmediate(() => {
        setImmediate(() => {
          isJustSent = false;
        });
      });
    });
  });
}

function addressOf(own: Address, { target: { service }, resolve }: SendOptions, fault: (why: string) => WebhookFault) {
  if (!service || `${own.host}:${own.port}` !== service.host) return own;
  try {
    return resolve(service);
  } catch (error) {
    throw error instanceof WebhookFault ? fault(error.message) : error;
  }
}

async function readResponse(
  response: IncomingMessage,
  { maxAnswerBytes: maxBytes, signal }: Pick<SendOptions, "maxAnswerBytes" | "signal">,
): Promise<HttpResponse> {
  const tooLong = new WebhookFault(`the response is larger than ${maxBytes} bytes`);
  const body = await readBounded(response, maxBytes, tooLong).catch((error: unknown) => {
    if (error === tooLong) throw error;
    const broken = "unexpected error when reading response body. Please retry. Original error:";
    if (signal.aborted) throw new WebhookFault(`${broken} context deadline exceeded`, undefined, "late");
    throw new WebhookFault(`${broken} unexpected EOF`);
  });
  return { code: response.statusCode ?? 0, headers: response.headers, body };
}
