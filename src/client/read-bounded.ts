/**
 * The body of an answer, as long as it may be.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";

/**
 * @param tooLong - thrown for a longer body, whose connection is closed
 * @throws {Error} also when the connection breaks
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
