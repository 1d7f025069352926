/**
 * The filter that logs each request.
 *
 * @module
 */
import { isLongRunning } from "./deadline.ts";
import type { Filter } from "./exchange.ts";
import type { Log } from "./log.ts";

/** Requests that take longer, in milliseconds, are logged as warnings, except those that run long on purpose. */
const slowRequestMs = 1000;

export function accessLog(log: Log, nowMs: () => number): Filter {
  return async (exchange, next) => {
    await next();
    const { auditId, method, url, info, answer, user, receivedMs, headers } = exchange;
    const durationMs = Math.round(nowMs() - receivedMs);
    const fields = {
      auditId,
      method,
      url,
      verb: info.verb,
      code: answer.code,
      user: user.username,
      userAgent: headers["user-agent"] ?? "",
      durationMs,
    };
    if (durationMs > slowRequestMs && !isLongRunning(info)) log.warn(fields, "slow request");
    else log.debug(fields, "request");
  };
}
