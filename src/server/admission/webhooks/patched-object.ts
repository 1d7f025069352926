/**
 * The object that a webhook's patch makes of another.
 *
 * @module
 */
import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import { readOwners } from "../../../patch/apply/owners.ts";
import { applyJsonPatch, decodeJsonPatch, type JsonPatchOperation } from "../../../patch/json-patch.ts";
import type { RuleContext } from "../../../rule/context.ts";
import { sentValue } from "../../../schema/go-values.ts";
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import { decodeBase64 } from "../../../text/base64.ts";
import { parseJson } from "../../../wire/parse-json.ts";
import { type Reading, readObject } from "../../handlers/decode-object.ts";
import { entriesOf, setEntries } from "../../registry/fields.ts";
import type { Attempt } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { internalError } from "../../request/failures.ts";
import type { ServedKind } from "../../request/served-resource.ts";
import { StatusError } from "../../request/status.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import { assertMetadata, replaceContent } from "../changed-object.ts";
import { objectIn } from "../policy-request.ts";
import type { Question } from "./question.ts";
import { jsonPatchType } from "./review.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Deepest nesting of a patch. */
const maxPatchDepth = 500;

/**
 * Changes the object of the request; false when the patch says nothing new.
 *
 * @throws {WebhookFault} for what is no patch
 * @throws {StatusError} for a patch that does not fit the object
 */
export function applyPatch(
  hookName: string,
  { patch = "", patchType }: AdmissionResponse,
  { attempt, form }: Question,
  contextFor: (version: string) => RuleContext,
): boolean {
  const operations = operationsIn(patch);
  if (operations.length === 0) return false;
  const { object } = attempt;
  if (!object) {
    const why = "attempted to modify the object, which is not supported for this operation";
    throw internalError(`admission webhook ${JSON.stringify(hookName)} ${why}`);
  }
  if (patchType !== jsonPatchType) throw new WebhookFault(`unsupported patch type ${JSON.stringify(patchType)}`);
  const before = objectIn(object, form);
  const outcome = applyJsonPatch(before, operations, { dialect: "api-server" });
  if (!outcome.ok) throw internalError(outcome.error.message);
  const patched = decoded(outcome.value, form, attempt);
  const sent = form.definition.isCustom ? patched : sentValue(patched, form.schema);
  const isChanged = !semanticEqual(sent, contentOf(before));
  form.definition.applyDefaults?.(patched as never, contextFor(form.version));
  take(attempt, object, (form.kindVersion.conversion?.toStored(patched) ?? patched) as ApiObject);
  return isChanged;
}

function operationsIn(patch: string): readonly JsonPatchOperation[] {
  if (patch === "") return [];
  const undecodable = (why: string) => new WebhookFault(`received undecodable patch in webhook response: ${why}`);
  const bytes = decodeBase64(patch);
  if (!bytes) throw undecodable("it must be base64");
  let document: unknown;
  try {
    document = parseJson(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), maxPatchDepth);
  } catch (error) {
    throw undecodable(error instanceof Error ? error.message : String(error));
  }
  const operations = decodeJsonPatch(document);
  if (!operations.ok) throw undecodable(operations.error.message);
  return operations.value;
}

/**
 * Fields that the kind does not have are dropped in silence, as the API server does it here; a custom resource keeps them until it
 * is stored.
 */
function decoded(value: unknown, form: ServedKind, attempt: Attempt): ApiObject {
  const { object, unfit } = readAs(form, value);
  if (form.definition.isCustom) {
    const whole = structuredClone(value) as JsonObject;
    assertMetadata(whole, form, attempt);
    return contentOf(whole) as ApiObject;
  }
  if (unfit.length === 0) return object;
  throw internalError(unfit.join(", "));
}

function readAs(form: ServedKind, value: unknown): Reading {
  try {
    return readObject({ value, strictFaults: [] }, form);
  } catch (error) {
    throw error instanceof StatusError && error.code < internalErrorCode ? internalError(error.message) : error;
  }
}

const internalErrorCode = 500;

function contentOf({ apiVersion: _apiVersion, kind: _kind, ...content }: JsonObject): JsonObject {
  return content;
}

function take({ warn }: Attempt, object: ApiObject, patched: ApiObject): void {
  const entries = entriesOf(object);
  replaceContent(object, patched);
  const next = entriesOf(object);
  if (next === undefined || readOwners(next, false)) return;
  warn(invalidOwners);
  setEntries(object, entries);
}

const invalidOwners =
  ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests";
