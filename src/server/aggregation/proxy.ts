/**
 * Forwards a request to a backend, and streams its response back. Headers tell the backend which user sent the request.
 *
 * @module
 */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { UserInfo } from "../../access/user.ts";
import { escapePath } from "../../text/go-url.ts";
import { joinHostPort } from "../../text/ip.ts";
import { compareUtf8, toByteString } from "../../text/utf8.ts";
import { joinPath } from "../connect/links.ts";
import { forwardPage, isRewritablePage } from "../connect/rewritten-page.ts";
import type { Exchange } from "../http/exchange.ts";
import { sendText } from "../http/plain-text.ts";
import { bodyToForward, isCorsHeader, requestHeadersToForward, sendResponse } from "../outgoing/forward-request.ts";
import { pipeToClient, upgradeHeaders } from "../outgoing/upgraded.ts";
import { traceHeaders } from "../tracing/span.ts";
import type { Address } from "../webhook/service-address.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import { type Backend, type BackendClient, BackendFault } from "./backend.ts";

const unavailable = 503;
const badGateway = 502;

/** Forwards the request of the exchange, and responds to the client. */
export async function proxy(exchange: Exchange, backend: Backend, client: BackendClient): Promise<void> {
  const { canTakeOver } = exchange.answer;
  exchange.onWatchStarted();
  try {
    await (canTakeOver ? forwardUpgrade(exchange, backend, client) : forwardRequest(exchange, backend, client));
  } catch (error) {
    if (error instanceof WebhookFault) return sendText(exchange, unavailable, "service unavailable");
    if (!(error instanceof BackendFault)) throw error;
    const what = canTakeOver ? "error dialing backend" : "error trying to reach service";
    return sendText(exchange, unavailable, `${what}: ${error.message}`);
  }
}

async function forwardRequest(exchange: Exchange, backend: Backend, client: BackendClient): Promise<void> {
  const { method, signal } = exchange;
  const headers = {
    ...backendHeaders(exchange),
    ...forwarding(exchange, client.addressOf(backend)),
    ...traceHeaders(),
  };
  const response = await client.send(backend, {
    method,
    path: pathWithQuery(exchange),
    headers,
    ...(await bodyToForward(exchange)),
    signal,
  });
  await sendBackendResponse(exchange, response, client.addressOf(backend));
}

/**
 * Returns the path and the query that access was decided on, encoded again, so that the backend cannot interpret them
 * differently.
 */
function pathWithQuery({ info: { path }, query }: Exchange): string {
  const parameters = [...query].map(([name, value]) => [encodeQuery(name), encodeQuery(value)] as const);
  const sorted = parameters.toSorted(([a], [b]) => compareUtf8(a, b)).map((each) => each.join("="));
  return escapePath(path) + (sorted.length === 0 ? "" : `?${sorted.join("&")}`);
}

/** Encodes like Go's `url.QueryEscape`. */
const encodeQuery = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");

/** Returns the `X-Forwarded` headers that kube-apiserver sets. They replace those of the client. */
function forwarding({ info: { path } }: Exchange, { host, port }: Address): OutgoingHttpHeaders {
  return {
    "x-forwarded-uri": joinPath("", escapePath(path)),
    "x-forwarded-host": joinHostPort(host, port),
    "x-forwarded-proto": "https",
  };
}

/** Connects the client with the backend for a request that upgrades to another protocol. */
async function forwardUpgrade(exchange: Exchange, backend: Backend, client: BackendClient): Promise<void> {
  const { method, signal } = exchange;
  const headers = { ...backendHeaders(exchange), ...upgradeHeaders(exchange) };
  const answered = await client.upgrade(backend, { method, path: pathWithQuery(exchange), headers, signal });
  if (!("refusal" in answered)) return pipeToClient(exchange, answered);
  const { statusCode: code = 0 } = answered.refusal;
  if (code >= firstError) return sendResponse(exchange, answered.refusal);
  answered.refusal.destroy();
  sendText(exchange, unavailable, `invalid upgrade response: status code ${code}`);
}

const firstError = 400;

const backendHeaders = (exchange: Exchange): OutgoingHttpHeaders => ({
  ...requestHeadersToForward(exchange),
  ...userHeaders(exchange.user),
  "audit-id": exchange.auditId,
});

/** Returns the headers by which a front proxy tells a backend the identity of the user. */
export function userHeaders({ username, uid, groups, extra }: UserInfo): OutgoingHttpHeaders {
  return {
    "x-remote-user": toByteString(username),
    ...(uid === "" ? {} : { "x-remote-uid": toByteString(uid) }),
    ...(groups.length > 0 ? { "x-remote-group": groups.map(toByteString) } : {}),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`x-remote-extra-${escapeKey(key)}`, values.map(toByteString)]),
    ),
  };
}

/** Escapes the bytes of a key that a header name must not contain, and `%` itself. */
const escapeKey = (key: string): string =>
  toByteString(key).replace(
    /[^!#$&'*+\-.^_`|~0-9A-Za-z]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

/**
 * Sends the backend's response to the client. Rejects redirects: a client that followed one would send its credentials
 * to another server.
 */
async function sendBackendResponse(
  exchange: Exchange,
  response: IncomingMessage,
  { host, port }: Address,
): Promise<void> {
  const { statusCode: code = unavailable, headers } = response;
  if (code >= 300 && code <= 399 && headers.location !== undefined) {
    response.destroy();
    const why = "the backend attempted to redirect this request, which is not permitted";
    return sendText(exchange, badGateway, why);
  }
  const isPassed = (name: string) => !isCorsHeader(name);
  if (!isRewritablePage(exchange, response)) return sendResponse(exchange, response, isPassed);
  // As in kube-apiserver, links in the page lead directly to the backend.
  const backendHost = joinHostPort(host, port);
  const target = { scheme: "https", host: backendHost };
  await forwardPage(
    exchange,
    response,
    { prefix: "", remoteHost: backendHost, askedHost: backendHost, target },
    isPassed,
  );
}
