/**
 * Sends an AdmissionReview to one webhook, and returns its response.
 *
 * @module
 */
import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import { badRequest } from "../../request/failures.ts";
import { StatusError } from "../../request/status.ts";
import { type Fields, traced } from "../../tracing/span.ts";
import type { CredentialsFor } from "../../webhook/target.ts";
import type { WebhookClient } from "../../webhook/webhook-client.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import type { Hook } from "./hook.ts";
import type { HookType } from "./hook-metrics.ts";
import type { HookRequest } from "./hook-request.ts";
import { responseOf, reviewOf } from "./review.ts";

/** Maximum size of a response, in bytes; kube-apiserver has no limit. */
const maxAnswerBytes = 32 * 1024 * 1024;
/** Timeout of a call in seconds if the webhook specifies none. The deadline of the request may shorten it. */
const defaultTimeoutS = 10;
const msPerSecond = 1000;

export interface HookParts {
  readonly type: HookType;
  readonly client: WebhookClient;
  readonly credentialsFor?: CredentialsFor | undefined;
  nowMs(): number;
}

const withoutSideEffects: ReadonlySet<string> = new Set(["None", "NoneOnDryRun"]);

/**
 * Calls a webhook and returns its response.
 *
 * @throws {WebhookFault} if the call fails or the response is invalid
 * @throws {StatusError} if the request is a dry run and the webhook may have side effects
 */
export async function sendReview(hook: Hook, hookRequest: HookRequest, parts: HookParts): Promise<AdmissionResponse> {
  const { name, spec } = hook;
  const { type, client, credentialsFor, nowMs } = parts;
  const { isDryRun, caller, deadlineMs = Number.POSITIVE_INFINITY } = hookRequest.attempt;
  if (isDryRun && !withoutSideEffects.has(spec.sideEffects ?? "")) {
    throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
  }
  const review = reviewOf(hookRequest, spec.admissionReviewVersions ?? []);
  const { timeoutSeconds = defaultTimeoutS, clientConfig = {} } = spec;
  const timeoutMs = Math.max(1, Math.min(timeoutSeconds * msPerSecond, deadlineMs - nowMs()));
  const call = {
    body: review.body,
    timeoutMs,
    maxAnswerBytes,
    credentialsFor,
    ...(caller ? { signal: caller.signal } : {}),
  };
  const fields = () => spanFields(hook, hookRequest, review.uid);
  const postReview = () => client.post(clientConfig, call).catch(asCallFault);
  const answer = await traced(
    type === "admit" ? "Call mutating webhook" : "Call validating webhook",
    fields,
    postReview,
  );
  return responseOf(answer, review, type);
}

function spanFields({ name, id }: Hook, { request }: HookRequest, uid: string): Fields {
  const { group, version, resource } = request.resource;
  return {
    configuration: id.slice(0, id.indexOf("/")),
    webhook: name,
    resource: `${group}/${version}, Resource=${resource}`,
    subresource: request.subresource ?? "",
    operation: request.operation,
    UID: uid,
  };
}

function asCallFault(error: unknown): never {
  throw error instanceof WebhookFault
    ? new WebhookFault(`failed to call webhook: ${error.message}`, error.code)
    : error;
}

const firstFailure = 400;
/** Highest value that HTTP can carry as a status code. */
const maxFailure = 999;

/** Returns the error for the client when a webhook denies the request. */
export function refusalOf(name: string, { status: result = {} }: AdmissionResponse): StatusError {
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const { code = 0, reason = "", message = "", details } = result;
  const why = message || reason;
  const known = Math.min(Math.max(code, firstFailure), maxFailure);
  const text = why === "" ? `${denied} without explanation` : `${denied}: ${why}`;
  return new StatusError(known, reason, text, details ? { details: details as never } : {});
}
