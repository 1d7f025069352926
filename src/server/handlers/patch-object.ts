/**
 * Patches of objects: decodes a patch once, applies it to any number of objects, and decodes the result as an object.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import { jsonType, plainGoText } from "../../json/go-value.ts";
import { scanJson } from "../../json/json-scan.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { applyJsonPatch, decodeJsonPatch, type JsonPatchOperation } from "../../patch/json-patch.ts";
import { sortKeys, sortKeysAlongMerge, sortKeysAlongOperations } from "../../patch/key-order.ts";
import { applyMergePatch } from "../../patch/merge-patch.ts";
import type { Patched, PatchFault } from "../../patch/patch-fault.ts";
import { applyStrategicPatch } from "../../patch/strategic.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { maxBodyDepth, maxBodyValues, readJsonBody } from "../http/body-text.ts";
import type { DecodedBody } from "../http/codec.ts";
import type { WholeFloat } from "../http/whole-floats.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, invalid, nameMismatch, tooLarge } from "../request/failures.ts";
import { unreadableTypeMessage, unregisteredInternalMessage } from "../request/go-scheme.ts";
import type { ObjectType } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { assertIdentity, type ReadOptions, readObject, typeMetaFault } from "./decode-object.ts";
import { goConversionError, goDecodeError } from "./go-decode-error.ts";
import { floatsOfOperations } from "./operation-floats.ts";
import { patchSchemaOf } from "./patch-schema.ts";

type Document = Record<string, unknown>;
/** A decoded patch that can be applied to any number of objects. */
interface Patch {
  apply(document: Document): Patched<unknown>;
  /** Returns a field of the result with the keys of its maps in the order that Go produces. */
  ordered(value: unknown, field: string): unknown;
  /** Errors that only strict requests report; default: those in the text of the patch. */
  readonly strictFaults?: readonly string[];
  /**
   * Returns the whole numbers of the result that the patch writes as floats; default: the patch does not distinguish
   * them.
   */
  floats?(result: unknown): readonly WholeFloat[];
}
type ReadPatch = (patch: DecodedBody, resource: ObjectType, isStrict: boolean) => Patch;

const jsonPatchType = "application/json-patch+json";
const mergeType = "application/merge-patch+json";
const strategicType = "application/strategic-merge-patch+json";

const readerByType: ReadonlyMap<string, ReadPatch> = new Map<string, ReadPatch>(
  Object.entries({
    [jsonPatchType]: ({ value, floats = [], strictFaults }, _resource, isStrict) => {
      if (isStrict) assertOperations(value);
      const operations = decodeJsonPatch(value);
      if (!operations.ok) throw patchError(operations.error);
      return {
        apply: (document) => applyJsonPatch(document, operations.value, { dialect: "api-server" }),
        ordered: (held, field) => sortKeysAlongOperations(held, operations.value, field),
        strictFaults: [...strictFaults, ...unknownMembers(operations.value)].map((fault) => `json patch ${fault}`),
        floats: (result) => floatsOfOperations(floats, operations.value, result),
      };
    },
    [mergeType]: ({ value, floats = [] }, _resource, isStrict) => {
      if (isStrict && value !== null && !isPlainObject(value)) throw undecodable(value, goMap);
      return {
        apply: (document) => applyMergePatch(document, value),
        ordered: (held, field) =>
          isPlainObject(value) && Object.hasOwn(value, field) ? sortKeysAlongMerge(held, value[field]) : held,
        // In the result they have the same paths as in the patch.
        floats: () => floats,
      };
    },
    [strategicType]: ({ value }, { schema }) => {
      // Go decodes null as an empty map.
      const patch = value ?? {};
      if (!isPlainObject(patch)) throw badRequest(unmarshalFault(patch, goMap));
      const patchSchema = patchSchemaOf(schema);
      return { apply: (document) => applyStrategicPatch(document, patch, patchSchema), ordered: sortKeys };
    },
  }),
);

const operationMembers: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

function unknownMembers(operations: readonly JsonPatchOperation[]): readonly string[] {
  return operations.flatMap((operation, index) =>
    Object.keys(operation)
      .filter((name) => !operationMembers.has(name))
      .map((name) => `unknown field "[${index}].${name}"`),
  );
}

const goMap = "map[string]interface {}";
const goOperation = "handlers.jsonPatchOp";

const unmarshalFault = (value: unknown, type: string): string =>
  `json: cannot unmarshal ${jsonType(value)} into Go value of type ${type}`;

const undecodable = (value: unknown, type: string): StatusError =>
  badRequest(`error decoding patch: ${unmarshalFault(value, type)}`);

/** @throws {StatusError} BadRequest if Go's strict decoder rejects the operations */
function assertOperations(value: unknown): void {
  if (value !== null && !Array.isArray(value)) throw undecodable(value, `[]${goOperation}`);
  for (const operation of value ?? []) {
    if (operation !== null && !isPlainObject(operation)) throw undecodable(operation, goOperation);
    for (const name of ["op", "path", "from"]) {
      const member = memberOf(operation ?? {}, name) ?? "";
      if (typeof member === "string") continue;
      throw badRequest(
        `error decoding patch: json: cannot unmarshal ${jsonType(member)} into Go struct field jsonPatchOp.${name} of type string`,
      );
    }
  }
}

/** Media types of the supported patches. */
export const patchTypes: readonly string[] = [...readerByType.keys()];

/**
 * @param type - one of `patchTypes`
 * @throws {StatusError} BadRequest if the body is not a patch; the returned function throws if the patch cannot be
 *   applied
 */
export function readPatch(
  type: string,
  body: Uint8Array,
  resource: ObjectType,
): (current: ApiObject, options: ReadOptions) => ApiObject {
  const read = readerByType.get(type);
  if (!read) throw new Error(`there is no patch type ${type}`);
  const patch = readPatchBody(body);
  let decodedPatch: Patch | undefined;
  return (current, options) => {
    // Decoded only now: if the object does not exist, that error comes first.
    decodedPatch ??= read(patch, resource, options.fieldValidation !== "Ignore");
    const { apply, ordered, floats } = decodedPatch;
    const ownFaults = decodedPatch.strictFaults ?? patch.strictFaults;
    const result = apply({ apiVersion: resource.apiVersion, kind: resource.kind, ...current });
    if (!result.ok) throw patchError(result.error, type);
    const { value } = result;
    const isStrategic = type === strategicType;
    const shown = isStrategic ? () => plainGoText(patch.value ?? {}) : () => resultText(value, ordered);
    if (Array.isArray(value) && !resource.definedBy) throw invalidPatch(shown(), typeMetaFault(value) ?? "");
    if (isPlainObject(value)) {
      if (isStrategic) setIdentity(value, resource, shown);
      else assertPatchedIdentity(value, resource, { shown, name: current.metadata.name, ...options });
    }
    const unfitText = isStrategic ? goConversionError : goDecodeError;
    const readResult = (held: unknown) => {
      const merged = { value: held, strictFaults: [], ...(floats ? { floats: floats(value) } : {}) };
      return readObject(merged, resource, { sharesRaw: true, unfitText });
    };
    const reading = readResult(value);
    const { object } = reading;
    // If there are several errors, the one that comes first in the text of the result is reported.
    const isFaulty = reading.unfit.length > 0 || reading.strictFaults.length > 1;
    const { unfit, strictFaults: unknown } = isFaulty ? readResult(orderDocument(value, ordered)) : reading;
    // Go sorts the errors if it decodes a map instead of a text.
    const strictFaults = [...ownFaults, ...(isStrategic ? unknown.toSorted(compareUtf8) : unknown)];
    if (unfit.length > 0) throw invalidPatch(shown(), unfit.join(", "));
    if (options.fieldValidation === "Strict" && strictFaults.length > 0) {
      throw invalidPatch(shown(), `strict decoding error: ${strictFaults.join(", ")}`);
    }
    if (options.fieldValidation === "Warn") for (const fault of strictFaults) options.warn(fault);
    orderRawFields(object, resource, ordered);
    return object;
  };
}

/** @throws {StatusError} BadRequest with kube-apiserver's message if the body is not JSON */
function readPatchBody(body: Uint8Array): DecodedBody {
  try {
    return readJsonBody(body, "Patch");
  } catch (error) {
    if (mayBeJson(body)) throw error;
    throw badRequest("invalid JSON patch");
  }
}

/**
 * Whether the text is JSON. A text beyond the limits of a body is assumed to be, without parsing it: V8's parser uses
 * up to 40 MB for the values and levels of 3 MB.
 */
function mayBeJson(body: Uint8Array): boolean {
  const text = new TextDecoder().decode(body);
  const { depth, values } = scanJson(text);
  if (depth > maxBodyDepth || values > maxBodyValues) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Formats the patched document as Go does. */
const resultText = (value: unknown, ordered: Patch["ordered"]): string => formatJson(orderDocument(value, ordered));

/** Returns the document with sorted keys in the maps that the patch enters. */
function orderDocument(value: unknown, ordered: Patch["ordered"]): unknown {
  if (!isPlainObject(value)) return value;
  const fields = Object.keys(value).sort(compareUtf8);
  return Object.fromEntries(fields.map((field) => [field, ordered(value[field], field)]));
}

/** Sorts the keys in the raw fields of the object, in place. */
export function orderRawFields(object: object, { rawFields = [] }: ObjectType, ordered: Patch["ordered"]): void {
  for (const field of rawFields) {
    if (Object.hasOwn(object, field)) Reflect.set(object, field, ordered(Reflect.get(object, field), field));
  }
}

/**
 * Sets apiVersion and kind to those of the resource: the result of a strategic merge patch is decoded as that kind,
 * whatever strings it contains.
 *
 * @throws {StatusError} Invalid if apiVersion or kind is not a string
 */
function setIdentity(patched: Document, { apiVersion, kind }: ObjectType, shown: () => string): void {
  for (const name of ["apiVersion", "kind"]) {
    const value: unknown = memberOf(patched, name) ?? "";
    if (typeof value === "string") continue;
    const fault = goConversionError({ fault: "type", path: [name], value, field: { type: "string" } });
    throw invalidPatch(shown(), fault ?? "");
  }
  Object.assign(patched, { apiVersion, kind });
}

interface PatchContext extends Pick<ReadOptions, "fieldValidation" | "warn"> {
  /** Formats the result for error messages. */
  shown(): string;
  readonly name: string | undefined;
}

/** @throws {StatusError} Invalid if the patch changes the kind or version, BadRequest if it removes the version */
function assertPatchedIdentity(patched: Document, resource: ObjectType, patching: PatchContext): void {
  const { apiVersion, kind } = patched;
  if (resource.definedBy) {
    if (!kind) throw invalidPatch(patching.shown(), "Object 'Kind' is missing");
    assertIdentity(patched, resource);
    return;
  }
  const fault = typeMetaFault(patched);
  if (fault !== undefined) throw invalidPatch(patching.shown(), fault);
  if (!apiVersion) throw missingVersionError(patched, resource, patching);
  if (apiVersion === resource.apiVersion && (!kind || kind === resource.kind)) return;
  const given = { apiVersion: valueText(apiVersion), kind: valueText(kind || resource.kind) };
  throw invalidPatch(patching.shown(), unreadableTypeMessage(given, resource));
}

/**
 * Returns the error for a result without apiVersion. Go then decodes it into its internal type, whose only JSON fields
 * are those of the metadata, directly in the object.
 */
function missingVersionError(patched: Document, resource: ObjectType, patching: PatchContext): StatusError {
  const { shown, name: wanted = "", fieldValidation, warn } = patching;
  const kind = valueText(patched["kind"] || resource.kind);
  if (kind !== resource.kind) return invalidPatch(shown(), unregisteredInternalMessage(resource.apiVersion, kind));
  const known = typeSchema("meta/v1.ObjectMeta").properties;
  const unknown = Object.keys(patched)
    .filter((field) => field !== "apiVersion" && field !== "kind" && memberOf(known, field) === undefined)
    .sort(compareUtf8)
    .map((field) => `unknown field "${field}"`);
  if (fieldValidation === "Strict" && unknown.length > 0) {
    return invalidPatch(shown(), `strict decoding error: ${unknown.join(", ")}`);
  }
  if (fieldValidation === "Warn") for (const fault of unknown) warn(fault);
  const { name } = patched;
  return nameMismatch(typeof name === "string" && name !== wanted ? name : "", wanted);
}

function invalidPatch(shown: string, why: string): StatusError {
  const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
  return invalid({ group: "", kind: "", name: "" }, [{ reason: "FieldValueInvalid", message, field: "patch" }]);
}

function patchError({ reason, message }: PatchFault, type?: string): StatusError {
  if (reason === "malformed") return badRequest(type === mergeType ? "Invalid JSON Patch" : message);
  if (reason === "too-large") return tooLarge(message);
  const refusal = "the server rejected our request due to an error in our request";
  // kube-apiserver does not say which operation failed.
  const text = type === jsonPatchType ? refusal : `${refusal}: ${message}`;
  return new StatusError(422, "Invalid", text, { details: {} });
}
