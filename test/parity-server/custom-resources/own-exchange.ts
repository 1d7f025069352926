/** Sends requests to a server of this project in the same way as to the real one. */
import { Agent } from "node:https";
import { type Access, call } from "../../server/api-client.ts";
import { typeOf } from "../real-server.ts";
import type { Exchange } from "./compare-resources.ts";

/** Returns an exchange that keeps its connections until the process ends. */
export function ownExchange(server: Access): Exchange {
  const agent = new Agent({ keepAlive: true });
  return async (method, path, text, type = typeOf(method)) => {
    const body = text === undefined ? {} : { body: text, headers: { "content-type": type } };
    const { code, text: answer, headers } = await call({ ...server, agent }, { method, path, ...body });
    return { code, text: answer, warnings: [headers["warning"] ?? []].flat().flatMap(warningsIn) };
  };
}

const warningsIn = (header: string): string[] => header.split(/, (?=299 )/);
