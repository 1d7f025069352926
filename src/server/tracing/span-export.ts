/**
 * Sends spans to a collector with OTLP over gRPC, in batches. If the collector does not respond, spans are lost, but
 * requests are not affected.
 *
 * @module
 */
import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { encodeSpans } from "./otlp.ts";
import type { EndedSpan, Fields } from "./span.ts";

/** Most spans that wait for the collector; more are lost. */
export const maxWaitingSpans = 2048;
/** Most spans of one call. */
const maxBatchSpans = 512;
/** Milliseconds after which an incomplete batch is sent. */
const batchMs = 5000;
/** Time limit for one call with its retries. */
const sendTimeoutMs = 30_000;
/** Waits before retries: the first, the longest, and the growth factor. */
const backoff = { firstMs: 5000, maxMs: 30_000, factor: 1.5 };

const exportMethod = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";

export interface SpanExportOptions {
  /** A gRPC target: `host:port`, `dns://server/host:port` or `unix:///path`. */
  readonly endpoint: string;
  /** Facts about this server. */
  readonly resource: Fields;
  /** Default: five seconds. */
  readonly batchMs?: number;
  /** @param spans - the number of lost spans */
  onLost(error: string, spans: number): void;
}

export class SpanExport {
  private readonly client: Client;
  private readonly options: SpanExportOptions;
  private readonly closing = new AbortController();
  private waiting: EndedSpan[] = [];
  private overflow = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;

  constructor(options: SpanExportOptions) {
    this.options = options;
    this.client = new Client(options.endpoint, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
  }

  enqueue(span: EndedSpan): void {
    if (this.waiting.length >= maxWaitingSpans) {
      this.overflow++;
      return;
    }
    this.waiting.push(span);
    if (this.waiting.length >= maxBatchSpans) this.send();
    else this.timer ??= setTimeout(() => this.send(), this.options.batchMs ?? batchMs).unref();
  }

  /** Sends the waiting spans once, without retries, and closes the connection. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.sending;
    this.send();
    await this.sending;
    clearTimeout(this.timer);
    this.client.close();
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendWaiting().finally(() => {
      this.sending = undefined;
    });
  }

  /** Sends batches one after another until no spans wait. */
  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, maxBatchSpans);
      this.waiting = this.waiting.slice(maxBatchSpans);
      const error = await this.deliver(encodeSpans(batch, this.options.resource));
      const lost = (error === undefined ? 0 : batch.length) + this.overflow;
      if (lost > 0) this.options.onLost(error ?? "too many spans wait for the collector", lost);
      this.overflow = 0;
    }
  }

  /** @returns the error message, or undefined if the batch was delivered */
  private async deliver(request: Uint8Array): Promise<string | undefined> {
    const deadline = Date.now() + sendTimeoutMs;
    for (let waitMs = backoff.firstMs; ; waitMs = Math.min(waitMs * backoff.factor, backoff.maxMs)) {
      const error = await this.call(request, deadline);
      if (!error) return undefined;
      const isLast = this.closing.signal.aborted || Date.now() + waitMs > deadline;
      if (isLast || !repeatedCodes.has(error.code)) return error.message;
      await pause(waitMs, this.closing.signal);
    }
  }

  private call(request: Uint8Array, deadline: number): Promise<ServiceError | undefined> {
    const limit = this.closing.signal.aborted ? Math.min(deadline, Date.now() + closingTimeoutMs) : deadline;
    return new Promise((resolve) => {
      this.client.makeUnaryRequest(
        exportMethod,
        asIs,
        asIs,
        Buffer.from(request),
        new Metadata(),
        { deadline: limit },
        (error) => resolve(error ?? undefined),
      );
    });
  }
}

/** Time limit for the last call, while the server shuts down. */
const closingTimeoutMs = 2000;

const asIs = (bytes: Buffer): Buffer => bytes;

/** Status codes after which OTLP allows a retry. */
const repeatedCodes: ReadonlySet<number> = new Set([
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.ABORTED,
  status.OUT_OF_RANGE,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms).unref();
    signal.addEventListener("abort", done, { once: true });
  });
}
