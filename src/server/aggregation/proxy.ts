/**
 * Passes a request on to a backend, and its answer back, as it comes. The backend learns from headers who asks.
 *
 * @module
 */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { UserInfo } from "../../access/user.ts";
import { toByteString } from "../../text/utf8.ts";
import type { Exchange } from "../http/exchange.ts";
import { sendText } from "../http/plain-text.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import { type Backend, type BackendClient, BackendFault } from "./backend.ts";

const unavailable = 503;
const badGateway = 502;

/** Answers the exchange. */
export async function proxy(exchange: Exchange, backend: Backend, client: BackendClient): Promise<void> {
  const { method, url, signal } = exchange;
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    const body = hasBody ? { body: await exchange.readBody() } : {};
    const headers = { ...passedOn(exchange.rawHeaders), ...introduction(exchange) };
    const response = await client.send(backend, { method, path: url, headers, ...body, signal });
    await passBack(exchange, response);
  } catch (error) {
    if (error instanceof WebhookFault) return sendText(exchange, unavailable, "service unavailable");
    if (error instanceof BackendFault) return sendText(exchange, unavailable, error.message);
    throw error;
  }
}

/** Headers of one connection, which say nothing of the next. */
const ofConnection: ReadonlySet<string> = new Set([
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

/** Headers that this server has answered, or says itself. */
const answeredHere: ReadonlySet<string> = new Set([
  "authorization",
  "host",
  "content-length",
  "expect",
  "x-forwarded-for",
  "audit-id",
]);

/** The words of a client on who asks count here, not there. */
const onWhoAsks = /^(?::|x-remote-(?:user|uid|group)$|x-remote-extra-|impersonate-)/;

const isPassedOn = (name: string): boolean => !answeredHere.has(name) && !onWhoAsks.test(name);

/** @param raw - names and values in turn */
function passedOn(raw: readonly string[], isPassed = isPassedOn): Record<string, string[]> {
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
    if (ofConnection.has(name) || listed.has(name) || !isPassed(name)) continue;
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return Object.fromEntries(headers);
}

function introduction({ user, auditId, peer, rawHeaders }: Exchange): OutgoingHttpHeaders {
  const before = passedOn(rawHeaders, (name) => name === "x-forwarded-for")["x-forwarded-for"] ?? [];
  return {
    ...whoAsks(user),
    "audit-id": auditId,
    "x-forwarded-for": [...before, peer.address].join(", "),
  };
}

/** The headers by which a front proxy says who asks. */
export function whoAsks({ username, uid, groups, extra }: UserInfo): OutgoingHttpHeaders {
  return {
    "x-remote-user": toByteString(username),
    ...(uid === "" ? {} : { "x-remote-uid": toByteString(uid) }),
    ...(groups.length > 0 ? { "x-remote-group": groups.map(toByteString) } : {}),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`x-remote-extra-${escapeKey(key)}`, values.map(toByteString)]),
    ),
  };
}

/** Header names have few characters; bytes of others, and the sign that marks them, are escaped. */
const escapeKey = (key: string): string =>
  toByteString(key).replace(
    /[^!#$&'*+\-.^_`|~0-9A-Za-z]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

async function passBack(exchange: Exchange, response: IncomingMessage): Promise<void> {
  const { answer, method } = exchange;
  const { statusCode: code = unavailable, headers, rawHeaders } = response;
  if (code >= 300 && code <= 399 && headers.location !== undefined) {
    response.destroy();
    const why = "the backend attempted to redirect this request, which is not permitted";
    return sendText(exchange, badGateway, why);
  }
  for (const [name, values] of Object.entries(passedOn(rawHeaders, () => true))) answer.setHeader(name, values);
  const forget = exchange.onStop(() => response.destroy());
  try {
    answer.start(code);
    if (method === "HEAD") answer.end();
    else await answer.sendStream(code, response);
  } catch {
    // The client sees that the answer is not complete.
    answer.abort();
  } finally {
    forget();
    response.destroy();
  }
}
