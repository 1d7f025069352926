/**
 * The filter that turns what is thrown below into answers.
 *
 * @module
 */
import { StatusError } from "../request/status.ts";
import type { Filter } from "./exchange.ts";
import { type Log, stackOf } from "./log.ts";
import type { Responder } from "./responder.ts";

export function answerFailures(responder: Responder, log: Log): Filter {
  return async (exchange, next) => {
    try {
      await next();
    } catch (error) {
      if (exchange.signal.aborted && !(error instanceof StatusError)) return exchange.answer.abort();
      if (!(error instanceof StatusError)) {
        const { auditId, method, url } = exchange;
        log.error({ auditId, method, url, error: stackOf(error) }, "request failed");
      }
      responder.sendFailure(exchange, error);
    }
  };
}
