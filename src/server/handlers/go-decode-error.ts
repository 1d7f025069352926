/**
 * Error messages for values that do not fit their fields, in the wording of Go's JSON decoder, which clients and tests
 * match.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { goType } from "../../patch/go-text.ts";
import type { DecodeError } from "../../schema/decode.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import { base64FaultAt } from "../../text/base64.ts";
import { parseDuration } from "../../text/duration.ts";
import { goTimeError } from "../../text/go-time-error.ts";

interface UnfitValue extends DecodeError {
  /** The number as it is written in the body, if its notation matters. */
  readonly text?: string;
}

/** Returns the message; undefined if Go's message depends on facts that the schema does not contain. */
export function goDecodeError(error: UnfitValue, schema: FieldSchema): string | undefined {
  const { fault, path, value, field, text } = error;
  if (field["x-quantity"]) return quantityError(valueText(value));
  if (fault === "format") return formatError(valueText(value), field.format);
  const type = fault === "type" ? goTypeOf(field) : undefined;
  const place = goFieldPath(path, schema);
  if (type === undefined) return undefined;
  const messageStart = `json: cannot unmarshal ${text === undefined ? goValue(value, type) : `number ${text}`} into Go`;
  if (path.length === 0) return `${messageStart} value of type ${type}`;
  return place === undefined ? undefined : `${messageStart} struct field ${place} of type ${type}`;
}

/**
 * Returns the message of Go's conversion of maps to structs, which is used for the result of a strategic merge patch.
 * It does not contain the field path.
 */
export function goConversionError({ fault, value, field }: DecodeError): string | undefined {
  if (field["x-quantity"]) return quantityError(valueText(value));
  if (fault === "format") {
    const error = formatError(valueText(value), field.format);
    return error !== undefined && field.format === "base64" ? `error decoding from json: ${error}` : error;
  }
  if (fault !== "type") return undefined;
  if (field["x-int-or-string"]) return `json: cannot unmarshal ${goValue(value, "")} into Go value of type int32`;
  const kind = goKind(value);
  if (field.type === "array" || field.format === "base64") return `cannot restore slice from ${kind}`;
  if (field.type === "object")
    return field.properties ? `cannot restore struct from: ${kind}` : `cannot restore map from ${kind}`;
  const type = field.enum ? undefined : goTypeOf(field);
  if (type === undefined) return undefined;
  return isConvertible(kind, type) ? `cannot convert ${kind} to ${type}` : `unrecognized type: ${type}`;
}

/** Returns the `reflect.Kind` of a value in Go. */
function goKind(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  return isPlainObject(value) ? "map" : goType(value);
}

/**
 * Whether Go converts one type to the other, even if the value changes: it converts a number to the character with that
 * code.
 */
function isConvertible(kind: string, type: string): boolean {
  if (type === "string") return kind === "int64";
  return numericType.test(type) && numericType.test(kind);
}

function formatError(text: string, format: string | undefined): string | undefined {
  switch (format) {
    case "base64":
      return base64Error(text);
    case "rfc3339-time":
    case "rfc3339-micro-time":
      return goTimeError(text, format === "rfc3339-micro-time");
    case "go-duration": {
      const parsed = parseDuration(text);
      return parsed.ok ? undefined : parsed.error;
    }
    default:
      return undefined;
  }
}

function base64Error(text: string): string | undefined {
  const index = base64FaultAt(text);
  return index === undefined ? undefined : `illegal base64 data at input byte ${index}`;
}

/** The regular expression in Go's message. Go's engine takes linear time for it. */
const quantityForm = "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$";
/** Matches the same texts, but each in only one way, to prevent backtracking. */
const quantityText = /^[+-]?[0-9.]+(?:[eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?$/;

const quantityError = (text: string): string =>
  quantityText.test(text)
    ? "unable to parse quantity's suffix"
    : `quantities must match the regular expression '${quantityForm}'`;

const numericType = /^(?:u?int|float)\d+$/;

/**
 * Names a value in Go's message. For a number in a numeric field, the message contains the number.
 *
 * @param type - the Go type of the field
 */
function goValue(value: unknown, type: string): string {
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "number":
    case "bigint":
      return numericType.test(type) ? `number ${value}` : "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}

/** Returns the Go struct that has the field and the field names up to it, without list indexes and map keys. */
function goFieldPath(path: FieldPath, schema: FieldSchema): string | undefined {
  const names: string[] = [];
  let struct: string | undefined;
  let at: FieldSchema | undefined = schema;
  for (const step of path) {
    if (typeof step === "string" && at?.properties) {
      struct = at["x-type"];
      names.push(
        ...(struct === undefined ? [] : embeddedStructsOf(nameOf(struct), step, memberOf(at.properties, step))),
        step,
      );
    }
    at = at && schemaAt(at, [step]);
  }
  return struct === undefined ? undefined : `${nameOf(struct)}.${names.join(".")}`;
}

/** Go structs and the structs that they embed, whose fields appear among their own in JSON. */
const embeddedByStruct: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ConfigMapEnvSource: ["LocalObjectReference"],
    ConfigMapKeySelector: ["LocalObjectReference"],
    ConfigMapProjection: ["LocalObjectReference"],
    ConfigMapVolumeSource: ["LocalObjectReference"],
    DeviceAllocationConfiguration: ["DeviceConfiguration"],
    DeviceClaimConfiguration: ["DeviceConfiguration"],
    DeviceClassConfiguration: ["DeviceConfiguration"],
    EphemeralContainer: ["EphemeralContainerCommon"],
    IngressRule: ["IngressRuleValue"],
    NamedRuleWithOperations: ["RuleWithOperations", "Rule"],
    PersistentVolumeSpec: ["PersistentVolumeSource"],
    Probe: ["ProbeHandler"],
    RuleWithOperations: ["Rule"],
    SecretEnvSource: ["LocalObjectReference"],
    SecretKeySelector: ["LocalObjectReference"],
    SecretProjection: ["LocalObjectReference"],
    Volume: ["VolumeSource"],
  }),
);

/** Returns the names of the embedded structs that contain the field. */
function embeddedStructsOf(struct: string, name: string, field: FieldSchema | undefined): readonly string[] {
  const isTypeMeta = struct === "DeleteOptions" && (name === "kind" || name === "apiVersion");
  if (isTypeMeta) return ["TypeMeta"];
  const inline = field?.["x-proto-inline"] ?? [];
  return (embeddedByStruct.get(struct) ?? []).slice(0, typeof inline === "number" ? 1 : inline.length);
}

/** `Container` of `core/v1.Container`. */
const nameOf = (type: string): string => type.slice(type.lastIndexOf(".") + 1);

/** `v1.Container` of `core/v1.Container`. */
const qualifiedName = (type: string): string => type.slice(type.lastIndexOf("/") + 1);

function goTypeOf(field: FieldSchema): string | undefined {
  const { type, items, properties, additionalProperties, "x-type": name } = field;
  if (field["x-int"]) return `int${field["x-int"]}`;
  if (field["x-uint"]) return `uint${field["x-uint"]}`;
  if (field["x-int-or-string"]) return "int32";
  switch (type) {
    case "string":
      if (field.enum) return name === undefined ? undefined : qualifiedName(name);
      return field.format === "base64" ? "[]uint8" : "string";
    case "boolean":
      return "bool";
    case "number":
      return "float64";
    case "array":
      return compositeGoType("[]", items);
    case "object":
      if (name !== undefined) return qualifiedName(name);
      if (typeof additionalProperties === "object" && additionalProperties["x-quantity"]) return "v1.ResourceList";
      return properties || typeof additionalProperties !== "object"
        ? undefined
        : compositeGoType("map[string]", additionalProperties);
    default:
      return undefined;
  }
}

function compositeGoType(before: string, items: FieldSchema | undefined): string | undefined {
  const type = items && goTypeOf(items);
  return type === undefined ? undefined : before + type;
}
