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
/** Chunks below 1 KiB that a body may come in: to take in each costs a microsecond or two, whatever it holds. */
const maxSmallChunks = 20_000;
/** Others have a turn after so many of them in HTTP/2; requests of HTTP/1.1 take turns by themselves. */
const smallChunksPerTurn = 5_000;

/** Why a request is broken off. One for all: an error of its own takes longer to make than a small request to answer. */
export const gone = new Error("the client closed the connection");

/** @param control - aborted before a body is given up that its client did not finish */
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
