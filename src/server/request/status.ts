/**
 * The answer to a request that failed, and to one that has no object to answer with: `Status`, as clients read it.
 *
 * @module
 */
import type * as meta from "../../api/types/meta-v1.ts";
import type { Cause, FieldPath, Severity } from "../../diagnostic/diagnostic.ts";

/** The reasons that the API server gives; clients branch on them. */
export type StatusReason =
  | ""
  | "BadRequest"
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "AlreadyExists"
  | "Conflict"
  | "Expired"
  | "Gone"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "Invalid"
  | "TooManyRequests"
  | "InternalError"
  | "NotImplemented"
  | "ServiceUnavailable"
  | "Timeout";

/** Any text; a type of its own keeps the others known to editors. */
type WebhookReason = string & {};

/** One of several reasons of a failure. */
export interface StatusCause extends Readonly<meta.StatusCause> {
  /** Absent where the API server does not say of what sort it is. */
  readonly reason?: string;
  /** Absent where the reason says all. */
  readonly message?: string;
}

/**
 * The subject of the failure; the kind is the plural of the resource, and the kind where the object itself is invalid.
 */
export interface StatusDetails extends Readonly<Omit<meta.StatusDetails, "causes">> {
  readonly causes?: readonly StatusCause[];
}

/** `Status` of version v1 as it goes over the wire. */
export interface Status extends Readonly<Omit<meta.Status, "details">> {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: meta.ListMeta;
  readonly status: "Success" | "Failure";
  readonly reason?: string;
  readonly details?: StatusDetails;
}

/** A refused object and its faults as `lint` says them, for a report of the server; the answer has the causes. */
export interface RefusedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Empty for objects without one. */
  readonly namespace: string;
  readonly findings: readonly RefusedFinding[];
}

export interface RefusedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly cause: Cause;
  readonly path: FieldPath;
  readonly message: string;
  readonly help?: string;
}

/** The parts of a failure apart from code, reason and message. */
export interface StatusExtras {
  readonly details?: StatusDetails;
  /** Where validation refused an object. */
  readonly refused?: RefusedObject;
  /** Where a list may be taken up again. */
  readonly continue?: string;
}

/** A client's mistake, or a state of the server that a client must know of: thrown below, answered in `http`. */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly code: number;
  /** Of the API server; a webhook gives its own. */
  readonly reason: StatusReason | WebhookReason;
  readonly details: StatusDetails | undefined;
  readonly refused: RefusedObject | undefined;
  private readonly continueToken: string | undefined;

  constructor(code: number, reason: StatusReason | WebhookReason, message: string, extras: StatusExtras = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = extras.details;
    this.refused = extras.refused;
    this.continueToken = extras.continue;
  }

  /** The body of the answer; long texts are cut. */
  toStatus(): Status {
    const budget = new TextBudget();
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: this.continueToken === undefined ? {} : { continue: this.continueToken },
      status: "Failure",
      message: budget.take(this.message, maxStatusUnits / 2),
      ...(this.reason === "" ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: cutDetails(this.details, budget) }),
      code: this.code,
    };
  }
}

/**
 * Texts of one answer to a refused request, in UTF-16 units. JSON takes at most 6 bytes for each, so that the answer has at
 * most 256 KiB.
 */
const maxStatusUnits = 40_000;
/** The longest of the texts that are not the message, in UTF-16 units. */
const maxDetailUnits = 4096;

/** The end of a text that was cut. */
const cutMark = /\.\.\. \(cut: \d+ characters in total\)$/;
const maxMarkUnits = 60;

class TextBudget {
  left = maxStatusUnits;

  take(text: string, share = maxDetailUnits): string {
    const limit = Math.min(share, this.left);
    // An answer that a thread has made was cut there.
    const isCut = text.length <= limit + maxMarkUnits && cutMark.test(text);
    const shown =
      isCut || text.length <= limit ? text : `${text.slice(0, limit)}... (cut: ${text.length} characters in total)`;
    this.left = Math.max(0, this.left - shown.length);
    return shown;
  }
}

function cutDetails({ name, group, kind, causes, ...rest }: StatusDetails, budget: TextBudget): StatusDetails {
  return {
    ...(name === undefined ? {} : { name: budget.take(name) }),
    ...(group === undefined ? {} : { group: budget.take(group) }),
    ...(kind === undefined ? {} : { kind: budget.take(kind) }),
    ...rest,
    ...(causes === undefined ? {} : { causes: causes.flatMap((cause) => cutCause(cause, budget)) }),
  };
}

/** Those for which no text is left are left out. */
function cutCause({ reason, message, field }: StatusCause, budget: TextBudget): readonly StatusCause[] {
  if (budget.left === 0) return [];
  const cut = {
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message: budget.take(message) }),
  };
  return [field === undefined ? cut : { ...cut, field: budget.take(field) }];
}

/** The answer to a deletion that is done. */
export function successStatus(details: StatusDetails): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}

/** The answer to a request that is done, where there is nothing else to say. */
export function doneStatus(code: number): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code };
}

/** A refusal as Forbidden is returned, not thrown. */
export async function orRefused<T>(decision: Promise<T>): Promise<T | StatusError> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof StatusError && error.reason === "Forbidden") return error;
    throw error;
  }
}

/** A lookup that says undefined instead of NotFound. */
export async function orUndefined<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof StatusError && error.reason === "NotFound") return undefined;
    throw error;
  }
}
