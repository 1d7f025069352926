/**
 * Reads and writes the trace of a request in the headers of W3C Trace Context: `traceparent` and `tracestate`. Forwards
 * `baggage` unchanged.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";

/** The identity of a span in headers and links. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** `tracestate`, with the data of other systems; empty if absent. */
  readonly state: string;
}

/** Longest `baggage` and `tracestate` in UTF-16 units; longer ones are not forwarded. */
export const maxListLength = 8192;

const parentForm = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const sampledFlag = 1;
const randomFlag = 2;
const noVersion = "ff";

/** Returns the span of the client; undefined if the headers are absent or invalid. */
export function readTraceParent({ traceparent, tracestate }: IncomingHttpHeaders): SpanContext | undefined {
  if (typeof traceparent !== "string") return undefined;
  const [, version = noVersion, traceId = "", spanId = "", flagText = "", more] = parentForm.exec(traceparent) ?? [];
  if (version === noVersion || isZero(traceId) || isZero(spanId)) return undefined;
  const flags = Number.parseInt(flagText, 16);
  if (version === "00" && (more !== undefined || flags > sampledFlag + randomFlag)) return undefined;
  const state = typeof tracestate === "string" && tracestate.length <= maxListLength ? tracestate : "";
  return { traceId, spanId, isSampled: (flags & sampledFlag) !== 0, state };
}

/** Returns the baggage; empty if it is absent or too long. */
export function readBaggage({ baggage }: IncomingHttpHeaders): string {
  return typeof baggage === "string" && baggage.length <= maxListLength ? baggage : "";
}

/** Returns the trace headers for a request that is sent within a span. */
export function writeTraceContext(
  { traceId, spanId, isSampled, state }: SpanContext,
  baggage: string,
): Readonly<Record<string, string>> {
  return {
    traceparent: `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`,
    ...(state === "" ? {} : { tracestate: state }),
    ...(baggage === "" ? {} : { baggage }),
  };
}

const isZero = (id: string): boolean => /^0*$/.test(id);
