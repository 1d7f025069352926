/**
 * The object that a webhook's patch makes of another.
 *
 * @module
 */
import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import { setMember } from "../../../json/member.ts";
import { readOwners } from "../../../patch/apply/owners.ts";
import { applyJsonPatch, decodeJsonPatch, type JsonPatchOperation } from "../../../patch/json-patch.ts";
import type { RuleContext } from "../../../rule/context.ts";
import { sentValue } from "../../../schema/go-values.ts";
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import { decodeBase64 } from "../../../text/base64.ts";
import { parseJson } from "../../../wire/parse-json.ts";
import { readObject } from "../../handlers/decode-object.ts";
import { entriesOf, setEntries } from "../../registry/fields.ts";
import type { Attempt } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { internalError } from "../../request/failures.ts";
import type { ServedKind } from "../../request/served-resource.ts";
import { StatusError } from "../../request/status.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import { objectIn } from "../policy-request.ts";
import type { Question } from "./question.ts";
import { jsonPatchType } from "./review.ts";

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
  const patched = decoded(outcome.value, form);
  const isChanged = !semanticEqual(sentValue(patched, form.schema), contentOf(before));
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

/** Fields that the kind does not have are dropped in silence, as the API server does it here. */
function decoded(value: unknown, form: ServedKind): ApiObject {
  try {
    const { object, unfit } = readObject({ value, strictFaults: [] }, form);
    if (unfit.length === 0) return object;
    throw internalError(unfit.join(", "));
  } catch (error) {
    throw error instanceof StatusError && error.code < internalErrorCode ? internalError(error.message) : error;
  }
}

const internalErrorCode = 500;

function contentOf({ apiVersion: _apiVersion, kind: _kind, ...content }: Readonly<Record<string, unknown>>): unknown {
  return content;
}

/** The object stays the same one: others hold it. */
function take({ warn }: Attempt, object: ApiObject, patched: ApiObject): void {
  const entries = entriesOf(object);
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, value] of Object.entries(patched)) setMember(object as Record<string, unknown>, name, value);
  const next = entriesOf(object);
  if (next === undefined || readOwners(next, false)) return;
  warn(invalidOwners);
  setEntries(object, entries);
}

const invalidOwners =
  ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests";
