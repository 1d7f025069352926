/**
 * Spans: which work the server does for a request, and when. The running span is in async local storage, so callers do
 * not pass it as an argument.
 *
 * @module
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { type SpanContext, writeTraceContext } from "./trace-context.ts";

/** Facts about a span. */
export type Fields = Readonly<Record<string, string | number>>;

/** A span that has ended. */
export interface EndedSpan extends SpanContext {
  /** The instrumentation scope: the part of the program that reports the span. */
  readonly scope: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent?: Parent;
  /** A related span in another trace. */
  readonly link?: SpanContext;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly fields: Fields;
  /** Why the work failed, possibly empty; absent if it succeeded. */
  readonly fault?: string;
}

export type SpanKind = "internal" | "server" | "client";

export interface Parent extends SpanContext {
  /** Whether the parent is a span of another process. */
  readonly isRemote: boolean;
}

/** Receives the sampled spans. */
export type TakeSpan = (span: EndedSpan) => void;

/** Receives ended spans, and decides which traces are sampled. */
export interface Tracer {
  exportSpan: TakeSpan;
  /** Decides by its id whether a trace that starts on this server is sampled. */
  isSampled(traceId: string): boolean;
  nowMs(): number;
}

export interface SpanOptions {
  readonly scope?: string;
  /** Default: internal. */
  readonly kind?: SpanKind;
}

interface RootOptions extends SpanOptions {
  readonly parent?: Parent;
  readonly link?: SpanContext;
  readonly startMs?: number;
  readonly baggage?: string;
}

/** The scope of most spans of kube-apiserver. */
const componentScope = "k8s.io/component-base/tracing";

/** The scope of requests and calls over HTTP: the name of the library that creates these spans in kube-apiserver. */
export const requestScope = "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp";

/** A running span. */
export class Span {
  readonly context: SpanContext;
  readonly root: Span;
  readonly tracer: Tracer;
  readonly baggage: string;
  isEnded = false;
  private readonly name: string;
  private readonly options: RootOptions;
  private readonly startMs: number;
  private fields: Fields;
  private fault: string | undefined;

  constructor(
    tracer: Tracer,
    name: string,
    fields: Fields,
    { root, ...options }: RootOptions & { readonly root?: Span },
  ) {
    const { parent, baggage = "" } = options;
    const traceId = parent?.traceId ?? randomId(traceIdBytes);
    this.context = {
      traceId,
      spanId: randomId(spanIdBytes),
      isSampled: parent?.isSampled ?? tracer.isSampled(traceId),
      state: parent?.state ?? "",
    };
    this.root = root ?? this;
    this.tracer = tracer;
    this.baggage = baggage;
    this.name = name;
    this.options = options;
    this.startMs = options.startMs ?? tracer.nowMs();
    this.fields = fields;
  }

  set(fields: Fields): void {
    this.fields = { ...this.fields, ...fields };
  }

  fail(fault: string): void {
    this.fault = fault;
  }

  end(): void {
    this.isEnded = true;
    const { context, name, startMs, fields, fault, tracer } = this;
    if (!context.isSampled) return;
    const { scope = componentScope, kind = "internal", parent, link } = this.options;
    tracer.exportSpan({
      ...context,
      scope,
      name,
      kind,
      startMs,
      endMs: tracer.nowMs(),
      fields,
      ...(parent === undefined ? {} : { parent }),
      ...(link === undefined ? {} : { link }),
      ...(fault === undefined ? {} : { fault }),
    });
  }
}

const traceIdBytes = 16;
const spanIdBytes = 8;

/**
 * Random digits for future ids, generated in bulk: a request has some ten spans, and each call of the generator is
 * expensive.
 */
let spareDigits = "";
const spareBytes = 4096;
const digitsPerByte = 2;

function randomId(bytes: number): string {
  const length = bytes * digitsPerByte;
  if (spareDigits.length < length) spareDigits = randomBytes(spareBytes).toString("hex");
  const id = spareDigits.slice(0, length);
  spareDigits = spareDigits.slice(length);
  return id;
}

const running = new AsyncLocalStorage<Span>();

/** Runs the work of a span, and ends the span after it. */
export async function runIn<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await running.run(span, run);
  } finally {
    span.end();
  }
}

/** Returns the running span; undefined outside of requests, and after the request has ended. */
export function runningSpan(): Span | undefined {
  const span = running.getStore();
  return span?.root.isEnded ? undefined : span;
}

/**
 * Runs a part of the running span in a child span. Without a running span, or if it is not sampled, only runs the work.
 *
 * @param fieldsOf - called for sampled spans only
 */
export function traced<T>(
  name: string,
  fieldsOf: () => Fields,
  run: (span?: Span) => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  const parent = runningSpan();
  if (!parent?.context.isSampled) return run();
  const span = childOf(parent, name, fieldsOf(), options);
  return runIn(span, () => run(span));
}

/** Creates a child span in the same trace. */
export function childOf(parent: Span, name: string, fields: Fields, options: SpanOptions): Span {
  const { tracer, root, baggage, context } = parent;
  return new Span(tracer, name, fields, { ...options, root, baggage, parent: { ...context, isRemote: false } });
}

/** Returns the headers that make an outgoing request a part of the current trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const span = runningSpan();
  return span === undefined ? {} : writeTraceContext(span.context, span.baggage);
}
