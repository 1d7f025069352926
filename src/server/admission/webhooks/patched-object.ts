/**
 * Applies the patch of a webhook to the object of a request.
 *
 * @module
 */

import type { AdmissionResponse } from "../../../api/types/admission-v1.ts";
import { formatPath } from "../../../diagnostic/path.ts";
import { cloneJson } from "../../../json/clone-json.ts";
import { formatJson } from "../../../json/format-json.ts";
import { isPlainObject } from "../../../json/plain-object.ts";
import { valueText } from "../../../json/value-text.ts";
import { keepMetadata } from "../../../kind/prepare-replacement.ts";
import { applyJsonPatch, decodeJsonPatch, type JsonPatchOperation } from "../../../patch/json-patch.ts";
import { equalJson } from "../../../patch/json-value.ts";
import { sortKeys } from "../../../patch/key-order.ts";
import { decodeStrictly } from "../../../schema/decode.ts";
import { sentValue } from "../../../schema/go-values.ts";
import { semanticEqual } from "../../../schema/semantic-equal.ts";
import { decodeFinding } from "../../../schema/translate.ts";
import { decodeBase64 } from "../../../text/base64.ts";
import { parseJson } from "../../../wire/parse-json.ts";
import { type Reading, readObject } from "../../handlers/decode-object.ts";
import { entriesOf, hasSameContent } from "../../registry/fields.ts";
import type { AdmissionAttributes } from "../../registry/parts.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { internalError } from "../../request/failures.ts";
import { unregisteredMessage } from "../../request/go-scheme.ts";
import { replaceContent } from "../../request/replaced-content.ts";
import { type ServedKind, toStoredVersion } from "../../request/served-resource.ts";
import { StatusError } from "../../request/status.ts";
import { WebhookFault } from "../../webhook/webhook-fault.ts";
import { type ChangedIdentity, recordIdentity } from "../changed-identity.ts";
import { metadataRefusal } from "../changed-object.ts";
import type { PluginParts } from "../plugin.ts";
import { objectInForm } from "../policy-request.ts";
import type { HookRequest } from "./hook-request.ts";
import { jsonPatchType } from "./review.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum nesting depth of a patch. */
const maxPatchDepth = 500;

/** The result of applying a webhook's patch. */
export interface PatchOutcome {
  /** Whether the patch has changed the object. */
  readonly isChanged: boolean;
  /** Absent if the webhook sent no patch. */
  readonly patch?: readonly JsonPatchOperation[];
  /** The error if the object is now invalid. It is thrown after all webhooks have been called. */
  readonly refusal?: StatusError;
}

/**
 * Applies the patch to the object of the request, in place.
 *
 * @throws {WebhookFault} if the response contains no valid patch
 * @throws {StatusError} if the patch does not fit the object
 */
export function applyPatch(
  hookName: string,
  { patch = "", patchType }: AdmissionResponse,
  { attempt, form }: HookRequest,
  parts: PatchParts,
): PatchOutcome {
  const operations = operationsIn(patch);
  if (operations.length === 0) return { isChanged: false };
  const { object } = attempt;
  if (!object) {
    const why = "attempted to modify the object, which is not supported for this operation";
    throw internalError(`admission webhook ${JSON.stringify(hookName)} ${why}`);
  }
  if (patchType !== jsonPatchType) throw new WebhookFault(`unsupported patch type ${JSON.stringify(patchType)}`);
  const before = objectInForm(object, form);
  const outcome = applyJsonPatch(before, operations, { dialect: "api-server" });
  if (!outcome.ok) throw internalError(outcome.error.message);
  const identity = identityAfter(outcome.value, { form, attempt }, parts);
  if (identity?.foreignKind)
    return { isChanged: replaceByOtherKind(object, outcome.value, identity), patch: operations };
  const patched = decodePatched(outcome.value, form);
  const refusal = isPlainObject(outcome.value) ? metadataRefusal(outcome.value, form, attempt) : undefined;
  const isChanged = hasNewTimes(attempt, form) || isOther(before, outcome.value, { patched, form });
  const { version: written = form, kind = form.kind } = identity ?? {};
  // An object of another kind gets no defaults.
  if (kind === form.kind) written.definition.applyDefaults?.(patched, parts.contextFor(written.version));
  replaceContent(object, toStoredVersion(form, patched));
  recordIdentity(object, identity);
  rewritten.add(object);
  return { isChanged, patch: operations, ...(refusal ? { refusal } : {}) };
}

type PatchParts = Pick<PluginParts, "contextFor" | "storeOfKind" | "formsOf">;

/**
 * Returns the identity that a patch has given the object; undefined if the identity is unchanged.
 *
 * @throws {StatusError} if the new identity does not belong to any known kind
 */
function identityAfter(
  value: unknown,
  { form, attempt }: Pick<HookRequest, "form" | "attempt">,
  parts: PatchParts,
): ChangedIdentity | undefined {
  if (!isPlainObject(value)) return undefined;
  const { apiVersion, kind } = value;
  if (apiVersion === form.apiVersion && kind === form.kind) return undefined;
  if (form.definition.isCustom) {
    if (!kind) throw internalError(`Object 'Kind' is missing in '${formatJson(sortKeys(value))}'`);
    const version = parts.formsOf(attempt.resource).get(valueText(apiVersion ?? ""));
    return version ? { apiVersion, kind, version } : { apiVersion, kind, foreignKind: {} };
  }
  const changedIdentity = { apiVersion: valueText(apiVersion || form.apiVersion), kind: valueText(kind || form.kind) };
  if (changedIdentity.apiVersion === form.apiVersion && changedIdentity.kind === form.kind) return { apiVersion, kind };
  // The object of a connection contains its options, and cannot become an object of a stored kind.
  const registered = parts.storeOfKind(changedIdentity.apiVersion, changedIdentity.kind)?.resource;
  if (!registered || registered.definition.isCustom || attempt.operation === "CONNECT")
    throw internalError(unregisteredMessage(changedIdentity));
  const { schema, definition, version } = registered;
  const withDefaults = (object: ApiObject) => definition.applyDefaults?.(object, parts.contextFor(version));
  return { ...changedIdentity, foreignKind: { schema, withDefaults } };
}

/**
 * Replaces the content by that of another kind: decoded by the schema of the new kind, or unchanged for a custom
 * resource.
 */
function replaceByOtherKind(object: ApiObject, value: unknown, identity: ChangedIdentity): true {
  const { foreignKind: { schema, withDefaults } = {} } = identity;
  const { object: read, errors } = schema ? decodeStrictly(value, schema) : { object: value, errors: [] };
  const [unfit] = errors.filter(({ fault }) => fault !== "unknown-field" && fault !== "enum");
  if (unfit && schema) {
    const { path, message } = decodeFinding(unfit, schema);
    throw internalError(`${formatPath(path)}: ${message}`);
  }
  replaceContent(object, contentOf(cloneJson(read) as JsonObject));
  withDefaults?.(object);
  recordIdentity(object, identity);
  rewritten.add(object);
  return true;
}

/** Objects that a patch has been applied to. */
const rewritten = new WeakSet<ApiObject>();

/**
 * Whether applying a patch drops the fractions of a second in the managed fields' times, which counts as a change.
 * kube-apiserver keeps the time of a change with its fraction until the first patch, whatever it does, cuts the
 * fraction off. Custom resources have no fractions.
 */
function hasNewTimes({ object, oldObject }: AdmissionAttributes, { definition }: ServedKind): boolean {
  const isTimeless = definition.isCustom || !object?.metadata || !entriesOf(object);
  if (isTimeless || rewritten.has(object)) return false;
  if (!oldObject) return true;
  const { resourceVersion } = oldObject.metadata;
  const metadata = { ...object.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) };
  keepMetadata(metadata, oldObject.metadata);
  return !hasSameContent({ ...object, metadata }, oldObject);
}

/** Whether a patch has changed the object. Removing or changing `kind` or `apiVersion` counts as a change. */
function isOther(
  before: JsonObject,
  after: unknown,
  { patched, form }: { readonly patched: ApiObject; readonly form: ServedKind },
): boolean {
  if (form.definition.isCustom) return !equalJson(before, after);
  const isNamed =
    isPlainObject(after) && after["kind"] === before["kind"] && after["apiVersion"] === before["apiVersion"];
  return !isNamed || !semanticEqual(sentValue(patched, form.schema), contentOf(before));
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
 * Decodes a patched object. Unknown fields are dropped silently, as in kube-apiserver; a custom resource keeps them
 * until it is stored.
 */
function decodePatched(value: unknown, form: ServedKind): ApiObject {
  if (form.definition.isCustom && isPlainObject(value)) {
    // Decoded with the identity of the form, so that an object of another kind or version can be decoded, too.
    readAs(form, { ...value, apiVersion: form.apiVersion, kind: form.kind });
    return contentOf(cloneJson(value)) as ApiObject;
  }
  const { apiVersion, kind } = form;
  const { object, unfit } = readAs(form, isPlainObject(value) ? { ...value, apiVersion, kind } : value);
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
