/**
 * Limits HTTP/1.1 pipelining: requests that a client sends on a connection without waiting for responses.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { announceClose } from "./node-answer.ts";

/** Limit for requests of a connection that wait for responses: the default limit for open HTTP/2 requests. */
const maxPipelined = 100;

/** The requests of a connection that wait for responses. */
interface Pipeline {
  unanswered: number;
  /** Removed when it ends: an idle connection would otherwise keep everything that the response was made from. */
  newest?: ServerResponse | undefined;
  /** Whether the server has stopped reading the connection. */
  isEnded: boolean;
}

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * Whether a request is handled. False beyond the limit, since a single read may contain a thousand requests: the
 * connection then ends with the responses to the requests before.
 */
export function acceptPipelined({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const pipeline: Pipeline = pipelines.get(socket) ?? { unanswered: 0, isEnded: false };
  pipelines.set(socket, pipeline);
  if (pipeline.isEnded) return false;
  if (pipeline.unanswered === maxPipelined) {
    pipeline.isEnded = true;
    if (pipeline.newest) announceClose(pipeline.newest);
    socket.removeAllListeners("data");
    socket.resume();
    return false;
  }
  pipeline.unanswered++;
  pipeline.newest = response;
  response.once("close", () => {
    pipeline.unanswered--;
    if (pipeline.newest === response) pipeline.newest = undefined;
  });
  return true;
}
