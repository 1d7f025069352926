/**
 * The filters that record requests by the audit policy: one around all that may answer, one behind authentication, where it is known
 * who asks.
 *
 * @module
 */
import type { Stage } from "../../api/types/audit-v1.ts";
import { accessAttributes } from "../authz/access-attributes.ts";
import { isLongRunning } from "../http/deadline.ts";
import type { Exchange, Filter } from "../http/exchange.ts";
import { internalError, unauthorized } from "../request/failures.ts";
import { AuditEvent } from "./audit-event.ts";
import type { AuditMetrics } from "./audit-metrics.ts";
import type { AuditPolicy } from "./audit-policy.ts";

/** Where events go. */
export interface AuditSink {
  readonly format: "json" | "legacy";
  /** Whether a request is refused when it cannot be recorded that it has come. */
  readonly isStrict: boolean;
  /** @throws {Error} when the line cannot be kept */
  write(line: string): void;
}

export interface AuditOptions {
  readonly policy: AuditPolicy;
  readonly sink: AuditSink;
}

export interface AuditParts extends AuditOptions {
  readonly metrics: AuditMetrics;
  readonly groupDomain: string;
  readonly nowMs: () => number;
  /** Called for each event that is lost. */
  onLost(error: unknown): void;
}

export interface AuditFilters {
  /** Around everything that answers. */
  readonly around: Filter;
  /** Behind authentication. */
  readonly received: Filter;
}

const unauthorizedCode = 401;

export function auditFilters(parts: AuditParts): AuditFilters {
  const { sink, metrics, groupDomain, nowMs } = parts;
  const record = (event: AuditEvent, stage: Stage): boolean => {
    if (event.scope.omitStages.has(stage)) return true;
    try {
      sink.write(sink.format === "json" ? event.textAt(stage, nowMs()) : event.legacyTextAt(stage));
      metrics.countEvent();
      return true;
    } catch (error) {
      metrics.countLost();
      parts.onLost(error);
      return false;
    }
  };
  const begin = (exchange: Exchange): AuditEvent | undefined => {
    const scope = parts.policy({ user: exchange.user, attributes: accessAttributes(exchange.info) });
    metrics.countLevel(scope.level);
    if (scope.level === "None") return undefined;
    return new AuditEvent(exchange, { scope, groupDomain, started: (event) => record(event, "ResponseStarted") });
  };
  const events = new WeakMap<Exchange, AuditEvent>();
  return {
    async received(exchange, next) {
      const event = begin(exchange);
      if (!event) return next();
      events.set(exchange, event);
      exchange.audit = event;
      if (!record(event, "RequestReceived") && sink.isStrict) {
        metrics.countRejected();
        throw internalError("failed to store audit event");
      }
      await next();
    },
    async around(exchange, next) {
      await next();
      const event = events.get(exchange);
      if (event) {
        if (isLongRunning(exchange.info)) event.noteStart();
        record(event, "ResponseComplete");
      } else if (exchange.answer.code === unauthorizedCode) {
        const refused = begin(exchange);
        refused?.noteStatus(unauthorized().toStatus());
        refused?.noteStart();
      }
    },
  };
}
