/**
 * Bearer tokens among the subprotocols of a WebSocket: pages in browsers can set no other header.
 *
 * @module
 */
import type { Exchange } from "../http/exchange.ts";

const prefix = "base64url.bearer.authorization.k8s.io.";
const header = "sec-websocket-protocol";

export interface WebSocketToken {
  readonly token: string;
  /** The subprotocols without the token: the server agrees to one of them, and nobody else sees the token. */
  readonly others: readonly string[];
}

type Asking = Pick<Exchange, "headers">;

/** Whether the client wants a WebSocket. */
const isWebSocket = ({ headers }: Asking): boolean =>
  headers.upgrade?.toLowerCase() === "websocket" && /(?:^|.*,\s*)upgrade(?:$|\s*,)/i.test(headers.connection ?? "");

/** Undefined without a token; `malformed` where it cannot be read, or nothing is left that the server could agree to. */
export function webSocketToken(asking: Asking): WebSocketToken | "malformed" | undefined {
  if (!isWebSocket(asking)) return undefined;
  const all = (asking.headers[header] ?? "").split(",").map((name) => name.trim());
  const [shown, ...more] = all.filter((name) => name.startsWith(prefix));
  if (shown === undefined) return undefined;
  const token = more.length === 0 ? decoded(shown.slice(prefix.length)) : undefined;
  if (token === undefined) return "malformed";
  if (token === "") return undefined;
  const others = all.filter((name) => !name.startsWith(prefix));
  return others.length > 0 ? { token, others } : "malformed";
}

/** Base64 for URLs, without padding, of UTF-8. */
function decoded(text: string): string | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, "base64url"));
  } catch {
    return undefined;
  }
}

/** Nobody behind the server learns the token. */
export function forgetToken(
  { headers, rawHeaders }: Pick<Exchange, "headers" | "rawHeaders">,
  others: readonly string[],
): void {
  const names = others.join(",");
  headers[header] = names;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === header) rawHeaders.splice(index, 2);
  }
  rawHeaders.push("Sec-WebSocket-Protocol", names);
}
