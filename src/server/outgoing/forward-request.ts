/**
 * Forwards requests of clients to another server: the request headers and the body, and the response.
 *
 * @module
 */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Exchange } from "../http/exchange.ts";

/** Hop-by-hop headers: they belong to one connection and must not be forwarded. */
const hopByHopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that this server has handled, or sets itself. */
const consumedHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "host",
  "content-length",
  "expect",
  "x-forwarded-for",
  "audit-id",
]);

/** Headers with the identity of the client. They authenticate it to this server; the other server must not see them. */
const identityHeaders = /^(?::|x-remote-(?:user|uid|group)$|x-remote-extra-|impersonate-)/;

const isForwarded = (name: string): boolean => !consumedHeaders.has(name) && !identityHeaders.test(name);

/**
 * Returns the headers to forward.
 *
 * @param raw - alternating names and values
 */
function forwardedHeaders(
  raw: readonly string[],
  isForwardedHeader: (name: string) => boolean,
): Record<string, string[]> {
  const pairs = Array.from({ length: raw.length / 2 }, (_, index) => ({
    name: (raw[2 * index] ?? "").toLowerCase(),
    value: raw[2 * index + 1] ?? "",
  }));
  const listed = new Set(
    pairs.flatMap(({ name, value }) =>
      name === "connection" ? value.split(",").map((each) => each.trim().toLowerCase()) : [],
    ),
  );
  const headers = new Map<string, string[]>();
  for (const { name, value } of pairs) {
    if (hopByHopHeaders.has(name) || listed.has(name) || !isForwardedHeader(name)) continue;
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return Object.fromEntries(headers);
}

/** Returns the request headers for the other server: without credentials, and with the address of the client. */
export function requestHeadersToForward({ rawHeaders, peer }: Exchange): OutgoingHttpHeaders {
  const before = forwardedHeaders(rawHeaders, (name) => name === "x-forwarded-for")["x-forwarded-for"] ?? [];
  return { ...forwardedHeaders(rawHeaders, isForwarded), "x-forwarded-for": [...before, peer.address].join(", ") };
}

/** Methods whose requests have a content length even without a body. */
const methodsWithContentLength: ReadonlySet<string> = new Set(["PATCH", "POST", "PUT"]);

/** Returns the body of a request, if it has one or its method requires a content length. */
export async function bodyToForward(exchange: Exchange): Promise<{ readonly body?: Uint8Array }> {
  const body = await exchange.readBody();
  return body.length > 0 || methodsWithContentLength.has(exchange.method) ? { body } : {};
}

/** Whether the header is a CORS header. This server decides which origins may read a response. */
export const isCorsHeader = (name: string): boolean =>
  /^access-control-allow-(?:credentials|headers|methods|origin)$/.test(name);

async function* bodyOf(bodyStart: readonly Uint8Array[], response: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* bodyStart;
  if (!response.readableEnded) yield* response as AsyncIterable<Buffer>;
}

/**
 * Sends the response of the other server to the client, until that server ends it or this server stops.
 *
 * @param isForwardedHeader - whether the client gets a header
 * @param bodyStart - the beginning of the body, if it was read already; or a replacement for the body
 */
export async function sendResponse(
  exchange: Exchange,
  response: IncomingMessage,
  isForwardedHeader: (name: string) => boolean = () => true,
  bodyStart: readonly Uint8Array[] = [],
): Promise<void> {
  const { answer, method } = exchange;
  const { statusCode: code = 503, rawHeaders } = response;
  for (const [name, values] of Object.entries(forwardedHeaders(rawHeaders, isForwardedHeader)))
    answer.setHeader(name, values);
  const forget = exchange.onStop(() => response.destroy());
  try {
    answer.start(code);
    if (method === "HEAD") answer.end();
    else await answer.sendStream(code, bodyOf(bodyStart, response));
  } catch {
    // Aborts, so that the client sees that the response is incomplete.
    answer.abort();
  } finally {
    forget();
    response.destroy();
  }
}
