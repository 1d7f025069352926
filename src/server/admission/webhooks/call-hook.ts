/**
 * A webhook's say on a request: its answer, or what its failure policy makes of its failure; counted.
 *
 * @module
 */
import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import type { Log } from "../../http/log.ts";
import { internalError, timedOut } from "../../request/failures.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import { askHook, type HookParts, refusalOf } from "./ask-hook.ts";
import type { Hook } from "./hook.ts";
import type { HookCall, HookMetrics } from "./hook-metrics.ts";
import type { Question } from "./question.ts";

export interface CallParts extends HookParts {
  readonly metrics: HookMetrics;
  readonly log: Log;
}

/**
 * The webhook's answer to the request; undefined where it failed and that is to be ignored.
 *
 * @param take - what of the response counts; throws WebhookFault for one that does not
 * @throws {StatusError} that refuses the request
 */
export async function callHook<T>(
  hook: Hook,
  question: Question,
  parts: CallParts,
  take: (response: AdmissionResponse) => T,
): Promise<T | undefined> {
  const startMs = parts.nowMs();
  const count = (outcome: Outcome) => {
    const { name } = hook;
    const seconds = (parts.nowMs() - startMs) / msPerSecond;
    parts.metrics.called({ name, type: parts.type, operation: question.request.operation, seconds, ...outcome });
  };
  let response: AdmissionResponse;
  let taken: T;
  try {
    response = await askHook(hook, question, parts);
    for (const warning of response.warnings ?? []) question.attempt.warn(warning);
    for (const [key, value] of Object.entries(response.auditAnnotations ?? {})) {
      question.attempt.annotate?.(`${hook.name}/${key}`, value);
    }
    taken = response.allowed ? take(response) : (undefined as T);
  } catch (error) {
    if (error instanceof WebhookFault) return failed(hook, question, error, { ...parts, count });
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

type Outcome = Pick<HookCall, "code" | "rejection" | "failsOpen">;

const okCode = 200;
const msPerSecond = 1000;

interface FailedParts {
  readonly log: Log;
  count(outcome: Outcome): void;
}

/** @throws {StatusError} unless the failure is to be ignored */
function failed(
  hook: Hook,
  { attempt }: Question,
  { message, code }: WebhookFault,
  { log, count }: FailedParts,
): undefined {
  const ignores = hook.spec.failurePolicy === "Ignore";
  log.warn(
    { webhook: hook.name, error: message },
    `a webhook failed: the request ${ignores ? "passes" : "is refused"}`,
  );
  count({ code, ...(ignores ? { failsOpen: true } : { rejection: "calling_webhook_error" }) });
  if (!ignores) throw internalError(`failed calling webhook ${JSON.stringify(hook.name)}: ${message}`);
  if (attempt.caller?.signal.aborted) throw timedOut("request did not complete within requested timeout");
  return undefined;
}
