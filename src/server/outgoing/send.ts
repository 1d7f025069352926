/**
 * Requests that the server itself sends: to issuers of tokens.
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
  /** PEM of the authorities that vouch for the other side; absent: those that Node trusts. */
  readonly ca?: string;
  /** Leads to the other side; absent: it is reached directly. */
  readonly proxy?: EgressProxy | undefined;
}

export interface OutgoingAnswer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Milliseconds from the request to the end of the answer, redirects included; Go's client of issuers has the same. */
export const sendTimeoutMs = 30_000;

/** Bytes of an answer. */
export const maxAnswerBytes = 1_048_576;

const maxRedirects = 10;

/**
 * GETs a document and follows redirects.
 *
 * @throws {Error} when the connection fails, takes too long, or the answer is too long
 */
export async function get(request: OutgoingRequest, timeoutMs = sendTimeoutMs): Promise<OutgoingAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let { url, headers } = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await send({ ...request, url, ...(headers ? { headers } : {}) }, signal).catch((error: unknown) => {
      throw signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`) : error;
    });
    const { location } = answer.headers;
    if (!redirectCodes.has(answer.code) || location === undefined) return answer;
    const next = new URL(location, url);
    // Credentials are for the host that they were given for, and never for a connection without TLS.
    if (next.origin !== url.origin) headers = {};
    url = next;
  }
  throw new Error(`stopped after ${maxRedirects} redirects`);
}

const redirectCodes: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function send({ url, headers = {}, ca, proxy }: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
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
    const answered = (response: IncomingMessage) => readAnswer(response).then(resolve, reject);
    open(url, options, answered).on("error", reject).end();
  });
}

function open(url: URL, options: object, answered: (response: IncomingMessage) => void): ClientRequest {
  if (url.protocol === "https:") return httpsRequest(url, options, answered);
  if (url.protocol === "http:") return httpRequest(url, options, answered);
  throw new Error(`unsupported protocol scheme ${JSON.stringify(url.protocol.replace(/:$/, ""))}`);
}

async function readAnswer(response: IncomingMessage): Promise<OutgoingAnswer> {
  const tooLong = new Error(`the answer is longer than ${maxAnswerBytes} bytes`);
  const body = await readBounded(response, maxAnswerBytes, tooLong);
  return { code: response.statusCode ?? 0, headers: response.headers, text: body.toString() };
}
