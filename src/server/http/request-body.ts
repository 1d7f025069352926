/**
 * Reads the bodies of requests.
 *
 * @module
 */
import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { tooLarge } from "../request/failures.ts";
import { nextTurn } from "../request/turns.ts";
import { BodyBytes } from "./body-bytes.ts";

/** Largest body of a request. */
const maxBodyBytes = 3 * 1024 * 1024;
/**
 * Limit for the chunks below 1 KiB of one body: processing a chunk costs a microsecond or two, regardless of its size.
 */
const maxSmallChunks = 20_000;
/**
 * In HTTP/2, other requests have a turn after this number of small chunks. HTTP/1.1 requests take turns by themselves.
 */
const smallChunksPerTurn = 5_000;

/**
 * The reason why a request is aborted. It is shared, because making an error takes longer than responding to a small
 * request.
 */
export const clientGoneError = new Error("the client closed the connection");

/** @param control - aborted when reading fails because the client did not finish the body */
export function readBody(
  request: IncomingMessage | Http2ServerRequest,
  connection: object,
  control: AbortController,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const giveUp = (error: Error) => {
      control.abort();
      reject(error);
    };
    const onClose = () => giveUp(clientGoneError);
    if (control.signal.aborted) {
      onClose();
      return;
    }
    let body = new BodyBytes();
    let isTooLarge = false;
    let turnsAfter = "stream" in request ? smallChunksPerTurn : Number.POSITIVE_INFINITY;
    request.on("data", (chunk: Buffer) => {
      if (isTooLarge) return;
      body.add(chunk);
      const hasTooManyChunks = body.smallChunks > maxSmallChunks;
      if (hasTooManyChunks || body.length > maxBodyBytes) {
        isTooLarge = true;
        body = new BodyBytes();
        if (hasTooManyChunks) request.pause();
        reject(
          tooLarge(
            `Request entity too large: limit is ${hasTooManyChunks ? `${maxSmallChunks} small chunks` : maxBodyBytes}`,
          ),
        );
      } else if (body.smallChunks > turnsAfter) {
        turnsAfter = body.smallChunks + smallChunksPerTurn;
        request.pause();
        void nextTurn(connection).then(() => request.resume());
      }
    });
    request.once("end", () => {
      request.off("close", onClose);
      resolve(body.join());
    });
    request.once("error", giveUp);
    request.once("close", onClose);
  });
}
