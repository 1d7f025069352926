/**
 * Requests of HTTP/1.1 that follow each other on a connection without waiting for answers.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { announceEnd } from "./node-answer.ts";

/** Requests of a connection that wait for their answers: as many as HTTP/2 may have open by default. */
const maxPipelined = 100;

/** The requests of a connection that wait for their answers. */
interface Pipeline {
  unanswered: number;
  /** Not kept beyond its end: an idle connection would hold all that the answer was made of. */
  newest?: ServerResponse | undefined;
  /** Nothing more is read. */
  isEnded: boolean;
}

const pipelines = new WeakMap<Socket, Pipeline>();

/**
 * False for requests of a client that sends on and on without waiting for answers, of which a single read brings a thousand: the
 * connection ends with the answers to those before.
 */
export function isAwaited({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const pipeline: Pipeline = pipelines.get(socket) ?? { unanswered: 0, isEnded: false };
  pipelines.set(socket, pipeline);
  if (pipeline.isEnded) return false;
  if (pipeline.unanswered === maxPipelined) {
    pipeline.isEnded = true;
    if (pipeline.newest) announceEnd(pipeline.newest);
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
