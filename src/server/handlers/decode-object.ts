/**
 * Bodies to objects, as strict or as lenient as the request wants it.
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
import type { Codec, Decoded } from "../http/codec.ts";
import { unrecognized } from "../http/unrecognized.ts";
import type { ApiObject } from "../request/api-object.ts";
import { deleteOptionsShape } from "../request/delete-options.ts";
import { badRequest, invalid } from "../request/failures.ts";
import { groupVersionFault, typeMetaType, unregistered, wrongType } from "../request/go-scheme.ts";
import { noteFloats } from "../request/sent-floats.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { FieldValidation } from "../request/write-options.ts";
import { goDecodeError } from "./go-decode-error.ts";

/** How a body is taken. */
interface DecodeOptions {
  readonly fieldValidation: FieldValidation;
  warn(text: string): void;
}

/** Versions in which a kind may be sent that have the same fields, `policy/v1beta1`. */
export type OtherVersions = readonly string[] | "any";

export interface ReadOptions extends DecodeOptions {
  /** Default none. */
  readonly otherVersions?: OtherVersions;
}

/** @throws {StatusError} BadRequest for what is no object of the shape, as strict as the request wants it */
export function readObjectBody(body: Uint8Array, codec: Codec, shape: ObjectType, options: ReadOptions): ApiObject {
  const decoded = codec.decode(body, shape);
  const fault = shape.definedBy ? undefined : typeMetaFault(decoded.value);
  if (fault !== undefined) throw unrecognized({ kind: shape.kind, body }, fault);
  return toObject(inOneVersion(decoded, shape, options.otherVersions ?? []), shape, options);
}

/** Go reads the kind and the version of a body by themselves, before all else. */
export function typeMetaFault(value: unknown): string | undefined {
  const cannot = (type: string, into: string) =>
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go ${into}`;
  if (value === null) return undefined;
  if (!isPlainObject(value)) return cannot(jsonType(value), `value of type ${typeMetaType}`);
  const { apiVersion, kind } = value;
  for (const [name, given] of [
    ["apiVersion", apiVersion],
    ["kind", kind],
  ] as const) {
    if (typeof (given ?? "") === "string") continue;
    return cannot(jsonType(given), `struct field .${name} of type string`);
  }
  return typeof apiVersion === "string" ? groupVersionFault(apiVersion) : undefined;
}

/** @throws {StatusError} BadRequest for another kind, where any version is taken: such a type is in each group */
function inOneVersion(decoded: Decoded, { apiVersion, kind }: ObjectType, others: OtherVersions): Decoded {
  const { value } = decoded;
  if (!isPlainObject(value)) return decoded;
  const given = valueText(value["apiVersion"] ?? "");
  const givenKind = valueText(value["kind"] ?? "");
  if (others === "any" && givenKind !== "" && givenKind !== kind) {
    throw badRequest(unregistered({ kind: givenKind, apiVersion: given || internalGroupVersion }));
  }
  const isOther = others === "any" || others.includes(given);
  return isOther ? { ...decoded, value: { ...value, apiVersion } } : decoded;
}

/** Of what says no version. */
const internalGroupVersion = "meta.k8s.io/v1";

/** A body as an object, with what is wrong in it. */
export interface Reading {
  /** Sound: unknown fields are gone, nulls and what does not fit too. */
  readonly object: ApiObject;
  /** Values of the wrong type. */
  readonly unfit: readonly string[];
  /** The faults that only strict readers refuse. */
  readonly strictFaults: readonly string[];
}

/**
 * @throws {StatusError} BadRequest for another kind, for values of the wrong type, and for what a strict request refuses
 */
function toObject(decoded: Decoded, shape: ObjectType, options: DecodeOptions): ApiObject {
  const { object, unfit, strictFaults } = readObject(decoded, shape, { sharesRaw: true, mayChange: true });
  if (unfit.length > 0) throw unhandled(shape, unfit.join(", "));
  if (options.fieldValidation === "Strict" && strictFaults.length > 0) {
    throw unhandled(shape, `strict decoding error: ${strictFaults.join(", ")}`);
  }
  if (options.fieldValidation === "Warn") {
    for (const fault of [...(decoded.yamlFaults ?? []), ...strictFaults.slice(decoded.yamlFaults ? 1 : 0)])
      options.warn(fault);
  }
  return object;
}

/** The faults of a YAML text as one, with which Go's reader ends. */
export const yamlFault = (lines: readonly string[]): string => `yaml: unmarshal errors:\n  ${lines.join("\n  ")}`;

/** Who else has a value that is read. */
export interface Holding {
  /** Nobody changes it, so that nothing of it need be copied. Default false. */
  readonly sharesRaw?: boolean;
  /** Nobody else has it, nor what it holds. Default false. */
  readonly mayChange?: boolean;
  /** As in `ReadContext`. */
  readonly keepsNulls?: boolean;
  /** Go's words for a value that does not fit; default: those of its reader of JSON. */
  readonly unfitText?: typeof goDecodeError;
}

/** @throws {StatusError} BadRequest for what says that it is of another kind */
export function readObject(decoded: Decoded, shape: ObjectType, holding: Holding = {}): Reading {
  const { sharesRaw = false, unfitText = goDecodeError } = holding;
  const value = withIdentity(decoded.value, shape);
  const { object: read, errors } = shape.read?.(value, holding) ?? decodeStrictly(value, shape.schema, { sharesRaw });
  const unfit = firstUnfit(errors.filter(({ fault }) => fault !== "unknown-field" && fault !== "enum"));
  const free = shape.readFreeFields?.(read);
  const unknown = [...unknownIn(errors), ...(free?.unknown ?? [])];
  const yamlFaults = decoded.yamlFaults ? [yamlFault(decoded.yamlFaults)] : [];
  const unknownFields = unknown.slice(0, maxStrictFaults).map(unknownField);
  // The reader of custom resources has read the text before it looks at fields.
  const strictFaults = shape.definedBy
    ? [...yamlFaults, ...decoded.strictFaults, ...unknownFields]
    : [...yamlFaults, ...unknownFields, ...decoded.strictFaults];
  const { apiVersion: _apiVersion, kind: _kind, ...object } = read as ApiObject;
  const float = floatFault(decoded, shape, read);
  const misfits = [
    ...unfit.map((error) => textOf(error, shape, unfitText)),
    ...(free?.unfit ?? []).map(describe),
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

/** Go keeps the first value of a wrong type in mind and reads on; a type that reads its text itself ends the reading. */
function firstUnfit(errors: readonly DecodeError[]): readonly DecodeError[] {
  const [first] = errors;
  const told = errors.find(({ field }) => readsItself(field)) ?? first;
  return told ? [told] : [];
}

const readsItself = ({ format = "", ...field }: FieldSchema): boolean =>
  Boolean(field["x-quantity"] || field["x-int-or-string"]) || format.startsWith("rfc3339-") || format === "go-duration";

/** A whole number with a point or an exponent is no integer to Go; the reader of custom resources takes it. */
function floatFault({ floats = [] }: Decoded, { schema, definedBy }: ObjectType, read: unknown): string | undefined {
  if (definedBy) return undefined;
  for (const { path, text } of floats) {
    const field = schemaAt(schema, path);
    // A field that is not known is not read.
    const value = valueAt(read, path);
    if (field === undefined || value === undefined || !isGoInteger(field)) continue;
    return goDecodeError({ fault: "type", path, value, field, text }, schema);
  }
  return undefined;
}

const unknownIn = (errors: readonly DecodeError[]): readonly FieldPath[] =>
  errors.filter(({ fault }) => fault === "unknown-field").map(({ path, name = "" }) => [...path, name]);

const unknownField = (path: FieldPath): string => `unknown field "${formatDotted(path)}"`;

function unhandled({ kind, apiVersion }: ObjectType, why: string) {
  if (kind === deleteOptionsShape.kind) return badRequest(why);
  const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);
}

/** The reader of custom resources has no type of its own to name but that of their metadata. */
function textOf(error: DecodeError, { schema, definedBy }: ObjectType, unfitText: typeof goDecodeError): string {
  return (
    (definedBy ? metadataText(error, unfitText) : unfitText(error, schema)) ?? describe(decodeFinding(error, schema))
  );
}

function metadataText(error: DecodeError, unfitText: typeof goDecodeError): string | undefined {
  const [first, ...path] = error.path;
  return first === "metadata" ? unfitText({ ...error, path }, typeSchema("meta/v1.ObjectMeta")) : undefined;
}

function describe({ path, message, serverText }: Pick<Finding, "path" | "message" | "serverText">): string {
  if (serverText !== undefined) return serverText;
  return path.length === 0 ? message : `${formatPath(path)}: ${message}`;
}

/** Identity that the body lacks is taken from the path of the request; of a custom resource, nothing may be missing. */
function withIdentity(given: unknown, shape: ObjectType): Record<string, unknown> {
  const unrecognized = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${shape.kind}): ${why}`);
  const isCustom = shape.definedBy !== undefined;
  // To Go's reader of a type, null is an empty one.
  const value = given === null && !isCustom ? {} : given;
  if (!isPlainObject(value)) throw unrecognized("it must be a map");
  const { apiVersion, kind } = value;
  if (isCustom && !isGiven(kind)) throw unrecognized("Object 'Kind' is missing");
  if (isCustom && apiVersion !== shape.apiVersion) {
    throw badRequest(
      `the API version in the data (${valueText(apiVersion ?? "")}) does not match the expected API version (${shape.apiVersion})`,
    );
  }
  const said = {
    apiVersion: isGiven(apiVersion) ? valueText(apiVersion) : shape.apiVersion,
    kind: isGiven(kind) ? valueText(kind) : shape.kind,
  };
  if (!isCustom && (said.kind !== shape.kind || said.apiVersion !== shape.apiVersion)) {
    throw badRequest(wrongType(said, shape));
  }
  assertIdentity(value, shape);
  // A copy of a large object takes as long as reading it did.
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

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
