/**
 * Forwards HTML pages through a proxy, with their links rewritten to lead through the proxy.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";
import { deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from "node:zlib";
import type { Exchange } from "../http/exchange.ts";
import { sendResponse } from "../outgoing/forward-request.ts";
import { rewriteLinks } from "./html-links.ts";
import { type ProxiedPage, rewriteLink } from "./links.ts";
import { errorWithoutReason } from "./location.ts";

/** Largest page whose links are rewritten, both compressed and decompressed. */
export const maxPageBytes = 4 * 1024 * 1024;

interface Coding {
  unpack(bytes: Uint8Array): Uint8Array;
  pack(bytes: Uint8Array): Uint8Array;
}

const limit = { maxOutputLength: maxPageBytes } as const;

/** Codings by `Content-Encoding`; pages with another encoding are forwarded unchanged. */
const codings: ReadonlyMap<string, Coding> = new Map([
  ["", { unpack: (bytes: Uint8Array) => bytes, pack: (bytes: Uint8Array) => bytes }],
  ["gzip", { unpack: (bytes: Uint8Array) => gunzipSync(bytes, limit), pack: (bytes: Uint8Array) => gzipSync(bytes) }],
  [
    "deflate",
    { unpack: (bytes: Uint8Array) => inflateRawSync(bytes, limit), pack: (bytes: Uint8Array) => deflateRawSync(bytes) },
  ],
]);

const codingOf = ({ headers }: IncomingMessage) => codings.get(headers["content-encoding"] ?? "");

export function isRewritablePage({ method }: Exchange, response: IncomingMessage): boolean {
  const [type = ""] = (response.headers["content-type"] ?? "").split(";");
  return method !== "HEAD" && type.trim() === "text/html" && codingOf(response) !== undefined;
}

/**
 * Sends the page to the client. A page that is too long, or that cannot be decoded, is sent unchanged.
 *
 * @param isForwardedHeader - which of its headers the client receives
 */
export async function forwardPage(
  exchange: Exchange,
  response: IncomingMessage,
  page: ProxiedPage,
  isForwardedHeader: (name: string) => boolean,
): Promise<void> {
  const forget = exchange.onStop(() => response.destroy());
  let parts: readonly Uint8Array[];
  try {
    parts = await readPage(response);
  } catch {
    throw errorWithoutReason("unexpected EOF");
  } finally {
    forget();
  }
  const rewrittenPage = response.readableEnded ? rewritePage(Buffer.concat(parts), response, page) : undefined;
  const body = rewrittenPage ? [rewrittenPage] : parts;
  await sendResponse(
    exchange,
    response,
    (name) => isForwardedHeader(name) && !(rewrittenPage && name === "content-length"),
    body,
  );
}

/** Reads the page up to the size limit, or one part beyond it. */
async function readPage(response: IncomingMessage): Promise<readonly Uint8Array[]> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > maxPageBytes) break;
  }
  return parts;
}

/** Returns the page with rewritten links; undefined if it cannot be decoded. */
function rewritePage(bytes: Uint8Array, response: IncomingMessage, page: ProxiedPage): Uint8Array | undefined {
  const coding = codingOf(response);
  const text = coding && unpackText(coding, bytes);
  if (text === undefined) return undefined;
  return coding?.pack(
    Buffer.from(
      rewriteLinks(text, (link) => rewriteLink(link, page)),
      "latin1",
    ),
  );
}

function unpackText({ unpack }: Coding, bytes: Uint8Array): string | undefined {
  try {
    return Buffer.from(unpack(bytes)).toString("latin1");
  } catch {
    return undefined;
  }
}
