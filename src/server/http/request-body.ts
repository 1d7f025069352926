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
export const gone = new Error("the client closed the connection");

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
    const leave = () => giveUp(gone);
    if (control.signal.aborted) {
      leave();
      return;
    }
    let body = new BodyBytes();
    let isTooLarge = false;
    let turnsAfter = "stream" in request ? smallChunksPerTurn : Number.POSITIVE_INFINITY;
    request.on("data", (chunk: Buffer) => {
      if (isTooLarge) return;
      body.add(chunk);
      const isCutUp = body.smallChunks > maxSmallChunks;
      if (isCutUp || body.length > maxBodyBytes) {
        isTooLarge = true;
        body = new BodyBytes();
        if (isCutUp) request.pause();
        reject(
          tooLarge(`Request entity too large: limit is ${isCutUp ? `${maxSmallChunks} small chunks` : maxBodyBytes}`),
        );
      } else if (body.smallChunks > turnsAfter) {
        turnsAfter = body.smallChunks + smallChunksPerTurn;
        request.pause();
        void nextTurn(connection).then(() => request.resume());
      }
    });
    request.once("end", () => {
      request.off("close", leave);
      resolve(body.join());
    });
    request.once("error", giveUp);
    request.once("close", leave);
  });
}
