/**
 * Structural schemas: every field has a type where it is declared, and keywords under `allOf`, `anyOf`, `oneOf` and
 * `not` only restrict its value. kube-apiserver rejects other schemas.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import { compileRegex } from "../../regex/regex.ts";
import type { Finding } from "../../rule/finding.ts";
import { ownPathPlaceholder } from "./internal-path.ts";
import { itemsOf, propertyOf, quantifiers, valuesOf } from "./schema-walk.ts";

type SchemaLevel = "root" | "item" | "field";

/**
 * Whether a schema can be converted to a structural one: it has no unsupported keywords. Other rules report those
 * keywords.
 */
export function isConvertible(schema: JSONSchemaProps): boolean {
  return (
    !schema.id &&
    !schema.$schema &&
    !schema.$ref &&
    isEmpty(schema.patternProperties) &&
    isEmpty(schema.dependencies) &&
    isEmpty(schema.definitions) &&
    schema.additionalItems === undefined &&
    schema["x-kubernetes-preserve-unknown-fields"] !== false &&
    !(Array.isArray(schema.items) && schema.items.length > 0) &&
    testEveryPart(schema, isConvertible)
  );
}

const faultsBySchema = new WeakMap<JSONSchemaProps, readonly Finding[]>();

/**
 * Returns the faults that keep a convertible schema from being structural. Paths are relative to the schema. The result
 * is cached.
 */
export function structuralFindings(schema: JSONSchemaProps): readonly Finding[] {
  const known = faultsBySchema.get(schema);
  if (known) return known;
  const found: Finding[] = [];
  invariants(schema, "root", [], found);
  for (const finding of undeclaredFieldFindings(schema, schema, [], [])) found.push(finding);
  faultsBySchema.set(schema, found);
  return found;
}

/** Whether all schemas directly inside of a schema satisfy a condition. */
function testEveryPart(schema: JSONSchemaProps, test: (part: JSONSchemaProps) => boolean): boolean {
  const { not, properties } = schema;
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  return (
    (items === undefined || test(items)) &&
    (values === undefined || test(values)) &&
    (not === undefined || test(not)) &&
    (properties === undefined || Object.values(properties).every(test)) &&
    quantifiers.every((name) => schema[name] === undefined || schema[name].every(test))
  );
}

const isEmpty = (map: object | undefined): boolean => map === undefined || Object.keys(map).length === 0;

function invariants(schema: JSONSchemaProps, level: SchemaLevel, path: FieldPath, found: Finding[]): void {
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  if (schema.type === "array" && !items)
    found.push(required([...path, "items"], "`items` must be set for a list", "must be specified"));
  if (items) invariants(items, "item", [...path, "items"], found);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    invariants(property, "field", [...path, "properties", name], found);
  }
  if (schema.additionalProperties !== undefined && level === "root") {
    found.push(
      forbidden([...path, "additionalProperties"], "must not be set at the root", "must not be used at the root"),
    );
  }
  if (values) invariants(values, "field", [...path, "additionalProperties"], found);
  for (const finding of typeFindings(schema, level, path)) found.push(finding);
  for (const finding of resourceFindings(schema, level, path)) found.push(finding);
  for (const finding of valueFindings(schema, path, intOrStringExceptions(schema))) found.push(finding);
}

/** The wording of each level in messages of clustervet and of kube-apiserver. */
const levelWords: Readonly<Record<SchemaLevel, readonly [string, string]>> = {
  root: ["at the root", "at the root"],
  item: ["for the items of a list", "for specified array items"],
  field: ["for a field", "for specified object fields"],
};

function typeFindings(schema: JSONSchemaProps, level: SchemaLevel, path: FieldPath): Finding[] {
  const findings: Finding[] = [];
  const { type = "" } = schema;
  const at = [...path, "type"];
  const isIntOrString = schema["x-kubernetes-int-or-string"] === true;
  const preserves = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  if (isIntOrString && preserves) {
    findings.push(mustBeFalseFinding([...path, "x-kubernetes-preserve-unknown-fields"]));
  }
  if (isIntOrString && isEmbedded) findings.push(mustBeFalseFinding([...path, "x-kubernetes-embedded-resource"]));
  if (isEmbedded && type !== "object") {
    const words = "must be object if x-kubernetes-embedded-resource is true";
    findings.push(wrongType(at, type, "object", "with x-kubernetes-embedded-resource", words));
  } else if (type === "" && !isIntOrString && !preserves) {
    const [words, serverWords] = levelWords[level];
    const help = "or set x-kubernetes-preserve-unknown-fields";
    findings.push(required(at, `\`type\` must be set ${words}`, `must not be empty ${serverWords}`, help));
  }
  if (level === "root" && type !== "" && type !== "object") {
    findings.push(wrongType(at, type, "object", "at the root", "must be object at the root"));
  }
  return findings;
}

const mustBeFalseFinding = (path: FieldPath): Finding => ({
  path,
  message: "must be false with x-kubernetes-int-or-string",
  serverText: "true: must be false if x-kubernetes-int-or-string is true",
});

/** Returns the finding about a missing or wrong type. @param words - the wording of kube-apiserver */
function wrongType(path: FieldPath, type: string, wanted: string, where: string, words: string): Finding {
  return type === ""
    ? required(path, `\`type\` must be "${wanted}" ${where}`, words)
    : {
        path,
        message: `must be "${wanted}" ${where}; got "${type}"`,
        value: type,
        serverText: `${showGoValue(type)}: ${words}`,
      };
}

/**
 * Returns the finding about the type of a property that every resource has. kube-apiserver words it the same way if the
 * type is missing.
 */
const wrongPropertyType = (path: FieldPath, type: string, wanted: string, name: string): Finding => ({
  path,
  message: `\`type\` of \`${name}\` must be "${wanted}"; got ${type === "" ? "none" : `"${type}"`}`,
  value: type,
  serverText: `${showGoValue(type)}: must be ${wanted}`,
});

/** Returns the faults that only schemas of resources have: the root, and embedded resources. */
function resourceFindings(schema: JSONSchemaProps, level: SchemaLevel, path: FieldPath): Finding[] {
  const findings: Finding[] = [];
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const isResource = level === "root" || isEmbedded;
  const at = (name: string) => [...path, "properties", name];
  if (isEmbedded && schema.additionalProperties !== undefined) {
    const words = "must not be used if x-kubernetes-embedded-resource is set";
    const message = "must not be set with x-kubernetes-embedded-resource";
    findings.push(forbidden([...path, "additionalProperties"], message, words));
  }
  for (const name of ["kind", "apiVersion"]) {
    const property = propertyOf(schema, name);
    if (!property || !isResource || property.type === "string") continue;
    findings.push(wrongPropertyType([...at(name), "type"], property.type ?? "", "string", name));
  }
  const metadata = propertyOf(schema, "metadata");
  if (metadata && isResource && metadata.type !== "object") {
    findings.push(wrongPropertyType([...at("metadata"), "type"], metadata.type ?? "", "object", "metadata"));
  }
  if (metadata && level === "root" && restrictsMoreThanNames(metadata)) {
    const message = "must have only the properties `name` and `generateName`: the API server validates metadata itself";
    const words = "must not specify anything other than name and generateName, but metadata is implicitly specified";
    findings.push({ ...forbidden(at("metadata"), message, words), help: "write `metadata: {type: object}`" });
  }
  if (isEmbedded && !schema["x-kubernetes-preserve-unknown-fields"] && isEmpty(schema.properties)) {
    const message = "`properties` must be set with x-kubernetes-embedded-resource";
    const words =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    findings.push(required([...path, "properties"], message, words, "or set x-kubernetes-preserve-unknown-fields"));
  }
  return findings;
}

/** Keywords of a metadata schema that have no effect. */
const silentKeywords: ReadonlySet<string> = new Set(["type", "default", "properties"]);

function restrictsMoreThanNames(metadata: JSONSchemaProps): boolean {
  const names = Object.keys(metadata.properties ?? {});
  if (names.some((name) => name !== "name" && name !== "generateName")) return true;
  return Object.entries(metadata).some(([keyword, value]) => !silentKeywords.has(keyword) && !isZero(value));
}

/**
 * Whether Go decodes a value like an absent one: false, or empty. Numbers are pointers in Go, so 0 differs from absent.
 */
const isZero = (value: unknown): boolean =>
  value === false || value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** Where the types of x-kubernetes-int-or-string may be repeated as an `anyOf`. */
interface Exceptions {
  readonly anyOf: boolean;
  readonly firstAllOf: boolean;
}

const noExceptions: Exceptions = { anyOf: false, firstAllOf: false };

function intOrStringExceptions({ anyOf, allOf }: JSONSchemaProps): Exceptions {
  return { anyOf: isIntOrStringPair(anyOf), firstAllOf: isIntOrStringPair(allOf?.[0]?.anyOf) };
}

function isIntOrStringPair(anyOf: readonly JSONSchemaProps[] | undefined): boolean {
  if (anyOf?.length !== 2) return false;
  return ["integer", "string"].every((type, index) => {
    const said = Object.entries(anyOf[index] ?? {}).filter(([, value]) => !isZero(value));
    return said.length === 1 && said[0]?.[0] === "type" && said[0][1] === type;
  });
}

/** Returns the faults of the keywords about a value, including those under quantifiers. */
function valueFindings(schema: JSONSchemaProps, path: FieldPath, exceptions: Exceptions): Finding[] {
  const findings: Finding[] = [];
  for (const name of quantifiers) {
    if (name === "anyOf" && exceptions.anyOf) continue;
    for (const [index, part] of (schema[name] ?? []).entries()) {
      const skips = name === "allOf" && index === 0 && exceptions.firstAllOf;
      for (const finding of nestedFindings(part, [...path, name, index], { ...noExceptions, anyOf: skips }))
        findings.push(finding);
    }
  }
  if (schema.not)
    for (const finding of nestedFindings(schema.not, [...path, "not"], noExceptions)) findings.push(finding);
  const pattern = schema.pattern ?? "";
  const compiled = pattern === "" ? undefined : compileRegex(pattern);
  if (compiled && !compiled.ok) {
    findings.push({
      path: [...path, "pattern"],
      message: `must be a regular expression: ${compiled.error.message}`,
      value: pattern,
      serverText: `${showGoValue(pattern)}: must be a valid regular expression, but isn't: ${compiled.error.message}`,
    });
  }
  return findings;
}

/** Keywords that are allowed only where a field is declared, and the value that kube-apiserver requires elsewhere. */
const declaringKeywords = [
  ["type", "empty"],
  ["default", "undefined"],
  ["title", "empty"],
  ["description", "empty"],
  ["nullable", "false"],
  ["x-kubernetes-preserve-unknown-fields", "false"],
  ["x-kubernetes-embedded-resource", "false"],
  ["x-kubernetes-int-or-string", "false"],
  ["x-kubernetes-list-map-keys", "empty"],
  ["x-kubernetes-list-type", "undefined"],
  ["x-kubernetes-map-type", "undefined"],
  ["x-kubernetes-validations", "empty"],
] as const;

function nestedFindings(schema: JSONSchemaProps, path: FieldPath, exceptions: Exceptions): Finding[] {
  const findings = valueFindings(schema, path, exceptions);
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  if (items) for (const finding of nestedFindings(items, [...path, "items"], noExceptions)) findings.push(finding);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const finding of nestedFindings(property, [...path, "properties", name], noExceptions)) findings.push(finding);
  }
  for (const [keyword, wanted] of declaringKeywords) {
    const value = schema[keyword];
    const isPointer = keyword === "x-kubernetes-list-type" || keyword === "x-kubernetes-map-type";
    if (value === undefined || (!isPointer && keyword !== "default" && isZero(value))) continue;
    const message = "must not be set inside allOf, anyOf, oneOf or not in a structural schema";
    findings.push(forbidden([...path, keyword], message, `must be ${wanted} to be structural`));
  }
  if (values || schema.additionalProperties === true) {
    const message = "must not be set inside allOf, anyOf, oneOf or not";
    findings.push(forbidden([...path, "additionalProperties"], message, "must be undefined to be structural"));
  }
  if (propertyOf(schema, "metadata")) {
    const message = "must not be restricted inside allOf, anyOf, oneOf or not";
    const words = "must not be specified in a nested context";
    findings.push(forbidden([...path, "properties", "metadata"], message, words));
  }
  return findings;
}

/** Reports fields that are restricted under quantifiers or `not` without being declared outside. */
function undeclaredFieldFindings(
  schema: JSONSchemaProps,
  declared: JSONSchemaProps,
  path: FieldPath,
  declaredPath: FieldPath,
): Finding[] {
  const parts = quantifiers.flatMap((name) =>
    (schema[name] ?? []).map((part, index) => ({ part, at: [...path, name, index] })),
  );
  if (schema.not) parts.push({ part: schema.not, at: [...path, "not"] });
  return parts.flatMap(({ part, at }) => nestedUndeclaredFieldFindings(part, declared, at, declaredPath));
}

function nestedUndeclaredFieldFindings(
  schema: JSONSchemaProps,
  declared: JSONSchemaProps,
  path: FieldPath,
  declaredPath: FieldPath,
): Finding[] {
  const findings = undeclaredFieldFindings(schema, declared, path, declaredPath);
  const next = (part: JSONSchemaProps, counterpart: JSONSchemaProps | undefined, step: FieldPath): Finding[] => {
    const at = [...path, ...step];
    if (counterpart) return nestedUndeclaredFieldFindings(part, counterpart, at, [...declaredPath, ...step]);
    const message = `\`${step.join(".")}\` must be declared outside as well, because it is restricted here`;
    return [
      {
        path: at,
        field: [...declaredPath, ...step],
        atKey: true,
        cause: "required",
        message,
        serverText: `because it is defined in ${ownPathPlaceholder}`,
        see: { path: declaredPath, message: "declare it here" },
      },
    ];
  };
  const items = itemsOf(schema);
  if (items) for (const finding of next(items, itemsOf(declared), ["items"])) findings.push(finding);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    for (const finding of next(property, propertyOf(declared, name), ["properties", name])) findings.push(finding);
  }
  return findings;
}

const forbidden = (path: FieldPath, message: string, serverText: string): Finding => ({
  path,
  atKey: true,
  cause: "forbidden",
  message,
  serverText,
});

const required = (path: FieldPath, message: string, serverText: string, help?: string): Finding => ({
  path,
  cause: "required",
  message,
  serverText,
  ...(help ? { help } : {}),
});
