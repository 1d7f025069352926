/**
 * Calls one webhook, applies its failure policy if the call fails, and counts the outcome in the metrics.
 *
 * @module
 */
import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import { validateQualifiedName } from "../../../text/names.ts";
import type { Log } from "../../http/log.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import { internalError, timedOut } from "../../request/failures.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import type { Hook } from "./hook.ts";
import type { HookCall, HookMetrics, HookType } from "./hook-metrics.ts";
import type { HookRequest } from "./hook-request.ts";
import { type HookParts, refusalOf, sendReview } from "./send-review.ts";

export interface CallParts extends HookParts {
  readonly metrics: HookMetrics;
  readonly log: Log;
}

/** One invocation of a webhook, identified by its round and its index in the round, as in audit annotations. */
export interface Invocation {
  readonly hook: Hook;
  readonly round: 0 | 1;
  readonly index: number;
}

/** Returns the key of an audit annotation about an invocation. */
export const invocationKey = (prefix: string, { round, index }: Invocation): string =>
  `${prefix}round_${round}_index_${index}`;

/**
 * Calls a webhook and returns the part of its response that `take` extracts; undefined if the call failed and the
 * failure policy is to ignore that.
 *
 * @param extract - extracts the result from a response that allows the request; throws WebhookFault if the response is
 *   invalid
 * @throws {StatusError} if the request is rejected
 */
export async function callHook<T>(
  invocation: Invocation,
  hookRequest: HookRequest,
  parts: CallParts,
  extract: (response: AdmissionResponse) => T,
): Promise<T | undefined> {
  const { hook } = invocation;
  const startMs = parts.nowMs();
  const count = (outcome: Outcome) => {
    const { name } = hook;
    const seconds = (parts.nowMs() - startMs) / msPerSecond;
    parts.metrics.countCall({ name, type: parts.type, operation: hookRequest.request.operation, seconds, ...outcome });
  };
  let response: AdmissionResponse;
  let taken: T;
  try {
    response = await sendReview(hook, hookRequest, parts);
    relayWarningsAndAnnotations(hook.name, response, hookRequest.attempt);
    taken = response.allowed ? extract(response) : (undefined as T);
  } catch (error) {
    if (error instanceof WebhookFault) return handleFailure(invocation, hookRequest, error, { ...parts, count });
    count({ code: 0, rejection: "apiserver_internal_error" });
    throw error;
  }
  if (response.allowed) {
    count({ code: okCode });
    return taken;
  }
  const refusal = refusalOf(hook.name, response);
  count({ code: refusal.code, rejection: "no_error" });
  throw refusal;
}

/**
 * Passes on the warnings and audit annotations of a response. Skips warnings with control characters, which HTTP
 * headers cannot carry, and annotations with an invalid key.
 */
function relayWarningsAndAnnotations(
  name: string,
  { warnings = [], auditAnnotations = {} }: AdmissionResponse,
  attempt: AdmissionAttributes,
): void {
  for (const warning of warnings) if (warning !== "" && !/\p{Cc}/u.test(warning)) attempt.warn(warning);
  for (const [key, value] of Object.entries(auditAnnotations)) {
    if (!key.includes("/") && validateQualifiedName(`${name}/${key}`).length === 0) {
      attempt.annotate?.(`${name}/${key}`, value);
    }
  }
}

type Outcome = Pick<HookCall, "code" | "rejection" | "failsOpen">;

const failedOpenPrefixes: Readonly<Record<HookType, string>> = {
  admit: "failed-open.mutation.webhook.admission.k8s.io/",
  validating: "failed-open.validating.webhook.admission.k8s.io/",
};

const okCode = 200;
const msPerSecond = 1000;

interface FailedParts extends CallParts {
  count(outcome: Outcome): void;
}

/**
 * Handles a failed call.
 *
 * @throws {StatusError} unless the failure policy is to ignore the failure
 */
function handleFailure(
  invocation: Invocation,
  { attempt }: HookRequest,
  { message, code, nature }: WebhookFault,
  { type, log, count }: FailedParts,
): undefined {
  const { hook } = invocation;
  const ignores = hook.spec.failurePolicy === "Ignore";
  log.warn(
    { webhook: hook.name, error: message },
    `a webhook failed: the request ${ignores ? "passes" : "is refused"}`,
  );
  count({ code, ...(ignores ? { failsOpen: true } : { rejection: "calling_webhook_error" }) });
  if (!ignores) throw internalError(`failed calling webhook ${JSON.stringify(hook.name)}: ${message}`);
  if (nature !== "canceled") attempt.annotate?.(invocationKey(failedOpenPrefixes[type], invocation), hook.name);
  if (attempt.caller?.signal.aborted) throw timedOut("request did not complete within requested timeout");
  return undefined;
}
