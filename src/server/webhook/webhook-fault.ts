/**
 * The error for a failed webhook call or an invalid response, with kube-apiserver's messages.
 *
 * @module
 */
/** The call failed: the webhook made no decision. */
export class WebhookFault extends Error {
  override readonly name = "WebhookFault";
  /** HTTP status under which metrics count the call. */
  readonly code: number;
  readonly nature: FaultNature;

  constructor(message: string, code = serviceUnavailable, nature: FaultNature = "lasting") {
    super(message);
    this.code = code;
    this.nature = nature;
  }
}

/**
 * `lasting`: a retry will fail too; `transient`: a retry may succeed; `late`: the time limit is exceeded; `canceled`:
 * no caller waits any more.
 */
export type FaultNature = "lasting" | "transient" | "late" | "canceled";

const serviceUnavailable = 503;

const wordsByCode: ReadonlyMap<number, string> = new Map([
  [400, "the server rejected our request for an unknown reason"],
  [401, "the server has asked for the client to provide credentials"],
  [404, "the server could not find the requested resource"],
  [405, "the server does not allow this method on the requested resource"],
  [409, "the server reported a conflict"],
  [422, "the server rejected our request due to an error in our request"],
  [429, "the server has received too many requests and has asked us to try again later"],
  [503, "the server is currently unable to handle the request"],
  [504, "the server was unable to return a response in the time allotted, but may still be processing the request"],
]);

/** Codes for which the error consists only of the server's text. */
const codesWithServerText: ReadonlySet<number> = new Set([403, 406, 415]);
const firstServerError = 500;

/** Whether kube-apiserver retries after a code. */
const isTransientCode = (code: number): boolean =>
  code === 429 || (code >= firstServerError && code !== serviceUnavailable);

/**
 * Returns the error for an HTTP status other than success.
 *
 * @param text - of the response, if it is plain text for users
 * @param isPutOff - whether the response has a `Retry-After` header
 */
export function httpFault(code: number, text: string | undefined, isPutOff: boolean): WebhookFault {
  const nature = isPutOff || isTransientCode(code) ? "transient" : "lasting";
  return new WebhookFault(messageOf(code, text || "unknown"), code, nature);
}

function messageOf(code: number, serverText: string): string {
  const known = wordsByCode.get(code);
  if (known !== undefined) return known;
  if (codesWithServerText.has(code)) return serverText;
  return code >= firstServerError
    ? `an error on the server (${JSON.stringify(serverText)}) has prevented the request from succeeding`
    : `the server responded with the status code ${code} but did not return more information`;
}
