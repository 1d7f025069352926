/**
 * HTTP requests that this server sends itself, to issuers of tokens.
 *
 * @module
 */
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { readBounded } from "../../client/read-bounded.ts";
import { agentFor, type EgressProxy } from "./egress.ts";

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificate authorities in PEM format; absent: those that Node trusts. */
  readonly ca?: string;
  /** Proxy for the connection; absent: a direct connection. */
  readonly proxy?: EgressProxy | undefined;
}

export interface OutgoingResponse {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Timeout in milliseconds from the request to the end of the response, including redirects; same value as in Go's
 * client of issuers.
 */
export const sendTimeoutMs = 30_000;

/** Maximum size of a response, in bytes. */
export const maxResponseBytes = 1_048_576;

const maxRedirects = 10;

/**
 * Fetches a document by GET, and follows redirects.
 *
 * @throws {Error} if the connection fails or takes too long, or the response is too long
 */
export async function fetchDocument(request: OutgoingRequest, timeoutMs = sendTimeoutMs): Promise<OutgoingResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  let { url, headers } = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await send({ ...request, url, ...(headers ? { headers } : {}) }, signal).catch((error: unknown) => {
      throw signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`) : error;
    });
    const { location } = answer.headers;
    if (!redirectCodes.has(answer.code) || location === undefined) return answer;
    const next = new URL(location, url);
    // Credentials are only for the origin that they were given for; a redirect must not send them to another host or
    // without TLS.
    if (next.origin !== url.origin) headers = {};
    url = next;
  }
  throw new Error(`stopped after ${maxRedirects} redirects`);
}

const redirectCodes: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function send({ url, headers = {}, ca, proxy }: OutgoingRequest, signal: AbortSignal): Promise<OutgoingResponse> {
  return new Promise((resolve, reject) => {
    if (proxy && url.protocol !== "https:") {
      throw new Error("a connection without TLS does not go through a proxy");
    }
    const agent = proxy && agentFor(proxy, {});
    const options = {
      headers,
      signal,
      ...(agent ? { agent } : {}),
      ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
    };
    const onResponse = (response: IncomingMessage) => readResponse(response).then(resolve, reject);
    open(url, options, onResponse).on("error", reject).end();
  });
}

function open(url: URL, options: object, onResponse: (response: IncomingMessage) => void): ClientRequest {
  if (url.protocol === "https:") return httpsRequest(url, options, onResponse);
  if (url.protocol === "http:") return httpRequest(url, options, onResponse);
  throw new Error(`unsupported protocol scheme ${JSON.stringify(url.protocol.replace(/:$/, ""))}`);
}

async function readResponse(response: IncomingMessage): Promise<OutgoingResponse> {
  const tooLong = new Error(`the answer is longer than ${maxResponseBytes} bytes`);
  const body = await readBounded(response, maxResponseBytes, tooLong);
  return { code: response.statusCode ?? 0, headers: response.headers, text: body.toString() };
}
