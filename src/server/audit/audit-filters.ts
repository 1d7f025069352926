/**
 * The filters that record requests by the audit policy: one around all filters that may respond, and one after
 * authentication, where the user is known.
 *
 * @module
 */
import type { Stage } from "../../api/types/audit-v1.ts";
import { formatDuration } from "../../text/duration.ts";
import { accessAttributes } from "../authz/access-attributes.ts";
import { isLongRunning } from "../http/deadline.ts";
import type { Exchange, Filter } from "../http/exchange.ts";
import { sendInternalFailure } from "../http/plain-text.ts";
import { unauthorized } from "../request/failures.ts";
import { AuditEvent } from "./audit-event.ts";
import type { AuditMetrics } from "./audit-metrics.ts";
import type { AuditPolicy } from "./audit-policy.ts";
import type { LossReporter, OpenSink } from "./audit-sink.ts";

export interface AuditOptions {
  readonly policy: AuditPolicy;
  readonly sinks: readonly OpenSink[];
}

export interface AuditParts extends AuditOptions {
  readonly metrics: AuditMetrics;
  readonly groupDomain: string;
  readonly nowMs: () => number;
  /** Called for lost events. */
  onLost(error: unknown, plugin: string, events: number): void;
}

export interface AuditFilters {
  /** The outermost filter, around everything that may respond. */
  readonly outerFilter: Filter;
  /** The filter directly after authentication. */
  readonly receivedFilter: Filter;
  /** Measures a filter; the events of slow requests contain its time. */
  measureFilter(layer: Layer, filter: Filter): Filter;
  /** Resolves when all events are written or sent. */
  close(): Promise<void>;
}

export type Layer = "authentication" | "impersonation" | "authorization";

/**
 * Times of `performance.now`; if the layer itself responds, `doneMs` stays undefined, and its time ends with the
 * request.
 */
interface LayerTimes {
  readonly layer: Layer;
  readonly startMs: number;
  doneMs: number | undefined;
}

const latencyPrefix = "apiserver.latency.k8s.io/";
/** Limit in milliseconds above which events contain the time of each layer. */
const slowMs = 500;
const nanosPerMs = 1_000_000;

const unauthorizedCode = 401;

export function auditFilters(parts: AuditParts): AuditFilters {
  const { metrics, groupDomain, nowMs } = parts;
  const reportLoss: LossReporter = (plugin, events, error) => {
    metrics.countLost(plugin, events);
    parts.onLost(error, plugin, events);
  };
  const sinks = parts.sinks.map((open) => open(reportLoss));
  const isStrict = sinks.some((sink) => sink.isStrict);
  /** Records an event. Returns whether no strict sink has lost it. */
  const record = (event: AuditEvent, stage: Stage): boolean | Promise<boolean> => {
    if (event.scope.omitStages.has(stage)) return true;
    metrics.countEvent();
    const staged = event.stagedAt(stage, nowMs());
    const [only, ...others] = sinks;
    if (only && others.length === 0) return only.take(staged);
    const outcomes = sinks.map((sink) => sink.take(staged));
    if (outcomes.some((outcome) => typeof outcome !== "boolean")) {
      return Promise.all(outcomes).then((all) => all.every((isKept) => isKept));
    }
    return outcomes.every((isKept) => isKept === true);
  };
  const layers = new WeakMap<Exchange, LayerTimes[]>();
  const noteLatency = (exchange: Exchange): void => {
    const totalMs = nowMs() - exchange.receivedMs;
    if (totalMs <= slowMs) return;
    const endMs = performance.now();
    const ofLayers = (layers.get(exchange) ?? []).map(
      ({ layer, startMs, doneMs = endMs }) => [layer, doneMs - startMs] as const,
    );
    for (const [layer, ms] of [...ofLayers, ["total", totalMs] as const]) {
      exchange.auditAnnotations.set(`${latencyPrefix}${layer}`, formatDuration(BigInt(Math.round(ms * nanosPerMs))));
    }
  };
  const begin = (exchange: Exchange): AuditEvent | undefined => {
    const scope = parts.policy({ user: exchange.user, attributes: accessAttributes(exchange.info) });
    metrics.countLevel(scope.level);
    if (scope.level === "None") return undefined;
    const started = (event: AuditEvent) => void record(event, "ResponseStarted");
    return new AuditEvent(exchange, { scope, groupDomain, started });
  };
  const events = new WeakMap<Exchange, AuditEvent>();
  return {
    async receivedFilter(exchange, next) {
      const event = begin(exchange);
      if (!event) return next();
      events.set(exchange, event);
      exchange.audit = event;
      const outcome = record(event, "RequestReceived");
      const isKept = typeof outcome === "boolean" ? outcome : await outcome;
      if (!isKept && isStrict) {
        metrics.countRejected();
        events.delete(exchange);
        return sendInternalFailure(exchange, "failed to store audit event");
      }
      await next();
    },
    async outerFilter(exchange, next) {
      await next();
      const event = events.get(exchange);
      if (event) {
        if (isLongRunning(exchange.info)) event.noteStart();
        noteLatency(exchange);
        await record(event, "ResponseComplete");
      } else if (exchange.answer.code === unauthorizedCode) {
        const refused = begin(exchange);
        refused?.noteStatus(unauthorized().toStatus());
        refused?.noteStart();
      }
    },
    measureFilter: (layer, filter) => (exchange, next) => {
      const times: LayerTimes = { layer, startMs: performance.now(), doneMs: undefined };
      const known = layers.get(exchange);
      if (known) known.push(times);
      else layers.set(exchange, [times]);
      return filter(exchange, () => {
        times.doneMs = performance.now();
        return next();
      });
    },
    async close() {
      await Promise.all(sinks.map((sink) => sink.close()));
    },
  };
}
