/**
 * Where audit events go: what a backend is, and what is put around it.
 *
 * @module
 */

/** An event at a stage, as it is now: later stages change nothing of it. */
export interface StagedEvent {
  /** Whether there may be bodies to leave out. */
  readonly hasBodies: boolean;
  /** The event in a line of JSON. */
  json(): string;
  /** The same in the format of old. */
  legacy(): string;
  /** The event as JSON without bodies, and with an annotation that says so. */
  shortened(): string;
}

/** An event as text: `json` for a webhook and for its size, `line` for a file. */
export interface AuditText {
  readonly json: string;
  readonly line: string;
}

export interface AuditSink {
  /** Whether a request is refused when it cannot be recorded that it has come. */
  readonly isStrict: boolean;
  /** Never throws: whether the event is kept, or on its way. A lost event has been counted by then. */
  take(event: StagedEvent): boolean | Promise<boolean>;
  /** Resolves when all that was taken is written or sent; what comes later is lost. */
  close(): Promise<void>;
}

/** @param plugin - the part that lost them, by kube-apiserver's name for it */
export type NoteLost = (plugin: string, events: number, error: unknown) => void;

/** Made when there is someone to tell of losses. */
export type OpenSink = (lost: NoteLost) => AuditSink;

/** A file or a webhook: the last to see events. */
export interface AuditOutput {
  /** Never throws: whether they are kept. */
  write(events: readonly AuditText[]): boolean | Promise<boolean>;
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>;
}

export interface TruncateOptions {
  /** Bytes of an event with the end of its line; bodies of a larger one are left out, and without them it may be lost. */
  readonly maxEventBytes: number;
}

export interface SinkOptions {
  /** `blocking`: the request goes on when its event is written or lost; `blocking-strict`: it is refused when it is lost. */
  readonly mode: "batch" | "blocking" | "blocking-strict";
  readonly format: "json" | "legacy";
  readonly truncate?: TruncateOptions;
}

/** @param output - where the mode leads to: for batches, what makes them */
export function auditSink(output: AuditOutput, { mode, format, truncate }: SinkOptions, lost: NoteLost): AuditSink {
  const isStrict = mode === "blocking-strict";
  const textOf = (event: StagedEvent): AuditText | undefined => {
    const json = event.json();
    if (!truncate || isWithin(json, truncate)) return { json, line: format === "json" ? json : event.legacy() };
    const shorter = event.hasBodies ? event.shortened() : json;
    if (isWithin(shorter, truncate)) return { json: shorter, line: format === "json" ? shorter : event.legacy() };
    lost("truncate", 1, new Error("event is too large even after truncating"));
    return undefined;
  };
  return {
    isStrict,
    take(event) {
      const text = textOf(event);
      // As upstream has it, an event that is too large keeps no request out.
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
