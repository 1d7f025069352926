/**
 * `Status`: the response to a request that failed, or that succeeds without returning an object.
 *
 * @module
 */
import type * as meta from "../../api/types/meta-v1.ts";
import type { Cause, FieldPath, Severity } from "../../diagnostic/diagnostic.ts";

/** The reasons that kube-apiserver returns; clients depend on them. */
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

/** Any string. The intersection keeps the known reasons visible to editors. */
type WebhookReason = string & {};

/** One of the causes of a failure. */
export interface StatusCause extends Readonly<meta.StatusCause> {
  /** Absent if kube-apiserver returns no reason. */
  readonly reason?: string;
  /** Absent if the reason is sufficient. */
  readonly message?: string;
}

/**
 * The subject of the failure. Its kind is the plural name of the resource, or the kind if the object itself is invalid.
 */
export interface StatusDetails extends Readonly<Omit<meta.StatusDetails, "causes">> {
  readonly causes?: readonly StatusCause[];
}

/** `Status` v1 as it is sent. */
export interface Status extends Readonly<Omit<meta.Status, "details">> {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: meta.ListMeta;
  readonly status: "Success" | "Failure";
  readonly reason?: string;
  readonly details?: StatusDetails;
}

/**
 * A rejected object with its findings as `lint` reports them, for the server's own report. The response contains only
 * the causes.
 */
export interface RefusedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Empty if the object has none. */
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

/** The parts of a failure in addition to code, reason and message. */
export interface StatusExtras {
  readonly details?: StatusDetails;
  /** Present if validation rejected an object. */
  readonly refused?: RefusedObject;
  /** The token with which the client may continue a list. */
  readonly continue?: string;
}

/**
 * An error of the client, or a state of the server that the client must know about. It is thrown anywhere below; `http`
 * converts it to a response.
 */
export class StatusError extends Error {
  override readonly name = "StatusError";
  readonly code: number;
  /** A reason of kube-apiserver, or the one that a webhook returned. */
  readonly reason: StatusReason | WebhookReason;
  readonly details: StatusDetails | undefined;
  readonly refusedObject: RefusedObject | undefined;
  private readonly continueToken: string | undefined;

  constructor(code: number, reason: StatusReason | WebhookReason, message: string, extras: StatusExtras = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = extras.details;
    this.refusedObject = extras.refused;
    this.continueToken = extras.continue;
  }

  /** Returns the body of the response, with long texts truncated. */
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
 * Limit for all texts of one `Status`, in UTF-16 units. JSON needs at most 6 bytes for each, so the response has at
 * most 256 KiB.
 */
const maxStatusUnits = 40_000;
/** Limit for each text other than the message, in UTF-16 units. */
const maxDetailUnits = 4096;

/** The end of a truncated text. */
const cutMark = /\.\.\. \(cut: \d+ characters in total\)$/;
const maxMarkUnits = 60;

class TextBudget {
  left = maxStatusUnits;

  take(text: string, share = maxDetailUnits): string {
    const limit = Math.min(share, this.left);
    // A `Status` that a thread made was already truncated there.
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

/** Drops causes for which no budget is left. */
function cutCause({ reason, message, field }: StatusCause, budget: TextBudget): readonly StatusCause[] {
  if (budget.left === 0) return [];
  const cut = {
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message: budget.take(message) }),
  };
  return [field === undefined ? cut : { ...cut, field: budget.take(field) }];
}

/** The response to a completed deletion. */
export function successStatus(details: StatusDetails): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}

/** The response to a request that succeeded without a result. */
export function doneStatus(code: number): Status {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code };
}

/** Returns a Forbidden error instead of throwing it. */
export async function errorIfForbidden<T>(decision: Promise<T>): Promise<T | StatusError> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof StatusError && error.reason === "Forbidden") return error;
    throw error;
  }
}

/** Returns undefined if the lookup throws NotFound. */
export async function undefinedIfNotFound<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof StatusError && error.reason === "NotFound") return undefined;
    throw error;
  }
}
