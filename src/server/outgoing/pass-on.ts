/**
 * Requests of clients that another server answers: the headers that go there, and the answer that comes back.
 *
 * @module
 */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Exchange } from "../http/exchange.ts";

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
function passedOn(raw: readonly string[], isPassed: (name: string) => boolean): Record<string, string[]> {
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

/** The headers of a request as the other server gets them: without credentials, and with the address of the client. */
export function headersOnward({ rawHeaders, peer }: Exchange): OutgoingHttpHeaders {
  const before = passedOn(rawHeaders, (name) => name === "x-forwarded-for")["x-forwarded-for"] ?? [];
  return { ...passedOn(rawHeaders, isPassedOn), "x-forwarded-for": [...before, peer.address].join(", ") };
}

/** Methods whose requests say how long they are, also without a body. */
const withLength: ReadonlySet<string> = new Set(["PATCH", "POST", "PUT"]);

/** The body of a request, where it has one or says that it is empty. */
export async function bodyOnward(exchange: Exchange): Promise<{ readonly body?: Uint8Array }> {
  const body = await exchange.readBody();
  return body.length > 0 || withLength.has(exchange.method) ? { body } : {};
}

/** Which origins a browser may let read an answer is for this server to say. */
export const isOfOrigins = (name: string): boolean =>
  /^access-control-allow-(?:credentials|headers|methods|origin)$/.test(name);

async function* bodyOf(begun: readonly Uint8Array[], response: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* begun;
  if (!response.readableEnded) yield* response as AsyncIterable<Buffer>;
}

/**
 * Answers with what the other server says, until it ends, or this server does.
 *
 * @param isPassed - which of its headers the client gets
 * @param begun - the part of the body that was read, or replaces it
 */
export async function passBack(
  exchange: Exchange,
  response: IncomingMessage,
  isPassed: (name: string) => boolean = () => true,
  begun: readonly Uint8Array[] = [],
): Promise<void> {
  const { answer, method } = exchange;
  const { statusCode: code = 503, rawHeaders } = response;
  for (const [name, values] of Object.entries(passedOn(rawHeaders, isPassed))) answer.setHeader(name, values);
  const forget = exchange.onStop(() => response.destroy());
  try {
    answer.start(code);
    if (method === "HEAD") answer.end();
    else await answer.sendStream(code, bodyOf(begun, response));
  } catch {
    // The client sees that the answer is not complete.
    answer.abort();
  } finally {
    forget();
    response.destroy();
  }
}
