/**
 * The interfaces of audit backends, and the modes and truncation that wrap them.
 *
 * @module
 */

/** An event at a stage. Later stages do not change it. */
export interface StagedEvent {
  /** Whether the event may contain bodies that can be omitted. */
  readonly hasBodies: boolean;
  /** Returns the event as a line of JSON. */
  json(): string;
  /** Returns the event in the legacy format. */
  legacy(): string;
  /** Returns the event as JSON without bodies, with an annotation that marks it as truncated. */
  shortened(): string;
}

/** An event as text: `json` for webhooks and to measure the size, `line` for files. */
export interface AuditText {
  readonly json: string;
  readonly line: string;
}

export interface AuditSink {
  /** Whether the server rejects a request if it cannot record the arrival of the request. */
  readonly isStrict: boolean;
  /**
   * Accepts an event; never throws. Returns whether the event is kept or being sent; a lost event is already counted.
   */
  take(event: StagedEvent): boolean | Promise<boolean>;
  /** Resolves when all accepted events are written or sent; later events are lost. */
  close(): Promise<void>;
}

/** @param plugin - kube-apiserver's name of the part that lost the events */
export type LossReporter = (plugin: string, events: number, error: unknown) => void;

/** Opens a sink with a callback for lost events. */
export type OpenSink = (lost: LossReporter) => AuditSink;

/** A file or a webhook: the final destination of events. */
export interface AuditOutput {
  /** Writes events; never throws. Returns whether they are kept. */
  write(events: readonly AuditText[]): boolean | Promise<boolean>;
  /** Resolves when no event is being written or sent any more. */
  close(): Promise<void>;
}

export interface TruncateOptions {
  /**
   * Largest event in bytes, including the line break. Larger events lose their bodies; if still too large, they are
   * lost.
   */
  readonly maxEventBytes: number;
}

export interface SinkOptions {
  /**
   * `blocking`: a request continues when its event is written or lost; `blocking-strict`: a request whose event is lost
   * is rejected.
   */
  readonly mode: "batch" | "blocking" | "blocking-strict";
  readonly format: "json" | "legacy";
  readonly truncate?: TruncateOptions;
}

/** @param output - the destination in this mode; for batches, the part that collects them */
export function auditSink(
  output: AuditOutput,
  { mode, format, truncate }: SinkOptions,
  reportLoss: LossReporter,
): AuditSink {
  const isStrict = mode === "blocking-strict";
  const textOf = (event: StagedEvent): AuditText | undefined => {
    const json = event.json();
    if (!truncate || isWithin(json, truncate)) return { json, line: format === "json" ? json : event.legacy() };
    const shorter = event.hasBodies ? event.shortened() : json;
    if (isWithin(shorter, truncate)) return { json: shorter, line: format === "json" ? shorter : event.legacy() };
    reportLoss("truncate", 1, new Error("event is too large even after truncating"));
    return undefined;
  };
  return {
    isStrict,
    take(event) {
      const text = textOf(event);
      // As in kube-apiserver, an event that is too large does not reject the request.
      if (!text) return true;
      const isKept = output.write([text]);
      if (isStrict) return isKept;
      return typeof isKept === "boolean" ? true : isKept.then(() => true);
    },
    close: () => output.close(),
  };
}

const isWithin = (text: string, { maxEventBytes }: TruncateOptions): boolean =>
  Buffer.byteLength(text) + 1 <= maxEventBytes;
