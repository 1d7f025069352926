/**
 * AdmissionReview: builds the request to a webhook, and validates its response.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import { formatPath } from "../../../diagnostic/path.ts";
import { formatJson } from "../../../json/format-json.ts";
import { isPlainObject } from "../../../json/plain-object.ts";
import { valueText } from "../../../json/value-text.ts";
import { optionsKinds } from "../../../policy/admission-request.ts";
import { decodeErrorsOf } from "../../../schema/decode.ts";
import { decodeFinding } from "../../../schema/translate.ts";
import { typeSchema } from "../../../schema/type-schema.ts";
import { unregisteredMessage } from "../../request/go-scheme.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import { objectInForm } from "../policy-request.ts";
import type { HookType } from "./hook-metrics.ts";
import type { HookRequest } from "./hook-request.ts";

/** An AdmissionReview to send. */
export interface Review {
  readonly uid: string;
  readonly version: ReviewVersion;
  /** The review as JSON. */
  readonly body: string;
}

type ReviewVersion = "v1" | "v1beta1";

const group = "admission.k8s.io";
const badRequest = 400;

/**
 * Builds the AdmissionReview in the first version that the webhook accepts and this server supports.
 *
 * @param versions - the versions that the webhook accepts, in order of preference
 * @throws {WebhookFault} if the server supports none of them
 */
export function reviewOf(question: HookRequest, versions: readonly string[]): Review {
  const version = versions.find((each): each is ReviewVersion => each === "v1" || each === "v1beta1");
  if (version === undefined) {
    const why =
      "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new WebhookFault(why, badRequest);
  }
  const uid = randomUUID();
  const body = formatJson({
    kind: "AdmissionReview",
    apiVersion: `${group}/${version}`,
    request: requestFields(question, uid),
  });
  return { uid, version, body };
}

function requestFields({ attempt, request, matched, form }: HookRequest, uid: string): Record<string, unknown> {
  const { subresource, name, namespace, user, isDryRun } = request;
  const { operation, options, object, oldObject } = attempt;
  const optionsKind = optionsKinds[operation];
  return {
    uid,
    kind: matched.kind,
    resource: matched.resource,
    ...filled({ subResource: subresource }),
    requestKind: request.kind,
    requestResource: request.resource,
    ...filled({ requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: filled({ username: user.username, uid: user.uid, groups: user.groups, extra: user.extra }),
    object: object ? objectInForm(object, form) : null,
    oldObject: oldObject ? objectInForm(oldObject, form) : null,
    dryRun: isDryRun,
    options: optionsKind ? { kind: optionsKind, apiVersion: "meta.k8s.io/v1", ...options } : null,
  };
}

/** Drops empty fields. */
function filled(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** The only supported patch type. */
export const jsonPatchType = "JSONPatch";

const reviewSchema = typeSchema("admission/v1.AdmissionReview");

/**
 * Validates the review that a webhook has returned, and returns the response in it.
 *
 * @param type - the type of the webhook: a validating one must not return a patch
 * @throws {WebhookFault} if the review is invalid
 */
export function responseOf(
  answer: Readonly<Record<string, unknown>>,
  { uid, version }: Review,
  type: HookType,
): AdmissionResponse {
  assertReview(answer, version);
  const error = decodeErrorsOf(answer, reviewSchema).find(({ fault }) => fault === "type" || fault === "format");
  if (error) {
    const { path, message } = decodeFinding(error, reviewSchema);
    throw callFailure(`${formatPath(path)}: ${message}`);
  }
  const { response } = answer;
  if (!isPlainObject(response)) throw invalidResponse("webhook response was absent");
  if (version === "v1beta1") return v1beta1Response(response, type);
  assertAnswers(answer, response, uid);
  if (type === "admit") assertPatch(response);
  else assertNoPatch(response);
  return response;
}

/** Checks `apiVersion` and `kind`. An object without them is accepted as a review. */
function assertReview({ apiVersion = "", kind = "" }: Readonly<Record<string, unknown>>, version: ReviewVersion): void {
  const wanted = `${group}/${version}`;
  if ((kind === "" || kind === "AdmissionReview") && (apiVersion === "" || apiVersion === wanted)) return;
  const isReview = kind === "AdmissionReview" && (apiVersion === `${group}/v1` || apiVersion === `${group}/v1beta1`);
  // The kind Status is registered for every API group.
  const isKnown = isReview || (kind === "Status" && apiVersion === "v1");
  throw callFailure(
    isKnown
      ? `converting (${apiVersion.replace(/^.*\//, "")}.${kind}) to (${version}.AdmissionReview): unknown conversion`
      : unregisteredMessage({ apiVersion: valueText(apiVersion), kind: valueText(kind) }),
  );
}

/** Returns the response of a v1beta1 review, which is checked less strictly than v1. */
function v1beta1Response(
  { patch = "", patchType: _any, ...response }: AdmissionResponse,
  type: HookType,
): AdmissionResponse {
  return type === "admit" && patch !== "" ? { ...response, patch, patchType: jsonPatchType } : response;
}

function assertAnswers(answer: Readonly<Record<string, unknown>>, response: AdmissionResponse, uid: string): void {
  const { uid: answered = "" } = response;
  if (answered !== uid) {
    throw invalidResponse(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
  }
  const { apiVersion, kind } = answer;
  if (apiVersion && kind) return;
  const wanted = `${group}/v1, Kind=AdmissionReview`;
  throw invalidResponse(
    `expected webhook response of ${wanted}, got ${valueText(apiVersion ?? "/")}, Kind=${valueText(kind ?? "")}`,
  );
}

function assertPatch({ patch = "", patchType }: AdmissionResponse): void {
  if (patch !== "" && patchType === undefined) {
    throw invalidResponse("webhook returned response.patch but not response.patchType");
  }
  if (patch === "" && patchType !== undefined) {
    throw invalidResponse("webhook returned response.patchType but not response.patch");
  }
  if (patchType === "") throw invalidResponse('webhook returned invalid response.patchType of ""');
}

function assertNoPatch({ patch = "", patchType }: AdmissionResponse): void {
  if (patch !== "") throw invalidResponse("validating webhook may not return response.patch");
  if (patchType !== undefined) throw invalidResponse("validating webhook may not return response.patchType");
}

const internalErrorCode = 500;
const callFailure = (why: string): WebhookFault =>
  new WebhookFault(`failed to call webhook: ${why}`, internalErrorCode);
const invalidResponse = (why: string): WebhookFault => new WebhookFault(`received invalid webhook response: ${why}`);
