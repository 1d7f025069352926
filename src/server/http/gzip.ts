/**
 * Compresses large responses for clients that accept gzip.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { joinBytes } from "../request/own-pages.ts";

const gzipAsync = promisify(gzip);
/** Larger responses are compressed; for smaller ones that would cost more than it saves. */
export const maxPlainBytes = 128 * 1024;
const level = 1;

/** Whether a response of this size is compressed. As upstream, only `gzip` without a quality value counts. */
export function wantsGzip({ "accept-encoding": accepted = "" }: IncomingHttpHeaders, sizeBytes: number): boolean {
  if (sizeBytes <= maxPlainBytes) return false;
  return String(accepted)
    .split(",")
    .some((encoding) => encoding.trim() === "gzip");
}

export function compress(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return gzipAsync(joinBytes(parts), { level });
}

/** Compresses parts as they arrive. If `parts` throws, the reader gets the error. */
export function compressStream(parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const compressed = createGzip({ level });
  pipeline(Readable.from(parts), compressed, () => {});
  return compressed;
}
