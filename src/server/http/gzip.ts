/**
 * Compression of large answers, for clients that take it.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { joinBytes } from "../request/own-pages.ts";

const gzipLater = promisify(gzip);
/** Answers above it are compressed; below, that costs more than it saves. */
export const maxPlainBytes = 128 * 1024;
const level = 1;

/** Whether an answer of so many bytes is compressed; as upstream, `gzip` is only what says so without a quality. */
export function wantsGzip({ "accept-encoding": accepted = "" }: IncomingHttpHeaders, sizeBytes: number): boolean {
  if (sizeBytes <= maxPlainBytes) return false;
  return String(accepted)
    .split(",")
    .some((encoding) => encoding.trim() === "gzip");
}

export function compress(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return gzipLater(joinBytes(parts), { level });
}

/** As the parts come; an error of theirs is thrown to who reads. */
export function compressStream(parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const compressed = createGzip({ level });
  pipeline(Readable.from(parts), compressed, () => {});
  return compressed;
}
