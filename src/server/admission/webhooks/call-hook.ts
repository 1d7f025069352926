/**
 * A webhook's say on a request: its answer, or what its failure policy makes of its failure; counted.
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
import type { Question } from "./question.ts";
import { type HookParts, refusalOf, sendReview } from "./send-review.ts";

export interface CallParts extends HookParts {
  readonly metrics: HookMetrics;
  readonly log: Log;
}

/** A webhook's invocation: the number of the round and its place in it, as audit events name them. */
export interface Invocation {
  readonly hook: Hook;
  readonly round: 0 | 1;
  readonly index: number;
}

/** The name of an annotation about an invocation. */
export const invocationKey = (prefix: string, { round, index }: Invocation): string =>
  `${prefix}round_${round}_index_${index}`;

/**
 * The webhook's answer to the request; undefined where it failed and that is to be ignored.
 *
 * @param take - what of the response counts; throws WebhookFault for one that does not
 * @throws {StatusError} that refuses the request
 */
export async function callHook<T>(
  invocation: Invocation,
  question: Question,
  parts: CallParts,
  take: (response: AdmissionResponse) => T,
): Promise<T | undefined> {
  const { hook } = invocation;
  const startMs = parts.nowMs();
  const count = (outcome: Outcome) => {
    const { name } = hook;
    const seconds = (parts.nowMs() - startMs) / msPerSecond;
    parts.metrics.called({ name, type: parts.type, operation: question.request.operation, seconds, ...outcome });
  };
  let response: AdmissionResponse;
  let taken: T;
  try {
    response = await sendReview(hook, question, parts);
    note(hook.name, response, question.attempt);
    taken = response.allowed ? take(response) : (undefined as T);
  } catch (error) {
    if (error instanceof WebhookFault) return failed(invocation, question, error, { ...parts, count });
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

/** A warning with control characters cannot be sent, and an annotation needs a name that is one. */
function note(
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

/** @throws {StatusError} unless the failure is to be ignored */
function failed(
  invocation: Invocation,
  { attempt }: Question,
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
