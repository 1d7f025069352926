/**
 * Spans: what the server does for a request, and when. The one that is running is known to all that it calls, so nobody hands it on.
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
  /** The part of the program that says it. */
  readonly scope: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly parent?: Parent;
  /** Another trace that has to do with it. */
  readonly link?: SpanContext;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly fields: Fields;
  /** Why it failed; may be empty. */
  readonly fault?: string;
}

export type SpanKind = "internal" | "server" | "client";

export interface Parent extends SpanContext {
  /** Whether it is a span of another process. */
  readonly isRemote: boolean;
}

/** Takes the spans that are sampled. */
export type TakeSpan = (span: EndedSpan) => void;

/** Takes spans, and decides which traces are sampled. */
export interface Tracer {
  take: TakeSpan;
  /** Whether a trace that begins here is sampled, by its id. */
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

/** The scope of most spans, as in the API server. */
const componentScope = "k8s.io/component-base/tracing";

/** Of requests and calls over HTTP; the name of the library that makes them there. */
export const requestScope = "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp";

/** One that is running. */
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
    tracer.take({
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

/** Random digits that no id has yet: a request has some ten spans, and each call of the generator has a price. */
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

/** Runs what a span is about; the span ends with it. */
export async function runIn<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await running.run(span, run);
  } finally {
    span.end();
  }
}

/** The span that runs now; undefined for what belongs to no request any more. */
export function runningSpan(): Span | undefined {
  const span = running.getStore();
  return span?.root.isEnded ? undefined : span;
}

/**
 * Runs a part of the span that runs now as a span of its own. Without one, and when nobody samples it, there is only the work.
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

/** A span of the same trace. */
export function childOf(parent: Span, name: string, fields: Fields, options: SpanOptions): Span {
  const { tracer, root, baggage, context } = parent;
  return new Span(tracer, name, fields, { ...options, root, baggage, parent: { ...context, isRemote: false } });
}

/** The headers by which a request that is sent now belongs to the trace. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const span = runningSpan();
  return span === undefined ? {} : writeTraceContext(span.context, span.baggage);
}
