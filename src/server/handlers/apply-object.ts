/**
 * Server-side apply: decodes a configuration once and applies it to any number of objects.
 *
 * @module
 */
import { withFloats } from "../../json/float-numbers.ts";
import { jsonType } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { type Conflict, conflictCauses, conflictMessage } from "../../patch/apply/conflicts.ts";
import { applyConfiguration } from "../../patch/apply/field-manager.ts";
import { refreshLastApplied } from "../../patch/apply/last-applied.ts";
import { sortKeys } from "../../patch/key-order.ts";
import { applyTypeOfVersion } from "../../schema/apply-type.ts";
import { goKind } from "../../text/go-kind.ts";
import type { DecodedBody } from "../http/codec.ts";
import type { Conversions } from "../registry/conversions.ts";
import { emptyObject, entriesOf, type Forms, fieldWrite, setEntries, typedObject } from "../registry/fields.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import type { FieldValidation } from "../request/write-options.ts";
import { readObject, yamlFault } from "./decode-object.ts";
import { orderRawFields } from "./patch-object.ts";

/** How a configuration is applied. */
export interface ApplyOptions {
  readonly manager: string;
  /** Whether to take over fields that other managers own, instead of reporting a conflict. */
  readonly isForced: boolean;
  readonly subresource: string;
  /** RFC 3339, in whole seconds. */
  readonly now: string;
  readonly fieldValidation: FieldValidation;
  readonly conversions?: Conversions;
  warn(text: string): void;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * @param form - the kind that the endpoint serves
 * @throws {StatusError} BadRequest if the body is not a configuration of that kind; the returned function throws if the
 *   configuration cannot be applied
 */
export function readApply(
  { value, strictFaults, yamlFaults = [] }: DecodedBody,
  form: ServedKind,
  forms: Forms,
): (current: ApiObject | undefined, options: ApplyOptions) => ApiObject {
  const applied = configurationOf(value, form);
  return (current, options) => {
    const object = apply(applied, current, { ...options, form, forms });
    const { fieldValidation, warn } = options;
    if (fieldValidation === "Strict" && yamlFaults.length > 0) {
      throw badRequest(`error strict decoding patch: error converting YAML to JSON: ${yamlFault(yamlFaults)}`);
    }
    if (fieldValidation === "Strict" && strictFaults.length > 0) {
      throw badRequest(`error strict decoding patch: ${strictFaults.join(", ")}`);
    }
    if (fieldValidation === "Warn") for (const text of [...yamlFaults, ...strictFaults]) warn(text);
    return object;
  };
}

function configurationOf(value: unknown, form: ServedKind): JsonObject {
  // Go decodes null as an empty map.
  const map = value ?? {};
  if (!isPlainObject(map)) {
    const fault = `json: cannot unmarshal ${jsonType(map)} into Go value of type map[string]interface {}`;
    throw badRequest(`error decoding patch: error unmarshaling JSON: while decoding JSON: ${fault}`);
  }
  const { apiVersion = "", kind = "", metadata } = map;
  if (apiVersion !== form.apiVersion || kind !== form.kind) {
    throw badRequest(`invalid object type: ${goKind(stringOrEmpty(apiVersion), stringOrEmpty(kind))}`);
  }
  if (isPlainObject(metadata) && Array.isArray(metadata["managedFields"])) {
    throw badRequest("metadata.managedFields must be nil");
  }
  return withFloats(map) as JsonObject;
}

/** Go treats a value that is not a string as an empty one. */
const stringOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

interface ApplyContext extends ApplyOptions {
  readonly form: ServedKind;
  readonly forms: Forms;
}

function apply(value: JsonObject, current: ApiObject | undefined, context: ApplyContext): ApiObject {
  const { form, manager, isForced } = context;
  const empty = emptyObject(form);
  const live = { object: current ? typedObject(current, form) : empty, entries: entriesOf(current) };
  const applied = { value, apiVersion: form.apiVersion, type: applyTypeOfVersion(form.kindVersion) };
  const write = { ...fieldWrite(form, context), empty, isForced };
  const result = applyConfiguration(live, applied, write);
  if (!result.ok) throw typeof result.error === "string" ? errorWithoutReason(result.error) : conflictOf(result.error);
  const { object: merged, isChanged, entries } = result.value;
  const object = current && !isChanged ? current : readResult(merged.value, form);
  if (object !== current) orderRawFields(object, form, sortKeys);
  if (manager === "kubectl") refreshLastApplied(object, value);
  setEntries(object, entries);
  return object;
}

const conflictOf = (conflicts: readonly Conflict[]): StatusError =>
  new StatusError(409, "Conflict", conflictMessage(conflicts), { details: { causes: conflictCauses(conflicts) } });

/** kube-apiserver returns these errors without a reason. */
const errorWithoutReason = (text: string): StatusError => new StatusError(500, "", text);

function readResult(value: unknown, form: ServedKind): ApiObject {
  // Keeps nulls, unlike for a request body, so that a null that the definition does not allow is rejected instead of
  // dropped.
  const { object, unfit } = readObject({ value, strictFaults: [] }, form, { keepsNulls: true });
  const [misfit] = unfit;
  if (misfit !== undefined) {
    const { name = "", namespace = "" } = object.metadata;
    const type = `${form.group}/${form.apiVersion.replace(/.*\//, "")}, Kind=${form.kind}`;
    const what = `new object (${namespace}/${name}; ${type})`;
    throw errorWithoutReason(
      `failed to convert ${what} to proper version: unable to convert unstructured object to ${type}: ${misfit}`,
    );
  }
  return object;
}
