/**
 * Answers with a document that is made once: clients that have it already get 304, and it is compressed for those who
 * can read that.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { formatJson } from "../../json/format-json.ts";
import type { Exchange } from "../http/exchange.ts";
import { encodeText } from "../request/own-pages.ts";

/** A document as it goes out. */
export interface FinishedDocument {
  readonly body: Uint8Array;
  /** Upper-case hex; clients know the document by it. */
  readonly hash: string;
}

/** @param encode - default: as JSON */
export function finishDocument(
  document: object,
  encode = (value: object) => encodeText(formatJson(value)),
): FinishedDocument {
  const body = encode(document);
  return { body, hash: hashOf(body) };
}

export const hashOf = (content: Uint8Array | string): string =>
  createHash("sha512").update(content).digest("hex").toUpperCase();

const gzipLater = promisify(gzip);
/** Below it compression costs more than it saves. */
const minGzipBytes = 1400;

export interface DocumentHeaders {
  readonly contentType: string;
  /** Absent where only the hash says whether it is the same. */
  readonly lastModifiedMs?: number;
}

export async function answerDocument(
  { answer, headers }: Exchange,
  { body, hash }: FinishedDocument,
  { contentType, lastModifiedMs }: DocumentHeaders,
): Promise<void> {
  const tag = `"${hash}"`;
  answer.setHeader("Content-Type", contentType);
  answer.setHeader("ETag", tag);
  if (lastModifiedMs !== undefined) answer.setHeader("Last-Modified", new Date(lastModifiedMs).toUTCString());
  const { "if-none-match": known, "if-modified-since": since } = headers;
  const isKnown = known === undefined ? isUnchanged(since, lastModifiedMs) : hasTag(known, tag);
  if (isKnown) return answer.send(304, new Uint8Array());
  const mayGzip = body.length >= minGzipBytes && /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
  if (!mayGzip) return answer.send(200, body);
  answer.setHeader("Content-Encoding", "gzip");
  answer.send(200, await gzipLater(body));
}

/** A list of tags; whether one is weak does not count here. */
function hasTag(header: string, tag: string): boolean {
  return header.split(",").some((item) => {
    const known = item.trim();
    return known === "*" || known.replace(/^W\//, "") === tag;
  });
}

/** Times in headers are in whole seconds. */
function isUnchanged(since: string | undefined, lastModifiedMs: number | undefined): boolean {
  if (since === undefined || lastModifiedMs === undefined) return false;
  const sinceMs = Date.parse(since);
  return Number.isFinite(sinceMs) && Math.floor(lastModifiedMs / 1000) <= Math.floor(sinceMs / 1000);
}
