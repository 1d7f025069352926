/**
 * The filter that ends requests which take too long. Watches have a separate timeout.
 *
 * @module
 */

import { parseDuration } from "../../text/duration.ts";
import { badRequest, timedOut } from "../request/failures.ts";
import type { RequestInfo } from "../request/request-info.ts";
import type { Exchange, Filter } from "./exchange.ts";

/** Whether the request is a stream, which lasts as long as both sides want. */
export function isLongRunning({ verb, subresource }: RequestInfo): boolean {
  return verb === "watch" || ["log", "exec", "attach", "portforward", "proxy"].includes(subresource);
}

export const deadline: Filter = async (exchange, next) => {
  if (isLongRunning(exchange.info)) return next();
  const timeoutMs = timeoutOf(exchange);
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut("request did not complete within the allotted timeout")), timeoutMs);
  });
  try {
    await Promise.race([next(), expiry]);
  } finally {
    clearTimeout(timer);
  }
};

/** When the client stops waiting, in milliseconds since 1970. */
export const deadlineOf = (exchange: Exchange): number => exchange.receivedMs + timeoutOf(exchange);

/** @throws {StatusError} BadRequest for an invalid `timeout` */
function timeoutOf({ query, maxMs }: Exchange): number {
  const text = query.get("timeout");
  if (text === null || text === "") return maxMs;
  const duration = parseDuration(text);
  if (!duration.ok) throw badRequest(`invalid timeout specified in the request URL - ${duration.error}`);
  const ms = Number(duration.value / 1_000_000n);
  return ms <= 0 ? maxMs : Math.min(ms, maxMs);
}
