/**
 * Sets up tracing by a TracingConfiguration.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../http/log.ts";
import type { Tracer } from "./span.ts";
import { SpanExport } from "./span-export.ts";

export interface TracingSettings {
  /** A gRPC target, without TLS. */
  readonly endpoint: string;
  /**
   * How many of a million traces that start on this server are sampled; default 0, which samples only those that a
   * client samples.
   */
  readonly perMillion?: number;
  /** The longest time that spans wait for a full batch; default five seconds. */
  readonly batchMs?: number;
}

export interface Tracing extends Tracer {
  /** Sends the waiting spans. */
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
    exportSpan: (span) => spans.enqueue(span),
    isSampled: samplerOf(perMillion / million),
    nowMs: () => performance.timeOrigin + performance.now(),
    close: () => spans.close(),
  };
}

const idRange = 2 ** 63;

/**
 * Samples by the last 63 bits of the trace id, like OpenTelemetry, so that other servers with the same rate sample the
 * same traces.
 */
export function samplerOf(part: number): (traceId: string) => boolean {
  if (part >= 1) return () => true;
  if (part <= 0) return () => false;
  const bound = BigInt(Math.trunc(part * idRange));
  return (traceId) => BigInt(`0x${traceId.slice(16)}`) >> 1n < bound;
}
