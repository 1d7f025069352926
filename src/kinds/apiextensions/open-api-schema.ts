/**
 * Faults that kube-apiserver rejects in each schema of a CustomResourceDefinition, whether or not the whole is
 * structural: keywords, list and map types, and validation rules except their expressions.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Finding } from "../../rule/finding.ts";
import { isValidFieldPath } from "./field-path.ts";
import { innerSchemas, isSchemaList, itemsOf, type LocatedSchema, propertyOf } from "./schema-walk.ts";
import { isConvertible } from "./structural.ts";

/** The aspect of a finding, which selects the rule that reports it. */
export type SchemaAspect = "keyword" | "list-type" | "rule";

export interface AspectFinding {
  readonly aspect: SchemaAspect;
  readonly finding: Finding;
}

/** The faults that an update may keep, but that a new definition may not have. */
export interface SchemaTolerance {
  readonly unknownTypes: boolean;
  readonly unsafeSetItems: boolean;
  readonly looseMapKeys: boolean;
}

export const noTolerance: SchemaTolerance = { unknownTypes: false, unsafeSetItems: false, looseMapKeys: false };

const metaNames: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

/** The position of a schema in the whole, which decides what it may contain. */
interface Position {
  readonly isInMetadata: boolean;
  /** The reason why no default may be set; absent if one may be set. */
  readonly noDefaults?: string;
}

/** Returns the faults of the schema and of all schemas in it. Paths are relative to the schema. */
export function openApiFindings(schema: JSONSchemaProps, tolerance: SchemaTolerance): AspectFinding[] {
  const found: AspectFinding[] = [];
  findAt({ schema, path: [] }, { isInMetadata: false }, tolerance, found);
  return found;
}

function findAt(place: LocatedSchema, position: Position, tolerance: SchemaTolerance, found: AspectFinding[]): void {
  const { schema, path } = place;
  const add = (aspect: AspectFinding["aspect"], findings: readonly Finding[]) => {
    for (const finding of findings) {
      const { field } = finding;
      // An empty field belongs to a fault of the whole schema and stays empty.
      const named = field && field.length > 0 ? { field: [...path, ...field] } : {};
      found.push({ aspect, finding: { ...finding, ...named, path: [...path, ...finding.path] } });
    }
  };
  add("keyword", keywordFindings(schema, position, tolerance));
  add("list-type", listTypeFindings(schema, tolerance));
  add("rule", ruleFindings(schema));
  for (const inner of innerSchemas(schema)) {
    findAt(
      { schema: inner.schema, path: [...path, ...inner.path] },
      positionOf(inner.path, position, schema, path.length === 0),
      tolerance,
      found,
    );
  }
}

function positionOf(step: FieldPath, position: Position, parent: JSONSchemaProps, isRoot: boolean): Position {
  const [keyword, name = ""] = step;
  if (keyword === "additionalProperties" && position.isInMetadata) {
    return { ...position, noDefaults: "inside additionalProperties of metadata" };
  }
  const isResource = isRoot || parent["x-kubernetes-embedded-resource"] === true;
  if (keyword !== "properties" || !isResource || !metaNames.has(String(name))) return position;
  return {
    isInMetadata: true,
    ...(isRoot ? { noDefaults: `in the top-level \`${name}\`` } : inheritedNoDefaults(position)),
  };
}

const inheritedNoDefaults = ({ noDefaults }: Position): { readonly noDefaults?: string } =>
  noDefaults ? { noDefaults } : {};

const types: readonly string[] = ["array", "boolean", "integer", "number", "object", "string"];

const isFilled = (map: object | undefined): boolean => map !== undefined && Object.keys(map).length > 0;

const unsupportedKeywords: readonly (readonly [string, (schema: JSONSchemaProps) => boolean])[] = [
  ["id", ({ id }) => Boolean(id)],
  ["$schema", ({ $schema }) => Boolean($schema)],
  ["$ref", ({ $ref }) => $ref !== undefined],
  ["additionalItems", ({ additionalItems }) => additionalItems !== undefined],
  ["patternProperties", ({ patternProperties }) => isFilled(patternProperties)],
  ["definitions", ({ definitions }) => isFilled(definitions)],
  ["dependencies", ({ dependencies }) => dependencies !== undefined],
];

/** kube-apiserver reports this error while it converts the whole schema to a structural one. */
const unreadSchema = { field: [], serverText: "\"\": OpenAPIV3Schema 'schema' is not supported" } as const;

function keywordFindings(schema: JSONSchemaProps, position: Position, tolerance: SchemaTolerance): Finding[] {
  const findings: Finding[] = [];
  const { type = "", items, additionalProperties: rest } = schema;
  const forbid = (keyword: string, message: string, serverText: string, help?: string) =>
    findings.push({ path: [keyword], atKey: true, cause: "forbidden", message, serverText, ...(help ? { help } : {}) });
  if (type === "null") {
    const words = "type cannot be set to null, use nullable as an alternative";
    forbid("type", 'must not be "null"', words, "write `nullable: true`");
  }
  if (type !== "" && !types.includes(type) && !tolerance.unknownTypes) {
    const message = `must be one of ${types.map((each) => `"${each}"`).join(", ")}; got "${type}"`;
    findings.push({ path: ["type"], cause: "unsupported", message, value: type });
  }
  if (schema.default !== undefined && position.noDefaults) {
    const message = `must not be set ${position.noDefaults}`;
    forbid("default", message, message);
  }
  for (const [keyword, isSet] of unsupportedKeywords) {
    if (!isSet(schema)) continue;
    const message = `\`${keyword}\` is not supported in the schema of a custom resource`;
    if (keyword !== "$schema") forbid(keyword, message, `${keyword} is not supported`);
    else findings.push({ path: [keyword], atKey: true, message, ...unreadSchema });
  }
  if (isSchemaList(items) && items.length > 0) {
    forbid("items", "must be one schema, not a list of them", "items must be a schema object and not an array");
  }
  if (position.isInMetadata && schema["x-kubernetes-embedded-resource"]) {
    const words = "must not be used inside of resource meta";
    forbid("x-kubernetes-embedded-resource", "must not be set inside the metadata of a resource", words);
  }
  if (schema.uniqueItems) {
    const words = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    const message = "must not be true: its run time would be quadratic";
    forbid("uniqueItems", message, words, "write `x-kubernetes-list-type: set`");
  }
  if (isFilled(schema.properties) && rest !== undefined && rest !== true) {
    const words = "additionalProperties and properties are mutual exclusive";
    forbid("additionalProperties", "must not be set together with `properties`", words);
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    findings.push({
      path: ["x-kubernetes-preserve-unknown-fields"],
      message: "must be true or absent; got false",
      serverText: "false: must be true or undefined",
    });
  }
  return findings;
}

const listTypes: readonly string[] = ["atomic", "set", "map"];
const mapTypes: readonly string[] = ["atomic", "granular"];

function listTypeFindings(schema: JSONSchemaProps, tolerance: SchemaTolerance): Finding[] {
  const listType = schema["x-kubernetes-list-type"];
  const mapType = schema["x-kubernetes-map-type"];
  const findings: Finding[] = [
    ...wantedType(schema, "x-kubernetes-map-type", "object"),
    ...wantedType(schema, "x-kubernetes-list-type", "array"),
    ...oneOf("x-kubernetes-map-type", mapType, mapTypes),
    ...oneOf("x-kubernetes-list-type", listType, listTypes),
  ];
  if (schema.type === "array" && listType === "set") {
    const faults = setItems(schema);
    if (!tolerance.unsafeSetItems) findings.push(...faults);
    if (faults.length === 0) findings.push(...setAdvice(schema));
  }
  if (schema["x-kubernetes-list-map-keys"]?.length && listType !== "map") {
    findings.push({
      path: ["x-kubernetes-list-type"],
      ...(listType === undefined ? { cause: "required" } : {}),
      message: `must be "map" with x-kubernetes-list-map-keys; got ${listType === undefined ? "none" : `"${listType}"`}`,
      serverText: `${listType === undefined ? "" : `${showGoValue(listType)}: `}must be map if x-kubernetes-list-map-keys is non-empty`,
    });
  }
  if (listType === "map") findings.push(...mapListFindings(schema));
  if (!tolerance.looseMapKeys) findings.push(...mapKeyFindings(schema));
  return findings;
}

function wantedType(
  schema: JSONSchemaProps,
  keyword: "x-kubernetes-map-type" | "x-kubernetes-list-type",
  wanted: string,
): Finding[] {
  const { type = "" } = schema;
  if (schema[keyword] === undefined || type === wanted) return [];
  const message = `must be "${wanted}" with ${keyword}; got ${type === "" ? "none" : `"${type}"`}`;
  const words = `must be ${wanted} if ${keyword} is specified`;
  const serverText = type === "" ? words : `${showGoValue(type)}: ${words}`;
  return [{ path: ["type"], ...(type === "" ? { cause: "required" } : {}), message, serverText }];
}

function oneOf(keyword: string, value: string | undefined, accepted: readonly string[]): Finding[] {
  if (value === undefined || accepted.includes(value)) return [];
  const listed = accepted.map((each) => `"${each}"`).join(", ");
  const message = `must be one of ${listed}; got "${value}"`;
  const serverText = `${showGoValue(value)}: supported values: ${listed}`;
  return [{ path: [keyword], cause: "unsupported", message, value, serverText }];
}

const unsafeItem = "must be atomic as item of a list with x-kubernetes-list-type=set";

/** Reports items that cannot be compared as a whole, which a set requires. */
function setItems(schema: JSONSchemaProps): Finding[] {
  const items = itemsOf(schema);
  const listType = items?.["x-kubernetes-list-type"];
  const message = 'must be "atomic" for an item of a set';
  if (items?.type === "array" && listType !== undefined && listType !== "atomic") {
    return [
      {
        path: ["items", "x-kubernetes-list-type"],
        message: `${message}; got "${listType}"`,
        serverText: `${showGoValue(listType)}: ${unsafeItem}`,
      },
    ];
  }
  if (items?.type === "object" && items["x-kubernetes-map-type"] !== "atomic") {
    // kube-apiserver shows the list type here, although a map has none.
    const shown = showGoValue(listType ?? null);
    return [
      {
        path: ["items", "x-kubernetes-map-type"],
        message: `${message} that is an object`,
        serverText: `${shown}: ${unsafeItem}`,
      },
    ];
  }
  return [];
}

function setAdvice(schema: JSONSchemaProps): Finding[] {
  const { type = "" } = itemsOf(schema) ?? {};
  if (type !== "object" && type !== "array") return [];
  const message = `server-side apply and validation rules do not support a set whose items are of type "${type}"`;
  return [{ path: ["x-kubernetes-list-type"], severity: "warning", message }];
}

function mapListFindings(schema: JSONSchemaProps): Finding[] {
  const findings: Finding[] = [];
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const items = itemsOf(schema);
  const with_ = 'with x-kubernetes-list-type "map"';
  if (keys.length === 0) {
    const message = `\`x-kubernetes-list-map-keys\` must be set ${with_}`;
    const serverText = "must not be empty if x-kubernetes-list-type is map";
    findings.push({ path: ["x-kubernetes-list-map-keys"], cause: "required", message, serverText });
  }
  if (items === undefined) {
    const cause = schema.items === undefined ? ({ cause: "required" } as const) : {};
    const serverText =
      schema.items === undefined ? { serverText: "must have a schema if x-kubernetes-list-type is map" } : {};
    return [...findings, { path: ["items"], ...cause, message: `must be one schema ${with_}`, ...serverText }];
  }
  if (items.type !== "object") {
    const { type = "" } = items;
    const serverText = `${showGoValue(type)}: must be object if parent array's x-kubernetes-list-type is map`;
    return [...findings, { path: ["items", "type"], message: `must be "object" ${with_}; got "${type}"`, serverText }];
  }
  const seen = new Set<string>();
  const shownKeys = showGoValue(keys);
  for (const [index, key] of keys.entries()) {
    const path = ["x-kubernetes-list-map-keys", index];
    const field = path.slice(0, 1);
    const property = propertyOf(items, key);
    if (property === undefined) {
      const serverText = `${shownKeys}: entries must all be names of item properties`;
      findings.push({ path, field, message: `must be a property of the items; got "${key}"`, serverText });
    } else if (property.type === "array" || property.type === "object") {
      const message = `must be a scalar type for a key of the list; got "${property.type}"`;
      // kube-apiserver shows the type of the items, not of the key.
      const serverText = '"object": must be a scalar type if parent array\'s x-kubernetes-list-type is map';
      findings.push({ path: ["items", "properties", key, "type"], message, serverText });
    }
    if (seen.has(key)) {
      const serverText = `${shownKeys}: must not contain duplicate entries`;
      findings.push({ path, field, message: `must be listed once; got "${key}" twice`, serverText });
    }
    seen.add(key);
  }
  return findings;
}

const keyProperty = "this property is in x-kubernetes-list-map-keys";

/** Reports nullable items, nullable keys, and keys that are neither required nor have a default. */
function mapKeyFindings(schema: JSONSchemaProps): Finding[] {
  const listType = schema["x-kubernetes-list-type"];
  const items = itemsOf(schema);
  if (items === undefined || (listType !== "set" && listType !== "map")) return [];
  const findings: Finding[] = [];
  const forbidNull = (path: FieldPath, what: string, serverText: string) => {
    const message = `must not be true for ${what}`;
    findings.push({ path: [...path, "nullable"], cause: "forbidden", message, serverText });
  };
  if (items.nullable) {
    forbidNull(
      ["items"],
      `the items of a ${listType}`,
      `cannot be nullable when x-kubernetes-list-type is ${listType}`,
    );
  }
  const required = new Set(items.required);
  for (const key of listType === "map" ? (schema["x-kubernetes-list-map-keys"] ?? []) : []) {
    const property = propertyOf(items, key);
    if (property === undefined) continue;
    const path = ["items", "properties", key];
    if (!required.has(key) && property.default === undefined) {
      const message = `\`${key}\`, a key of the list, must be required or have a default`;
      const help = `write \`required: [${key}]\` next to \`properties\``;
      const serverText = `${keyProperty}, so it must have a default or be a required property`;
      findings.push({ path: [...path, "default"], cause: "required", message, serverText, help });
    }
    if (property.nullable) forbidNull(path, "a key of the list", `${keyProperty}, so it cannot be nullable`);
  }
  return findings;
}

const reasons: readonly string[] = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

/** Returns the faults of the validation rules of one schema, except those of expressions. */
function ruleFindings(schema: JSONSchemaProps): Finding[] {
  let hasFields: boolean | undefined;
  const isField = (path: string) => {
    hasFields ??= isConvertible(schema);
    return !hasFields || isValidFieldPath(path, schema);
  };
  return (schema["x-kubernetes-validations"] ?? []).flatMap((each, index) => {
    const findings: Finding[] = [];
    const { rule = "", message = "", messageExpression = "", reason, fieldPath = "" } = each;
    const fault = (name: string, text: string, more: Partial<Finding> = {}) =>
      findings.push({ path: ["x-kubernetes-validations", index, name], message: text, ...more });
    const missing = (name: string, text: string, serverText: string) =>
      fault(name, text, { cause: "required", serverText });
    const invalid = (name: "message" | "fieldPath", text: string, words: string) => {
      const value = each[name] ?? "";
      const shown = showGoValue(value);
      // kube-apiserver additionally reports that the path is invalid.
      const also = name === "fieldPath" && words !== badPath ? { also: [{ serverText: `${shown}: ${badPath}` }] } : {};
      fault(name, text, { value, serverText: `${shown}: ${words}`, ...also });
    };
    const badPath = "must be a valid path";
    const blank = ["must not be blank", "must be non-empty if specified"] as const;
    const broken = ["must not have line breaks", "must not contain line breaks"] as const;
    if (rule.trim() === "") missing("rule", "`rule` must be set", "rule is not specified");
    else if (message !== "" && message.trim() === "") invalid("message", ...blank);
    else if (hasLineBreak(message.trim())) invalid("message", ...broken);
    else if (hasLineBreak(rule.trim()) && message.trim() === "") {
      const text = "`message` must be set for a rule with line breaks";
      missing("message", text, "message must be specified if rule contains line breaks");
    }
    if (messageExpression !== "" && messageExpression.trim() === "") {
      missing("messageExpression", blank[0], `messageExpression ${blank[1]}`);
    }
    if (reason !== undefined && !reasons.includes(reason)) {
      const accepted = reasons.map((name) => `"${name}"`).join(", ");
      fault("reason", `must be one of ${accepted}; got "${reason}"`, { cause: "unsupported", value: reason });
    }
    if (fieldPath === "") return findings;
    if (fieldPath.trim() === "") invalid("fieldPath", ...blank);
    else if (hasLineBreak(fieldPath)) invalid("fieldPath", ...broken);
    else if (!isField(fieldPath)) {
      const text = `must be the path of a field of this schema, such as ".spec.name"; got "${fieldPath}"`;
      invalid("fieldPath", text, badPath);
    }
    return findings;
  });
}

/** Returns which faults a stored definition already has, so that an update may keep them; see `SchemaTolerance`. */
export function toleranceOf(stored: readonly LocatedSchema[]): SchemaTolerance {
  const some = (test: (schema: JSONSchemaProps) => boolean) => stored.some(({ schema }) => test(schema));
  return {
    unknownTypes: some(({ type = "" }) => type !== "" && !types.includes(type)),
    unsafeSetItems: some((schema) => schema["x-kubernetes-list-type"] === "set" && setItems(schema).length > 0),
    looseMapKeys: some((schema) => mapKeyFindings(schema).length > 0),
  };
}
