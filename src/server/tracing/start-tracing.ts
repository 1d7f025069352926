/**
 * Tracing as a TracingConfiguration asks for it.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../http/log.ts";
import type { Tracer } from "./span.ts";
import { SpanExport } from "./span-export.ts";

export interface TracingSettings {
  /** A target of gRPC, reached without TLS. */
  readonly endpoint: string;
  /** How many of a million traces are sampled that begin here; default 0: those that a client samples. */
  readonly perMillion?: number;
  /** How long spans wait for others at most; default five seconds. */
  readonly batchMs?: number;
}

export interface Tracing extends Tracer {
  /** Sends what waits. */
  close(): Promise<void>;
}

const million = 1_000_000;

export function startTracing({ endpoint, perMillion = 0, batchMs }: TracingSettings, log: Log): Tracing {
  const spans = new SpanExport({
    endpoint,
    resource: { "service.name": "apiserver", "service.instance.id": `apiserver-${randomUUID()}` },
    ...(batchMs === undefined ? {} : { batchMs }),
    onLost: (error, count) => log.warn({ error, spans: count }, "spans could not be sent"),
  });
  return {
    take: (span) => spans.take(span),
    isSampled: samplerOf(perMillion / million),
    nowMs: () => performance.timeOrigin + performance.now(),
    close: () => spans.close(),
  };
}

const idRange = 2 ** 63;

/** By the last 63 bits of the id, as OpenTelemetry does it: others with the same rate sample the same traces. */
export function samplerOf(part: number): (traceId: string) => boolean {
  if (part >= 1) return () => true;
  if (part <= 0) return () => false;
  const bound = BigInt(Math.trunc(part * idRange));
  return (traceId) => BigInt(`0x${traceId.slice(16)}`) >> 1n < bound;
}
