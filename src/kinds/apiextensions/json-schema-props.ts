/**
 * Reads the OpenAPI schema of a version of a custom resource. The schemas are recursive, which field schemas of
 * built-in kinds cannot express, so this file has its own reader.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { jsonType } from "../../json/go-value.ts";
import { setMember } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Finding } from "../../rule/finding.ts";
import { closest } from "../../text/closest.ts";

/** The type of a field's value. The reader does not report unknown fields in `schema-or-flag` and `schema-or-list`. */
type KeywordValue =
  | "text"
  | "flag"
  | "whole"
  | "number"
  | "any"
  | "schema"
  | "schema-or-flag"
  | "schema-or-list"
  | { readonly listOf: KeywordValue }
  | { readonly mapOf: KeywordValue }
  | { readonly fields: Readonly<Record<string, KeywordValue>> };

/** Keywords whose values are maps of schemas. */
const schemaMaps: ReadonlySet<unknown> = new Set(["properties", "patternProperties", "definitions", "dependencies"]);

const schemaType = "v1.JSONSchemaProps";

const ruleShape: KeywordValue = {
  fields: {
    rule: "text",
    message: "text",
    messageExpression: "text",
    reason: "text",
    fieldPath: "text",
    optionalOldSelf: "flag",
  },
};

/** The fields of a schema, in the order of their protobuf numbers, which begin with 1. */
const schemaFields: Readonly<Record<string, KeywordValue>> = {
  id: "text",
  $schema: "text",
  $ref: "text",
  description: "text",
  type: "text",
  format: "text",
  title: "text",
  default: "any",
  maximum: "number",
  exclusiveMaximum: "flag",
  minimum: "number",
  exclusiveMinimum: "flag",
  maxLength: "whole",
  minLength: "whole",
  pattern: "text",
  maxItems: "whole",
  minItems: "whole",
  uniqueItems: "flag",
  multipleOf: "number",
  enum: { listOf: "any" },
  maxProperties: "whole",
  minProperties: "whole",
  required: { listOf: "text" },
  items: "schema-or-list",
  allOf: { listOf: "schema" },
  oneOf: { listOf: "schema" },
  anyOf: { listOf: "schema" },
  not: "schema",
  properties: { mapOf: "schema" },
  additionalProperties: "schema-or-flag",
  patternProperties: { mapOf: "schema" },
  dependencies: { mapOf: "schema-or-list" },
  additionalItems: "schema-or-flag",
  definitions: { mapOf: "schema" },
  externalDocs: { fields: { description: "text", url: "text" } },
  example: "any",
  nullable: "flag",
  "x-kubernetes-preserve-unknown-fields": "flag",
  "x-kubernetes-embedded-resource": "flag",
  "x-kubernetes-int-or-string": "flag",
  "x-kubernetes-list-map-keys": { listOf: "text" },
  "x-kubernetes-list-type": "text",
  "x-kubernetes-map-type": "text",
  "x-kubernetes-validations": { listOf: ruleShape },
};

const schemaShape: KeywordValue = { fields: schemaFields };

export interface ReadSchema {
  /** An `openAPIV3Schema` as kube-apiserver decodes it. Fields that are null in the input are absent. */
  readonly schema: JSONSchemaProps;
  /** Paths are relative to the schema. */
  readonly findings: readonly Finding[];
}

/** The maximum depth to which schemas are read. kube-apiserver is limited only by its JSON decoder. */
const maxSchemaDepth = 1000;

const readings = new WeakMap<object, ReadSchema>();

/**
 * Reads a schema as kube-apiserver does, without values that do not fit their fields. Caches the result: rules and the
 * kind of the definition read the same schema, and nobody changes it.
 */
export function readJsonSchema(value: unknown): ReadSchema {
  const known = isPlainObject(value) ? readings.get(value) : undefined;
  if (known) return known;
  const read = readUncached(value);
  if (isPlainObject(value)) readings.set(value, read);
  return read;
}

/**
 * Reads a schema like `readJsonSchema`, but drops the empty texts, lists and maps and the false flags that Go omits
 * when it encodes.
 */
export const readStoredSchema = (value: unknown): ReadSchema => readUncached(value, true);

function readUncached(value: unknown, omitsEmpty = false): ReadSchema {
  const reader = new Reader(omitsEmpty);
  const schema = reader.read(value, "schema", [], true);
  return { schema: (schema ?? {}) as JSONSchemaProps, findings: reader.findings };
}

/** Fields that Go encodes even if they are empty or false: pointers, and fields without `omitempty`. */
const alwaysEncodedFields: ReadonlySet<string> = new Set([
  "$ref",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "rule",
  "reason",
  "optionalOldSelf",
]);

function isOmitted(name: string, value: unknown, shape: KeywordValue | undefined): boolean {
  if (alwaysEncodedFields.has(name)) return false;
  if (shape === "text" || shape === "flag") return value === "" || value === false;
  if (typeof shape !== "object" || "fields" in shape) return false;
  return Object.keys(value as object).length === 0;
}

class Reader {
  readonly findings: Finding[] = [];
  private readonly omitsEmpty: boolean;

  constructor(omitsEmpty: boolean) {
    this.omitsEmpty = omitsEmpty;
  }

  /** Returns undefined for null, and for a value that does not fit. */
  read(value: unknown, shape: KeywordValue, path: FieldPath, isStrict: boolean): unknown {
    if (value === null || value === undefined) return undefined;
    if (typeof shape === "object") return this.readParts(value, shape, path, isStrict);
    switch (shape) {
      case "any":
        return value;
      case "text":
        return typeof value === "string" ? value : this.reportWrongType(value, shape, path);
      case "flag":
        return typeof value === "boolean" ? value : this.reportWrongType(value, shape, path);
      case "whole":
        return isWhole(value) ? Number(value) : this.reportWrongType(value, shape, path);
      case "number":
        return typeof value === "number" || typeof value === "bigint"
          ? Number(value)
          : this.reportWrongType(value, shape, path);
      case "schema":
        return this.read(value, schemaShape, path, isStrict);
      case "schema-or-flag":
        if (typeof value === "boolean") return value;
        return isPlainObject(value)
          ? this.read(value, schemaShape, path, false)
          : this.reportWrongType(value, shape, path);
      case "schema-or-list":
        if (Array.isArray(value)) return this.readList(value, isDependency(path) ? "text" : "schema", path, false);
        return isPlainObject(value) ? this.read(value, schemaShape, path, false) : [];
    }
  }

  private readParts(value: unknown, shape: Exclude<KeywordValue, string>, path: FieldPath, isStrict: boolean): unknown {
    if ("listOf" in shape) {
      return Array.isArray(value)
        ? this.readList(value, shape.listOf, path, isStrict)
        : this.reportWrongType(value, shape, path);
    }
    if (!isPlainObject(value)) return this.reportWrongType(value, shape, path);
    if (path.length > maxSchemaDepth) return undefined;
    if ("fields" in shape) return this.readFields(value, shape.fields, path, isStrict);
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      this.read(item, shape.mapOf, [...path, name], isStrict) ?? zeroOf(shape.mapOf),
    ]);
    return Object.fromEntries(entries);
  }

  private readList(value: readonly unknown[], shape: KeywordValue, path: FieldPath, isStrict: boolean): unknown[] {
    return value.map((item, index) => this.read(item, shape, [...path, index], isStrict) ?? zeroOf(shape));
  }

  private readFields(
    value: Readonly<Record<string, unknown>>,
    fields: Readonly<Record<string, KeywordValue>>,
    path: FieldPath,
    isStrict: boolean,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) {
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (shape === undefined) this.reportUnknownField(name, Object.keys(fields), path, isStrict);
      const read = shape && this.read(item, shape, [...path, name], isStrict);
      if (read === undefined || (this.omitsEmpty && isOmitted(name, read, shape))) continue;
      setMember(result, name, read);
    }
    return result;
  }

  private reportUnknownField(name: string, known: readonly string[], path: FieldPath, isStrict: boolean): void {
    const meant = closest(name, known);
    this.findings.push({
      path: [...path, name],
      atKey: true,
      severity: isStrict ? "error" : "warning",
      message: isStrict
        ? `unknown field "${name}" in a schema`
        : `unknown field "${name}", which the API server silently drops inside \`items\` and \`additionalProperties\``,
      ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
    });
  }

  private reportWrongType(value: unknown, shape: KeywordValue, path: FieldPath): undefined {
    const found = Array.isArray(value)
      ? "a list"
      : isPlainObject(value)
        ? "a map"
        : `the ${typeof value} ${shown(value)}`;
    const message = `must be ${expectedTypeText(shape)}; got ${found}`;
    this.findings.push({ path, cause: "type", message, serverText: goTypeError(value, shape, path) });
    return undefined;
  }
}

function expectedTypeText(shape: KeywordValue): string {
  if (typeof shape === "object") return "listOf" in shape ? "a list" : "a map";
  return valueWords.get(shape) ?? "a map";
}

const valueWords: ReadonlyMap<KeywordValue, string> = new Map([
  ["text", "a string"],
  ["flag", "true or false"],
  ["whole", "a whole number"],
  ["number", "a number"],
  ["schema-or-flag", "a schema, or true or false"],
]);

const goTypes: ReadonlyMap<KeywordValue, string> = new Map<KeywordValue, string>([
  ["text", "string"],
  ["flag", "bool"],
  ["whole", "int64"],
  ["number", "float64"],
  ["any", "v1.JSON"],
  ["schema", schemaType],
  [schemaShape, schemaType],
  [ruleShape, "v1.ValidationRule"],
]);

function goTypeOfShape(shape: KeywordValue): string {
  const known = goTypes.get(shape);
  if (known !== undefined) return known;
  if (typeof shape === "string") return shape;
  if ("fields" in shape) return "v1.ExternalDocumentation";
  if ("mapOf" in shape) return shape.mapOf === "schema" ? `map[string]${schemaType}` : "v1.JSONSchemaDependencies";
  return shape.listOf === ruleShape ? "v1.ValidationRules" : `[]${goTypeOfShape(shape.listOf)}`;
}

/**
 * Fields whose Go types have their own `UnmarshalJSON`. Error messages about values inside name only the path from
 * there.
 */
const fieldsWithOwnDecoder: ReadonlySet<unknown> = new Set([
  "items",
  "additionalProperties",
  "additionalItems",
  "dependencies",
]);

/** Formats the error message of Go's JSON decoder. @param path - relative to the schema of a version */
function goTypeError(value: unknown, shape: KeywordValue, path: FieldPath): string {
  if (shape === "schema-or-flag") return "boolean or JSON schema expected";
  const named: string[] = [];
  let isInText = true;
  for (let index = 0; index < path.length; index++) {
    const step = path[index];
    if (typeof step === "number") continue;
    named.push(String(step));
    // Go's message omits map keys.
    if (schemaMaps.has(step)) index++;
    if (!fieldsWithOwnDecoder.has(step) || index + 1 >= path.length) continue;
    named.length = 0;
    isInText = false;
  }
  const isInRule = path.includes("x-kubernetes-validations") && named.at(-1) !== "x-kubernetes-validations";
  const struct = isInRule ? "ValidationRule" : path.length === 0 ? "CustomResourceValidation" : "JSONSchemaProps";
  const where = [...(isInText ? ["spec", "versions", "schema", "openAPIV3Schema"] : []), ...named].join(".");
  const found = typeof value === "number" ? `number${numberText(value, shape)}` : jsonType(value);
  return `json: cannot unmarshal ${found} into Go struct field ${struct}.${where} of type ${goTypeOfShape(shape)}`;
}

/** Returns the number for the message: Go shows one that does not fit an integer type. */
const numberText = (value: number, shape: KeywordValue): string => (shape === "whole" ? ` ${value}` : "");

const shown = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : String(value));

/** Whether the path leads to a dependency: a schema or a list of names. */
const isDependency = (path: FieldPath): boolean => path.at(-2) === "dependencies";

/** Returns the zero value that Go decodes from null in a list or a map. */
function zeroOf(shape: KeywordValue): unknown {
  if (shape === "text") return "";
  if (shape === "any") return null;
  return shape === "schema" || typeof shape === "object" ? {} : [];
}

function isWhole(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}
