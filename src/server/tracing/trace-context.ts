/**
 * Which trace a request belongs to, in the headers of W3C Trace Context: `traceparent` and `tracestate`; `baggage` goes along as it is.
 *
 * @module
 */
import type { IncomingHttpHeaders } from "node:http";

/** A span as others see it. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** Of other systems; empty for none. */
  readonly state: string;
}

/** UTF-16 units of `baggage` and of `tracestate`; longer ones are not passed on. */
export const maxListLength = 8192;

const parentForm = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const sampledFlag = 1;
const randomFlag = 2;
const noVersion = "ff";

/** The span of the client; undefined without one, and for headers that do not say it properly. */
export function readTraceParent({ traceparent, tracestate }: IncomingHttpHeaders): SpanContext | undefined {
  if (typeof traceparent !== "string") return undefined;
  const [, version = noVersion, traceId = "", spanId = "", flagText = "", more] = parentForm.exec(traceparent) ?? [];
  if (version === noVersion || isZero(traceId) || isZero(spanId)) return undefined;
  const flags = Number.parseInt(flagText, 16);
  if (version === "00" && (more !== undefined || flags > sampledFlag + randomFlag)) return undefined;
  const state = typeof tracestate === "string" && tracestate.length <= maxListLength ? tracestate : "";
  return { traceId, spanId, isSampled: (flags & sampledFlag) !== 0, state };
}

/** Empty for none. */
export function readBaggage({ baggage }: IncomingHttpHeaders): string {
  return typeof baggage === "string" && baggage.length <= maxListLength ? baggage : "";
}

/** The headers of a request that the span sends. */
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
