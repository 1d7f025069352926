/**
 * Bearer tokens among the subprotocols of a WebSocket request: scripts in browsers cannot set any other header.
 *
 * @module
 */
import type { Exchange } from "../http/exchange.ts";

const prefix = "base64url.bearer.authorization.k8s.io.";
const header = "sec-websocket-protocol";

export interface WebSocketToken {
  readonly token: string;
  /** The subprotocols without the token. The server selects one of them, and no other component sees the token. */
  readonly others: readonly string[];
}

type RequestHeaders = Pick<Exchange, "headers">;

const isWebSocket = ({ headers }: RequestHeaders): boolean =>
  headers.upgrade?.toLowerCase() === "websocket" && /(?:^|.*,\s*)upgrade(?:$|\s*,)/i.test(headers.connection ?? "");

/**
 * Returns the token of a WebSocket request; undefined if it has none. `malformed` if the token cannot be decoded, or no
 * other subprotocol is left for the server to select.
 */
export function webSocketToken(asking: RequestHeaders): WebSocketToken | "malformed" | undefined {
  if (!isWebSocket(asking)) return undefined;
  const all = (asking.headers[header] ?? "").split(",").map((name) => name.trim());
  const [shown, ...more] = all.filter((name) => name.startsWith(prefix));
  if (shown === undefined) return undefined;
  const token = more.length === 0 ? decodeToken(shown.slice(prefix.length)) : undefined;
  if (token === undefined) return "malformed";
  if (token === "") return undefined;
  const others = all.filter((name) => !name.startsWith(prefix));
  return others.length > 0 ? { token, others } : "malformed";
}

/** Decodes unpadded base64url to UTF-8 text; undefined if the text is invalid. */
function decodeToken(text: string): string | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, "base64url"));
  } catch {
    return undefined;
  }
}

/** Removes the token from the headers, so that it is not forwarded to other servers. */
export function removeToken(
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
