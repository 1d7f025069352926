/**
 * The filter that converts errors thrown by the following filters and the handler to responses.
 *
 * @module
 */
import { StatusError } from "../request/status.ts";
import type { Exchange, Filter } from "./exchange.ts";
import { type Log, stackOf } from "./log.ts";
import type { Responder } from "./responder.ts";

/** Receives the errors that the server returns to clients. */
export type NoteRefusal = (error: StatusError, exchange: Exchange) => void;

export function answerFailures(responder: Responder, log: Log, note?: NoteRefusal): Filter {
  return async (exchange, next) => {
    try {
      await next();
    } catch (error) {
      if (exchange.signal.aborted && !(error instanceof StatusError)) return exchange.answer.abort();
      if (!(error instanceof StatusError)) {
        const { auditId, method, url } = exchange;
        log.error({ auditId, method, url, error: stackOf(error) }, "request failed");
      } else note?.(error, exchange);
      responder.sendFailure(exchange, error);
    }
  };
}
