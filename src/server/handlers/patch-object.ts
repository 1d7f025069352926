/**
 * Patches of objects: read once, applied to any number of them, and the result read as an object again.
 *
 * @module
 */
import { jsonType } from "../../json/json-type.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { applyJsonPatch, decodeJsonPatch } from "../../patch/json-patch.ts";
import { sortedAlongMerge, sortedAlongOperations, sortedKeys } from "../../patch/key-order.ts";
import { applyMergePatch } from "../../patch/merge-patch.ts";
import type { Patched, PatchFault } from "../../patch/patch-fault.ts";
import { applyStrategicPatch } from "../../patch/strategic.ts";
import { readJsonBody } from "../http/body-text.ts";
import type { Decoded } from "../http/codec.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, invalid, tooLarge } from "../request/failures.ts";
import type { ObjectType } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { assertIdentity, type ReadOptions, readObject } from "./decode-object.ts";
import { patchSchemaOf } from "./patch-schema.ts";

type Document = Record<string, unknown>;
/** A patch that was read, ready for any number of objects. */
interface Patch {
  apply(document: Document): Patched<unknown>;
  /** The value of a raw field in the result, with the keys of maps in the order that Go gives them. */
  ordered(value: unknown, field: string): unknown;
}
type ReadPatch = (patch: Decoded, resource: ObjectType) => Patch;

const jsonPatchType = "application/json-patch+json";
const mergeType = "application/merge-patch+json";
const strategicType = "application/strategic-merge-patch+json";

const readerByType: ReadonlyMap<string, ReadPatch> = new Map<string, ReadPatch>(
  Object.entries({
    [jsonPatchType]: ({ value }) => {
      const operations = decodeJsonPatch(value);
      if (!operations.ok) throw refused(operations.error);
      return {
        apply: (document) => applyJsonPatch(document, operations.value, { dialect: "api-server" }),
        ordered: (held, field) => sortedAlongOperations(held, operations.value, field),
      };
    },
    [mergeType]: ({ value }) => ({
      apply: (document) => applyMergePatch(document, value),
      ordered: (held, field) =>
        isPlainObject(value) && Object.hasOwn(value, field) ? sortedAlongMerge(held, value[field]) : held,
    }),
    [strategicType]: ({ value }, { schema }) => {
      // Go reads null as a map without entries.
      const patch = value ?? {};
      if (!isPlainObject(patch)) {
        throw badRequest(`json: cannot unmarshal ${jsonType(patch)} into Go value of type map[string]interface {}`);
      }
      const patchSchema = patchSchemaOf(schema);
      return { apply: (document) => applyStrategicPatch(document, patch, patchSchema), ordered: sortedKeys };
    },
  }),
);

/** Media types of patches. */
export const patchTypes: readonly string[] = [...readerByType.keys()];

/**
 * @param type - one of `patchTypes`
 * @throws {StatusError} BadRequest for a body that is no patch; the result throws for a patch that does not fit
 */
export function readPatch(
  type: string,
  body: Uint8Array,
  resource: ObjectType,
): (current: ApiObject, options: ReadOptions) => ApiObject {
  const read = readerByType.get(type);
  if (!read) throw new Error(`there is no patch type ${type}`);
  const patch = readJsonBody(body, "Patch");
  const { apply, ordered } = read(patch, resource);
  return (current, options) => {
    const result = apply({ apiVersion: resource.apiVersion, kind: resource.kind, ...current });
    if (!result.ok) throw refused(result.error, type);
    if (isPlainObject(result.value)) {
      if (type === strategicType) takeIdentity(result.value, resource);
      else assertPatchedIdentity(result.value, resource, { body, name: current.metadata.name, ...options });
    }
    // Values of a merge patch are where the patch has them.
    const floats = type === mergeType ? patch.floats : undefined;
    const merged = { value: result.value, strictFaults: patch.strictFaults, ...(floats ? { floats } : {}) };
    const reading = readObject(merged, resource, { sharesRaw: true });
    const { object, unfit, strictFaults } = reading;
    if (unfit.length > 0) throw invalidPatch(body, unfit.join(", "));
    if (options.fieldValidation === "Strict" && strictFaults.length > 0) {
      throw invalidPatch(body, `strict decoding error: ${strictFaults.join(", ")}`);
    }
    if (options.fieldValidation === "Warn") for (const fault of strictFaults) options.warn(fault);
    orderRawFields(object, resource, ordered);
    return object;
  };
}

/** Changes the object. */
export function orderRawFields(object: object, { rawFields = [] }: ObjectType, ordered: Patch["ordered"]): void {
  for (const field of rawFields) {
    if (Object.hasOwn(object, field)) Reflect.set(object, field, ordered(Reflect.get(object, field), field));
  }
}

/** The result of a strategic merge patch is read as the kind that the resource has, whatever it says of itself. */
function takeIdentity(patched: Document, { apiVersion, kind }: ObjectType): void {
  Object.assign(patched, { apiVersion, kind });
}

interface Patching extends Pick<ReadOptions, "fieldValidation"> {
  readonly body: Uint8Array;
  readonly name: string | undefined;
}

/** @throws {StatusError} Invalid for a patch that makes another kind or version, BadRequest for one that leaves no version */
function assertPatchedIdentity(patched: Document, resource: ObjectType, patching: Patching): void {
  const { body } = patching;
  const { apiVersion, kind } = patched;
  if (resource.definedBy) {
    if (!kind) throw invalidPatch(body, "Object 'Kind' is missing");
    assertIdentity(patched, resource);
    return;
  }
  if (!apiVersion) throw withoutVersion(patching);
  if (apiVersion === resource.apiVersion && (!kind || kind === resource.kind)) return;
  const version = JSON.stringify(apiVersion);
  throw invalidPatch(body, `no kind ${JSON.stringify(kind)} is registered for version ${version} of the resource`);
}

/** Without a version, Go reads the object into its own type, which knows none of the names of the fields. */
function withoutVersion({ body, name = "", fieldValidation }: Patching): StatusError {
  if (fieldValidation === "Strict") return invalidPatch(body, 'strict decoding error: unknown field "metadata"');
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

function invalidPatch(body: Uint8Array, why: string): StatusError {
  const message = `Invalid value: ${JSON.stringify(new TextDecoder().decode(body))}: ${why}`;
  return invalid({ group: "", kind: "", name: "" }, [{ reason: "FieldValueInvalid", message, field: "patch" }]);
}

function refused({ reason, message }: PatchFault, type?: string): StatusError {
  if (reason === "malformed") return badRequest(message);
  if (reason === "too-large") return tooLarge(message);
  const refusal = "the server rejected our request due to an error in our request";
  // kube-apiserver does not say which operation failed.
  const text = type === jsonPatchType ? refusal : `${refusal}: ${message}`;
  return new StatusError(422, "Invalid", text, { details: {} });
}
