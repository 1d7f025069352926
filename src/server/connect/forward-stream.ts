/**
 * Forwards requests to backends and streams the responses back: as plain requests, or as an upgraded connection for
 * another protocol.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";
import { escapePath } from "../../text/go-url.ts";
import { joinHostPort } from "../../text/ip.ts";
import type { Exchange } from "../http/exchange.ts";
import { bodyToForward, isCorsHeader, requestHeadersToForward, sendResponse } from "../outgoing/forward-request.ts";
import { pipeToClient, upgradeHeaders } from "../outgoing/upgraded.ts";
import { badRequest, unavailable } from "../request/failures.ts";
import { joinPath, rewriteLink } from "./links.ts";
import { type Destination, errorWithoutReason } from "./location.ts";
import { forwardPage, isRewritablePage } from "./rewritten-page.ts";
import { type Transport, TransportError } from "./transport.ts";

/** Forwards a streaming request to a kubelet, which requires an upgrade to another protocol. @throws {StatusError} */
export async function forwardStream(exchange: Exchange, destination: Destination, transport: Transport): Promise<void> {
  if (!exchange.answer.canTakeOver) throw badRequest("Upgrade request required");
  await forwardUpgrade(exchange, destination, transport);
}

/** Forwards a request through a proxy subresource, with its query. @throws {StatusError} */
export async function forwardProxied(
  exchange: Exchange,
  destination: Destination,
  transport: Transport,
): Promise<void> {
  const { answer, method, info, signal } = exchange;
  const { location, path } = destination;
  if (answer.canTakeOver) return forwardUpgrade(exchange, destination, transport);
  if (path === "" && (method === "GET" || method === "HEAD")) return redirectIntoProxy(exchange);
  const prefix = info.path.endsWith(path) ? info.path.slice(0, info.path.length - path.length) : info.path;
  const headers = { ...backendHeaders(exchange), "x-forwarded-uri": joinPath(prefix, escapePath(path)) };
  const destinationWithQuery = { ...destination, query: queryOf(exchange).slice(1) };
  const sent = transport.send(destinationWithQuery, { method, headers, ...(await bodyToForward(exchange)), signal });
  const response = await mapTransportError(sent, (why) => unavailable(`error trying to reach service: ${why}`));
  const { location: redirectLocation } = response.headers;
  const page = { prefix, remoteHost: joinHostPort(location.host, location.port), askedHost: hostOf(exchange) };
  const isForwardedHeader = (name: string) => name !== "location" && !isCorsHeader(name);
  if (redirectLocation === undefined && isRewritablePage(exchange, response))
    return forwardPage(exchange, response, page, isForwardedHeader);
  if (redirectLocation !== undefined) answer.setHeader("Location", rewriteLink(redirectLocation, page));
  await sendResponse(exchange, response, isForwardedHeader);
}

/** Redirects to the path with a trailing slash, which the relative links of a page require. */
function redirectIntoProxy(exchange: Exchange): void {
  const { answer, info } = exchange;
  answer.setHeader("Location", `${info.path}/${queryOf(exchange)}`);
  answer.send(301, new Uint8Array());
}

/** Returns the query with the question mark; empty if the URL has no query. */
function queryOf({ url }: Exchange): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark);
}

const hostOf = ({ headers }: Exchange): string => String(headers.host ?? headers[":authority"] ?? "");

const backendHeaders = (exchange: Exchange) => ({ ...requestHeadersToForward(exchange), host: hostOf(exchange) });

async function mapTransportError<T>(sent: Promise<T>, failure: (why: string) => Error): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    throw error instanceof TransportError ? failure(error.message) : error;
  }
}

async function forwardUpgrade(exchange: Exchange, destination: Destination, transport: Transport): Promise<void> {
  const { method, signal } = exchange;
  const upgradeRequestHeaders = { ...backendHeaders(exchange), ...upgradeHeaders(exchange) };
  const sent = transport.upgrade(destination, { method, headers: upgradeRequestHeaders, signal });
  const upgradeResult = await mapTransportError(sent, (why) => errorWithoutReason(`error dialing backend: ${why}`));
  if ("refusal" in upgradeResult) return forwardRefusal(exchange, upgradeResult.refusal);
  await pipeToClient(exchange, upgradeResult);
}

const firstErrorCode = 400;

async function forwardRefusal(exchange: Exchange, response: IncomingMessage): Promise<void> {
  const { statusCode: code = 0 } = response;
  if (code >= firstErrorCode) return sendResponse(exchange, response);
  response.destroy();
  throw errorWithoutReason(`invalid upgrade response: status code ${code}`);
}
