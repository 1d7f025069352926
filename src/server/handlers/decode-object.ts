/**
 * Decodes request bodies to objects, as strictly as the request specifies.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatDotted, formatPath, valueAt } from "../../diagnostic/path.ts";
import { formatGoJson, jsonType } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import type { Finding } from "../../rule/finding.ts";
import { type DecodeError, decodeStrictly } from "../../schema/decode.ts";
import { type FieldSchema, isGoInteger, schemaAt } from "../../schema/decode-schema.ts";
import { decodeFinding } from "../../schema/translate.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { maxStrictFaults } from "../http/body-text.ts";
import type { Codec, DecodedBody } from "../http/codec.ts";
import { unrecognized } from "../http/unrecognized.ts";
import type { ApiObject } from "../request/api-object.ts";
import { deleteOptionsShape } from "../request/delete-options.ts";
import { badRequest, invalid } from "../request/failures.ts";
import { groupVersionFault, typeMetaType, unregisteredMessage, wrongTypeMessage } from "../request/go-scheme.ts";
import { noteFloats } from "../request/sent-floats.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { FieldValidation } from "../request/write-options.ts";
import { goDecodeError } from "./go-decode-error.ts";

/** How to decode a body. */
interface DecodeOptions {
  readonly fieldValidation: FieldValidation;
  warn(text: string): void;
}

/** Other versions in which clients may send a kind because they have the same fields: `policy/v1beta1`. */
export type OtherVersions = readonly string[] | "any";

export interface ReadOptions extends DecodeOptions {
  /** Default: no other versions. */
  readonly otherVersions?: OtherVersions;
}

/**
 * @throws {StatusError} BadRequest if the body is not an object of the shape; the request specifies how strict that is
 */
export function readObjectBody(body: Uint8Array, codec: Codec, shape: ObjectType, options: ReadOptions): ApiObject {
  const decoded = codec.decode(body, shape);
  const fault = shape.definedBy ? undefined : typeMetaFault(decoded.value);
  if (fault !== undefined) throw unrecognized({ kind: shape.kind, body }, fault);
  return toObject(withExpectedVersion(decoded, shape, options.otherVersions ?? []), shape, options);
}

/** Returns the error for the kind and apiVersion of a body, which Go decodes separately before the rest. */
export function typeMetaFault(value: unknown): string | undefined {
  const unmarshalError = (type: string, into: string) =>
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go ${into}`;
  if (value === null) return undefined;
  if (!isPlainObject(value)) return unmarshalError(jsonType(value), `value of type ${typeMetaType}`);
  const { apiVersion, kind } = value;
  for (const [name, given] of [
    ["apiVersion", apiVersion],
    ["kind", kind],
  ] as const) {
    if (typeof (given ?? "") === "string") continue;
    return unmarshalError(jsonType(given), `struct field .${name} of type string`);
  }
  return typeof apiVersion === "string" ? groupVersionFault(apiVersion) : undefined;
}

/**
 * Sets the apiVersion of the shape if the body has one of the accepted other versions.
 *
 * @throws {StatusError} BadRequest for another kind if any version is accepted: such a type exists in each group
 */
function withExpectedVersion(
  decoded: DecodedBody,
  { apiVersion, kind }: ObjectType,
  acceptedVersions: OtherVersions,
): DecodedBody {
  const { value } = decoded;
  if (!isPlainObject(value)) return decoded;
  const given = valueText(value["apiVersion"] ?? "");
  const givenKind = valueText(value["kind"] ?? "");
  if (acceptedVersions === "any" && givenKind !== "" && givenKind !== kind) {
    throw badRequest(unregisteredMessage({ kind: givenKind, apiVersion: given || internalGroupVersion }));
  }
  const isOther = acceptedVersions === "any" || acceptedVersions.includes(given);
  return isOther ? { ...decoded, value: { ...value, apiVersion } } : decoded;
}

/** The group version in the message if the body specifies none. */
const internalGroupVersion = "meta.k8s.io/v1";

/** An object decoded from a body, with its errors. */
export interface Reading {
  /** Valid for the schema: without unknown fields, nulls, and values of the wrong type. */
  readonly object: ApiObject;
  /** Error messages for values of the wrong type. */
  readonly unfit: readonly string[];
  /** Errors that only strict field validation rejects. */
  readonly strictFaults: readonly string[];
}

/**
 * @throws {StatusError} BadRequest for another kind, for values of the wrong type, and for errors that a strict request
 *   rejects
 */
function toObject(decoded: DecodedBody, shape: ObjectType, options: DecodeOptions): ApiObject {
  const { object, unfit, strictFaults } = readObject(decoded, shape, { sharesRaw: true, mayChange: true });
  if (unfit.length > 0) throw cannotHandleError(shape, unfit.join(", "));
  if (options.fieldValidation === "Strict" && strictFaults.length > 0) {
    throw cannotHandleError(shape, `strict decoding error: ${strictFaults.join(", ")}`);
  }
  if (options.fieldValidation === "Warn") {
    for (const fault of [...(decoded.yamlFaults ?? []), ...strictFaults.slice(decoded.yamlFaults ? 1 : 0)])
      options.warn(fault);
  }
  return object;
}

/** Joins the errors of a YAML text into one message, as Go's YAML decoder does. */
export const yamlFault = (lines: readonly string[]): string => `yaml: unmarshal errors:\n  ${lines.join("\n  ")}`;

/** Options for decoding a value: who else refers to it, and how to treat nulls and errors. */
export interface ObjectReadOptions {
  /** Whether the raw parts are never changed, so that they need not be copied. Default false. */
  readonly sharesRaw?: boolean;
  /** Whether nothing else refers to the value or its parts, so that they may be changed. Default false. */
  readonly mayChange?: boolean;
  /** See `ReadContext`. */
  readonly keepsNulls?: boolean;
  /** Formats the error for a value of the wrong type; default: as Go's JSON decoder. */
  readonly unfitText?: typeof goDecodeError;
}

/** @throws {StatusError} BadRequest if the value specifies another kind */
export function readObject(
  decoded: DecodedBody,
  shape: ObjectType,
  objectReadOptions: ObjectReadOptions = {},
): Reading {
  const { sharesRaw = false, unfitText = goDecodeError } = objectReadOptions;
  const value = withIdentity(decoded.value, shape);
  const { object: read, errors } =
    shape.read?.(value, objectReadOptions) ?? decodeStrictly(value, shape.schema, { sharesRaw });
  const unfit = firstUnfit(errors.filter(({ fault }) => fault !== "unknown-field" && fault !== "enum"));
  const free = shape.readFreeFields?.(read);
  const unknown = [...unknownIn(errors), ...(free?.unknown ?? [])];
  const yamlFaults = decoded.yamlFaults ? [yamlFault(decoded.yamlFaults)] : [];
  const unknownFields = unknown.slice(0, maxStrictFaults).map(unknownField);
  // For custom resources kube-apiserver parses the whole text before it checks fields.
  const strictFaults = shape.definedBy
    ? [...yamlFaults, ...decoded.strictFaults, ...unknownFields]
    : [...yamlFaults, ...unknownFields, ...decoded.strictFaults];
  const { apiVersion: _apiVersion, kind: _kind, ...object } = read as ApiObject;
  const float = floatFault(decoded, shape, read);
  const misfits = [
    ...unfit.map((error) => formatDecodeError(error, shape, unfitText)),
    ...(free?.unfit ?? []).map(formatFinding),
    ...(float === undefined ? [] : [float]),
  ];
  const own = { ...object, metadata: object.metadata ?? {} };
  if (shape.definedBy) noteFloats(own, decoded.floats);
  return {
    object: own,
    unfit: misfits.slice(0, 1),
    strictFaults: [...new Set(strictFaults)].slice(0, maxStrictFaults),
  };
}

/**
 * Returns the error that Go reports. Its decoder remembers the first value of a wrong type and continues, but a type
 * that parses its own text ends the decoding.
 */
function firstUnfit(errors: readonly DecodeError[]): readonly DecodeError[] {
  const [first] = errors;
  const reportedError = errors.find(({ field }) => parsesOwnText(field)) ?? first;
  return reportedError ? [reportedError] : [];
}

const parsesOwnText = ({ format = "", ...field }: FieldSchema): boolean =>
  Boolean(field["x-quantity"] || field["x-int-or-string"]) || format.startsWith("rfc3339-") || format === "go-duration";

/**
 * Returns the error for a whole number with a decimal point or an exponent, which Go does not decode as an integer. The
 * decoder of custom resources accepts it.
 */
function floatFault(
  { floats = [] }: DecodedBody,
  { schema, definedBy }: ObjectType,
  read: unknown,
): string | undefined {
  if (definedBy) return undefined;
  for (const { path, text } of floats) {
    const field = schemaAt(schema, path);
    // Unknown fields are not decoded.
    const value = valueAt(read, path);
    if (field === undefined || value === undefined || !isGoInteger(field)) continue;
    return goDecodeError({ fault: "type", path, value, field, text }, schema);
  }
  return undefined;
}

const unknownIn = (errors: readonly DecodeError[]): readonly FieldPath[] =>
  errors.filter(({ fault }) => fault === "unknown-field").map(({ path, name = "" }) => [...path, name]);

const unknownField = (path: FieldPath): string => `unknown field "${formatDotted(path)}"`;

function cannotHandleError({ kind, apiVersion }: ObjectType, why: string) {
  if (kind === deleteOptionsShape.kind) return badRequest(why);
  const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);
}

/**
 * Formats an error of decoding. For custom resources Go has no type to name in the message, except for their metadata.
 */
function formatDecodeError(
  error: DecodeError,
  { schema, definedBy }: ObjectType,
  unfitText: typeof goDecodeError,
): string {
  return (
    (definedBy ? formatMetadataError(error, unfitText) : unfitText(error, schema)) ??
    formatFinding(decodeFinding(error, schema))
  );
}

function formatMetadataError(error: DecodeError, unfitText: typeof goDecodeError): string | undefined {
  const [first, ...path] = error.path;
  return first === "metadata" ? unfitText({ ...error, path }, typeSchema("meta/v1.ObjectMeta")) : undefined;
}

function formatFinding({ path, message, serverText }: Pick<Finding, "path" | "message" | "serverText">): string {
  if (serverText !== undefined) return serverText;
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`;
}

/**
 * Adds apiVersion and kind from the path of the request if the body lacks them; the body of a custom resource must
 * contain both.
 */
function withIdentity(given: unknown, shape: ObjectType): Record<string, unknown> {
  const unrecognized = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${shape.kind}): ${why}`);
  const isCustom = shape.definedBy !== undefined;
  // Go decodes null into a type as an empty value.
  const value = given === null && !isCustom ? {} : given;
  if (!isPlainObject(value)) throw unrecognized("it must be a map");
  const { apiVersion, kind } = value;
  if (isCustom && !isNonEmpty(kind)) throw unrecognized("Object 'Kind' is missing");
  if (isCustom && apiVersion !== shape.apiVersion) {
    throw badRequest(
      `the API version in the data (${valueText(apiVersion ?? "")}) does not match the expected API version (${shape.apiVersion})`,
    );
  }
  const bodyIdentity = {
    apiVersion: isNonEmpty(apiVersion) ? valueText(apiVersion) : shape.apiVersion,
    kind: isNonEmpty(kind) ? valueText(kind) : shape.kind,
  };
  if (!isCustom && (bodyIdentity.kind !== shape.kind || bodyIdentity.apiVersion !== shape.apiVersion)) {
    throw badRequest(wrongTypeMessage(bodyIdentity, shape));
  }
  assertIdentity(value, shape);
  // Changes the value in place: copying a large object takes as long as decoding it.
  return Object.assign(value, { apiVersion: shape.apiVersion, kind: shape.kind });
}

/** @throws {StatusError} Invalid for a custom resource of another kind or version */
export function assertIdentity(value: Readonly<Record<string, unknown>>, shape: ObjectType): void {
  if (!shape.definedBy) return;
  const { apiVersion, metadata } = value;
  const kind = valueText(value["kind"]);
  const causes = (["apiVersion", "kind"] as const)
    .filter((field) => value[field] !== shape[field])
    .map((field) => {
      const message = `Invalid value: ${formatGoJson(value[field] ?? "")}: must be ${shape[field]}`;
      return { reason: "FieldValueInvalid", message, field };
    });
  if (causes.length === 0) return;
  const [group = ""] = valueText(apiVersion ?? "").split("/");
  const name = isPlainObject(metadata) ? valueText(metadata["name"] ?? "") : "";
  throw invalid({ group, kind, name }, causes);
}

function isNonEmpty(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
