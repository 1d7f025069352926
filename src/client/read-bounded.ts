/**
 * Reads the body of a response up to a size limit.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";

/**
 * @param tooLong - thrown for a longer body, whose connection is then closed
 * @throws {Error} also if the connection breaks
 */
export async function readBounded(response: IncomingMessage, maxBytes: number, tooLong: Error): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw tooLong;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
