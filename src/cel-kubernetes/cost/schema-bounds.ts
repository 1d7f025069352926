/**
 * The largest sizes of values that a schema allows, for cost estimates of CRD rules. If the schema does not bound a
 * string, the size of a request does; if it does not bound a list or a map, the number of the shortest possible items
 * that fit into a request does.
 *
 * @module
 */

import type { SizeBounds, SizePath } from "../../cel/cost/estimator.ts";
import { exactly, product } from "../../cel/cost/range.ts";
import { escapePropertyName } from "../../cel/syntax/property-name.ts";
import { memberOf } from "../../json/member.ts";

/** The members of a structural schema that sizes depend on. */
export interface SizedSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly enum?: readonly unknown[];
  readonly items?: SizedSchema;
  readonly additionalProperties?: SizedSchema | boolean;
  readonly properties?: Readonly<Record<string, SizedSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
}

/** The largest request that kube-apiserver reads, in bytes. */
const maxRequestBytes = 3 * 1024 * 1024;

/** The largest content of a value that fills a request, in bytes: without its two quotes or brackets. */
const maxContentBytes = maxRequestBytes - 2;

/** The most UTF-8 bytes of a code point; `maxLength` counts code points. */
const maxBytesPerCodePoint = 4;

/** The length of the longest strings of a format with their quotes, in code points. */
const formatSizes: ReadonlyMap<string, number> = new Map(Object.entries({ duration: 32, date: 12, "date-time": 32 }));

/** The length of the shortest JSON value in bytes: by format for strings, else by type. */
const shortestStrings: ReadonlyMap<string, number> = new Map(
  Object.entries({ duration: 3, date: 12, "date-time": 21 }),
);
const shortestJson: ReadonlyMap<string, number> = new Map(
  Object.entries({ string: 2, boolean: 4, number: 1, integer: 1, array: 2 }),
);

/** Properties of the values that a schema describes. */
export interface SchemaRoot {
  /**
   * Whether the values are resources, which have a kind and a name even if the schema does not declare them; default
   * true.
   */
  readonly isResource?: boolean;
  /**
   * Whether the estimate limits names to the longest valid name, as since 1.37, instead of the size of a request;
   * default true.
   */
  readonly hasShortNames?: boolean;
}

/**
 * Returns size bounds for expressions about one value. As in kube-apiserver, every root name represents that value:
 * `self`, `oldSelf`, and also names that are not variables, such as names of types.
 */
export function schemaBounds(schema: SizedSchema, options: SchemaRoot = {}): SizeBounds {
  const { isResource = true, hasShortNames = true } = options;
  const root = isResource ? asResource(schema, hasShortNames) : schema;
  return (path) => (path.length === 0 ? undefined : boundAt(root, path.slice(1), hasShortNames));
}

/** The schema keywords that bound a size. */
export type BoundKeyword = "maxItems" | "maxProperties" | "maxLength";

/** A bound that a schema lacks. */
export interface MissingBound {
  readonly keyword: BoundKeyword;
  /** How much size a unit of the keyword adds. */
  readonly unit: number;
}

/**
 * Returns the keyword that would bound the size at a path; undefined if the size is bounded already or the value has no
 * size.
 */
export function missingBound(schema: SizedSchema, path: SizePath, options: SchemaRoot = {}): MissingBound | undefined {
  const { isResource = true, hasShortNames = true } = options;
  const root = isResource ? asResource(schema, hasShortNames) : schema;
  const found = schemaAt(root, path.slice(1), hasShortNames);
  if (found === undefined) return undefined;
  const { maxItems, maxProperties, maxLength, format = "" } = found;
  const type = found["x-kubernetes-int-or-string"] ? "string" : typeOf(found);
  if (type === "array") return maxItems === undefined ? { keyword: "maxItems", unit: 1 } : undefined;
  if (type === "object") {
    const isOpen = valuesOf(found) !== undefined && maxProperties === undefined;
    return isOpen ? { keyword: "maxProperties", unit: 1 } : undefined;
  }
  if (type !== "string" || maxLength !== undefined || found.enum?.length || formatSizes.get(format)) return undefined;
  return { keyword: "maxLength", unit: format === "byte" ? 1 : maxBytesPerCodePoint };
}

/**
 * Returns how many values of the schema fit into a request, for when nothing else bounds their number.
 *
 * @param schema - the schema of the list items or map values
 */
export function cardinalityInRequest(schema: SizedSchema, isResource: boolean): bigint {
  // A comma separates values, so each takes at least one byte more.
  return BigInt(Math.floor(maxRequestBytes / (minBytesOf(isResource ? asResource(schema) : schema) + 1)));
}

/**
 * Returns the largest number of values directly inside of a schema's values; undefined if a list or a map on the way
 * has no bound.
 *
 * @param cardinality - the largest number of values of the schema itself; 1 for the root
 */
export function cardinalityInside(cardinality: bigint | undefined, schema: SizedSchema): bigint | undefined {
  const { maxItems, maxProperties, additionalProperties } = schema;
  const type = typeOf(schema);
  const isMap = type === "object" && additionalProperties !== undefined;
  if (cardinality === undefined || !(isMap || type === "array")) return cardinality;
  const count = atLeastZero(isMap ? maxProperties : maxItems);
  return count === undefined ? undefined : product(exactly(cardinality), exactly(count)).max;
}

/** Returns the largest size at a path; undefined if the schema does not have the path. */
function boundAt(root: SizedSchema, path: SizePath, hasShortNames: boolean): number | undefined {
  const isKeysPath = path.at(-1) === "@keys";
  const schema = schemaAt(root, isKeysPath ? path.slice(0, -1) : path, hasShortNames);
  if (schema === undefined) return undefined;
  return isKeysPath ? valuesOf(schema) && 0 : boundOf(schema);
}

/** Returns the schema at a path; undefined if there is no such path, and for the keys of a map. */
function schemaAt(schema: SizedSchema, path: SizePath, hasShortNames: boolean): SizedSchema | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return schema;
  const inner = part === "@items" || part === "@values" ? itemSchemaOf(schema) : fieldOf(schema, part);
  return inner && schemaAt(asEmbedded(inner, hasShortNames), rest, hasShortNames);
}

function boundOf(schema: SizedSchema): number {
  if (schema["x-kubernetes-int-or-string"]) return lengthOf(schema) ?? maxContentBytes;
  switch (typeOf(schema)) {
    case "array":
      return atLeastZero(schema.maxItems) ?? countThatFits(minBytesOf(itemSchemaOf(schema)) + 1);
    case "string":
      return boundOfString(schema);
    case "object":
      // Each entry takes at least six bytes in addition to its value: two for the key, a colon and a comma.
      return valuesOf(schema) === undefined
        ? 0
        : (atLeastZero(schema.maxProperties) ?? countThatFits(minBytesOf(itemSchemaOf(schema)) + 6));
    default:
      return 0;
  }
}

function boundOfString(schema: SizedSchema): number {
  const { format = "" } = schema;
  if (format === "byte") return atLeastZero(schema.maxLength) ?? maxContentBytes;
  const formatSize = formatSizes.get(format);
  if (formatSize !== undefined) return formatSize;
  const length = lengthOf(schema);
  if (length !== undefined) return length;
  const values = schema.enum?.filter((value) => typeof value === "string") ?? [];
  return schema.enum?.length
    ? Math.max(0, ...values.map((value) => new TextEncoder().encode(value).length))
    : maxContentBytes;
}

function lengthOf({ maxLength }: SizedSchema): number | undefined {
  const length = atLeastZero(maxLength);
  return length === undefined ? undefined : length * maxBytesPerCodePoint;
}

/** Returns the length of the shortest JSON of a value of the schema, in bytes. */
function minBytesOf(part: SizedSchema | undefined): number {
  if (part === undefined) return 0;
  const schema = asEmbedded(part);
  if (schema["x-kubernetes-int-or-string"]) return 1;
  const type = typeOf(schema);
  if (type === "string") return shortestStrings.get(schema.format ?? "") ?? shortestJson.get("string") ?? 0;
  if (type !== "object") return shortestJson.get(type ?? "") ?? 0;
  let bytes = 2;
  for (const name of valuesOf(schema) === undefined ? new Set(schema.required) : []) {
    const property = memberOf(schema.properties, name);
    if (property === undefined || property.default !== undefined || !isVisible(property)) continue;
    // A request may omit a property with a default; others add quotes, a colon and a comma.
    bytes += new TextEncoder().encode(name).length + minBytesOf(property) + 4;
  }
  return bytes;
}

/**
 * Whether expressions can read values of the schema. Values of unknown shape are hidden, and so are lists and maps of
 * them.
 */
function isVisible(schema: SizedSchema): boolean {
  if (schema["x-kubernetes-int-or-string"]) return true;
  const type = typeOf(schema);
  if (type === "array") return schema.items !== undefined && isVisible(schema.items);
  const values = type === "object" ? valuesOf(schema) : undefined;
  return values === undefined ? type === "object" || shortestJson.get(type ?? "") !== undefined : isVisible(values);
}

const countThatFits = (bytes: number): number => Math.floor(maxContentBytes / bytes);

const atLeastZero = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.max(0, value);

function typeOf({ type }: SizedSchema): string | undefined {
  return typeof type === "string" ? type : type?.[0];
}

/** Returns the schema of a map's values; undefined for an object with fields. */
function valuesOf({ additionalProperties }: SizedSchema): SizedSchema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function itemSchemaOf(schema: SizedSchema): SizedSchema | undefined {
  return typeOf(schema) === "array" ? schema.items : valuesOf(schema);
}

type Properties = NonNullable<SizedSchema["properties"]>;

/** The fields by their escaped names, which expressions use. */
const fieldsByName = new WeakMap<Properties, ReadonlyMap<string, SizedSchema>>();

function fieldOf({ properties }: SizedSchema, escapedName: string): SizedSchema | undefined {
  if (!properties) return undefined;
  const known = fieldsByName.get(properties);
  if (known) return known.get(escapedName);
  const fields = new Map<string, SizedSchema>();
  for (const [name, field] of Object.entries(properties)) {
    const escaped = escapePropertyName(name);
    if (escaped !== undefined && !fields.has(escaped)) fields.set(escaped, field);
  }
  fieldsByName.set(properties, fields);
  return fields.get(escapedName);
}

function asEmbedded(schema: SizedSchema, hasShortNames = true): SizedSchema {
  return schema["x-kubernetes-embedded-resource"] ? asResource(schema, hasShortNames) : schema;
}

const stringSchema: SizedSchema = { type: "string" };

/** The length of the longest resource name, in code points. */
const maxNameLength = 253;

function withMaxLength(schema: SizedSchema | undefined, maxLength: number): SizedSchema {
  return { ...stringSchema, maxLength: Math.min(schema?.maxLength ?? maxLength, maxLength) };
}

/**
 * Adds `kind`, `apiVersion`, `metadata.name` and `metadata.generateName` to the schema of a resource if it does not
 * declare them all.
 */
export function asResource<Schema extends SizedSchema>(schema: Schema, hasShortNames = true): Schema {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const { name, generateName } = metadata?.properties ?? {};
  const texts = [kind, apiVersion, name, generateName];
  if (metadata?.type === "object" && texts.every((text) => text?.type === "string")) return schema;
  return {
    ...schema,
    properties: {
      ...schema.properties,
      kind: stringSchema,
      apiVersion: stringSchema,
      metadata: {
        type: "object",
        properties: {
          name: hasShortNames ? withMaxLength(name, maxNameLength) : stringSchema,
          // kube-apiserver appends a suffix of at least one byte.
          generateName: hasShortNames ? withMaxLength(generateName, maxNameLength - 1) : stringSchema,
        },
      },
    },
  };
}
