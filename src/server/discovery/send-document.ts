/**
 * Sends documents that are made once: responds with 304 if the client has the current version, and compresses the
 * document if the client accepts gzip.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { formatJson } from "../../json/format-json.ts";
import type { Exchange } from "../http/exchange.ts";
import { encodeText } from "../request/own-pages.ts";

/** A document, encoded for responses. */
export interface EncodedDocument {
  readonly body: Uint8Array;
  /** SHA-512 in upper-case hex; the ETag by which clients recognize the document. */
  readonly hash: string;
}

/** @param encode - encodes the document; default: as JSON */
export function encodeDocument(
  document: object,
  encode = (value: object) => encodeText(formatJson(value)),
): EncodedDocument {
  const body = encode(document);
  return { body, hash: hashOf(body) };
}

export const hashOf = (content: Uint8Array | string): string =>
  createHash("sha512").update(content).digest("hex").toUpperCase();

const gzipAsync = promisify(gzip);
/** Smaller bodies are not compressed: it would cost more than it saves. */
const minGzipBytes = 1400;

export interface DocumentHeaders {
  readonly contentType: string;
  /** Absent if clients compare only the hash. */
  readonly lastModifiedMs?: number;
}

export async function sendDocument(
  { answer, headers }: Exchange,
  { body, hash }: EncodedDocument,
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
  answer.send(200, await gzipAsync(body));
}

/** Whether `If-None-Match` lists the tag; weak and strong tags are equal here. */
function hasTag(header: string, tag: string): boolean {
  return header.split(",").some((item) => {
    const known = item.trim();
    return known === "*" || known.replace(/^W\//, "") === tag;
  });
}

/** Compares whole seconds, since times in headers have no fractions. */
function isUnchanged(since: string | undefined, lastModifiedMs: number | undefined): boolean {
  if (since === undefined || lastModifiedMs === undefined) return false;
  const sinceMs = Date.parse(since);
  return Number.isFinite(sinceMs) && Math.floor(lastModifiedMs / 1000) <= Math.floor(sinceMs / 1000);
}
