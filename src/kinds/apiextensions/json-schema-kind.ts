/**
 * Builds the kind of a custom resource without its definition, from a JSON Schema that a tool generated from the
 * definition or that a user wrote.
 *
 * Tools that generate these schemas add `additionalProperties: false` to maps with fields, write `nullable` as a type,
 * and leave the rest as it is in the definition. The schema of the definition can therefore be restored with its
 * defaults, formats and CEL rules.
 *
 * @part json-schemas
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import type { Kind } from "../../kind/kind.ts";
import { customKind } from "./custom-kind.ts";
import { readJsonSchema } from "./json-schema-props.ts";

/** A JSON Schema, and the kind that it describes. */
export interface DescribedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JsonSchema;
  /**
   * Returns the schema that a `$ref` refers to, and a function that resolves further references in it; undefined if
   * there is no schema.
   */
  resolve(ref: string): Resolved | undefined;
}

export interface Resolved {
  /** Identifies the schema: the same schema always has the same id. */
  readonly id: string;
  readonly schema: unknown;
  resolve(ref: string): Resolved | undefined;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the kind that a JSON Schema describes; undefined for the core group, whose kinds are all built in. */
export function kindOfJsonSchema({ group, version, kind, schema, resolve }: DescribedKind): Kind | undefined {
  const restored = restore(schema, { resolve, above: [], depth: 0, size: { left: maxSize } });
  const spec = {
    group,
    scope: "Namespaced",
    names: { kind, plural: kind.toLowerCase() },
    versions: [{ name: version, served: true, storage: true, subresources: { status: {} } }],
  };
  return customKind({ spec }, new Map([[version, readJsonSchema(restored).schema]]));
}

interface RestoreContext {
  resolve(ref: string): Resolved | undefined;
  /** The ids of the references that led to this schema. */
  readonly above: readonly string[];
  readonly depth: number;
  /** The budget of the whole schema. */
  readonly size: { left: number };
}

/** The maximum depth; deeper schemas accept any value. */
const maxDepth = 200;
/** How many times a reference to an enclosing schema is followed; schemas further inside accept any value. */
const maxRepeats = 2;
/** The maximum number of schemas in a schema, including references; further ones accept any value. */
const maxSize = 500_000;

const anything = { "x-kubernetes-preserve-unknown-fields": true };

/** Returns the schema of a value, including its fields, as a definition would contain it. */
function restore(schema: unknown, around: RestoreContext): JsonSchema {
  if (!isPlainObject(schema) || isTooLarge(around)) return schema === false ? { not: {} } : anything;
  const target = resolveReference(schema, around);
  if (target) return restore(target.schema, target.around);
  const merged = mergeSinglePart(schema, around);
  if (merged) return restore(merged.schema, merged.around);
  const inside = { ...around, depth: around.depth + 1 };
  const { properties, additionalProperties, items, patternProperties, ...rest } = schema;
  const fields = isPlainObject(properties) ? mapFields(properties, (each) => restore(each, inside)) : undefined;
  const isClosed = additionalProperties === false && !patternProperties;
  // In the schema of a list, the keyword would apply to the items.
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true || !(isClosed || items !== undefined);
  const values = isPlainObject(additionalProperties) && !patternProperties ? additionalProperties : undefined;
  return {
    ...constraints(rest, inside, fields),
    ...(fields ? { properties: fields } : {}),
    ...(isPlainObject(items) ? { items: restore(items, inside) } : {}),
    ...(schema["uniqueItems"] === true && hasScalarItems(items) ? { "x-kubernetes-list-type": "set" } : {}),
    ...(values ? { additionalProperties: restore(values, inside) } : {}),
    ...(keepsUnknown && !values ? anything : {}),
  };
}

function isTooLarge({ depth, size }: RestoreContext): boolean {
  size.left--;
  return depth > maxDepth || size.left < 0;
}

/** Returns the schema that a `$ref` refers to; undefined if the schema has no `$ref`. */
function resolveReference({ $ref: ref }: JsonSchema, around: RestoreContext) {
  if (typeof ref !== "string") return undefined;
  const { resolve, above, depth } = around;
  const found = resolve(ref);
  if (!found || above.filter((id) => id === found.id).length >= maxRepeats) return { schema: anything, around };
  const inside = { ...around, resolve: found.resolve, above: [...above, found.id], depth: depth + 1 };
  return { schema: found.schema, around: inside };
}

/** Merges an `allOf` with one part into its schema: OpenAPI writes a default next to a reference this way. */
function mergeSinglePart({ allOf, ...rest }: JsonSchema, around: RestoreContext) {
  if (!Array.isArray(allOf) || allOf.length !== 1 || rest["properties"] !== undefined) return undefined;
  const [part] = allOf;
  if (!isPlainObject(part)) return undefined;
  const target = resolveReference(part, around) ?? { schema: part, around };
  return isPlainObject(target.schema) && target.schema["$ref"] === undefined
    ? { schema: { ...target.schema, ...rest }, around: target.around }
    : undefined;
}

/** Returns the keywords that restrict a value, without those that declare fields. */
function constraints(schema: JsonSchema, around: RestoreContext, fields: JsonSchema | undefined): JsonSchema {
  const { type, enum: accepted, const: only, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const { $schema, $id, id, $ref, $defs, definitions, dependencies, additionalItems, not, ...kept } = rest;
  const listed = only === undefined ? accepted : [only];
  return {
    ...kept,
    // Listing null allows the field to be absent, and a null that the schema forbids is dropped anyway.
    ...typeOf(Array.isArray(listed) && listed.includes(null) && Array.isArray(type) ? type.filter(isNoNull) : type),
    ...(Array.isArray(listed) ? { enum: listed.filter((each) => each !== null) } : {}),
    ...convertExclusiveBound("minimum", exclusiveMinimum, schema, Math.max),
    ...convertExclusiveBound("maximum", exclusiveMaximum, schema, Math.min),
    ...(not === undefined ? {} : { not: restorePart(not, around, fields) }),
    ...Object.fromEntries(
      combinators.flatMap((name) => {
        const parts = schema[name];
        return Array.isArray(parts) ? [[name, parts.map((part) => restorePart(part, around, fields))]] : [];
      }),
    ),
  };
}

const combinators = ["allOf", "anyOf", "oneOf"] as const;

/** Restores a schema under `allOf`, `anyOf`, `oneOf` or `not`. @param known - the fields of the enclosing schema */
function restorePart(part: unknown, around: RestoreContext, known: JsonSchema | undefined): JsonSchema {
  if (!isPlainObject(part) || isTooLarge(around)) return part === false ? { not: {} } : {};
  const target = resolveReference(part, around);
  if (target) return restorePart(target.schema, target.around, known);
  const inside = { ...around, depth: around.depth + 1 };
  const { properties, additionalProperties, items, patternProperties, ...rest } = part;
  const named = isPlainObject(properties) ? properties : {};
  const innerOf = (name: string) => fieldsOf(known && Object.hasOwn(known, name) ? known[name] : undefined);
  // Tools also close maps in these parts, which would forbid all fields of the object but the few that the part
  // restricts.
  const isClosed =
    additionalProperties === false &&
    !patternProperties &&
    !(known && Object.keys(named).every((name) => Object.hasOwn(known, name)));
  return {
    ...constraints(rest, inside, known),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(named).map(([name, each]) => [name, restorePart(each, inside, innerOf(name))]),
          ),
        }
      : {}),
    ...(isPlainObject(items) ? { items: restorePart(items, inside, undefined) } : {}),
    ...(isPlainObject(additionalProperties)
      ? { additionalProperties: restorePart(additionalProperties, inside, undefined) }
      : {}),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

function fieldsOf(schema: unknown): JsonSchema | undefined {
  return isPlainObject(schema) && isPlainObject(schema["properties"]) ? schema["properties"] : undefined;
}

/** Converts a list of types: a type that may be null, an integer or a string, or alternatives. */
function typeOf(type: unknown): JsonSchema {
  if (!Array.isArray(type)) return type === undefined || type === "null" ? {} : { type };
  const types = type.filter(isNoNull);
  const isIntOrString = types.length === 2 && types.includes("integer") && types.includes("string");
  return {
    ...(type.includes("null") ? { nullable: true } : {}),
    ...(types.length === 1 ? { type: types[0] } : {}),
    ...(isIntOrString ? { "x-kubernetes-int-or-string": true } : {}),
    ...(types.length > 1 && !isIntOrString ? { anyOf: types.map((each) => ({ type: each })) } : {}),
  };
}

/** Converts an exclusive bound: a number since draft 6, before that a flag next to the bound. */
function convertExclusiveBound(
  bound: "minimum" | "maximum",
  excluded: unknown,
  schema: JsonSchema,
  tighter: (a: number, b: number) => number,
): JsonSchema {
  const name = bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  if (typeof excluded === "boolean") return { [name]: excluded };
  if (typeof excluded !== "number") return {};
  const included = schema[bound];
  if (typeof included === "number" && tighter(included, excluded) === included && included !== excluded) return {};
  return { [bound]: excluded, [name]: true };
}

const isNoNull = (type: unknown): boolean => type !== "null";

function hasScalarItems(items: unknown): boolean {
  return isPlainObject(items) && typeof items["type"] === "string" && !["object", "array"].includes(items["type"]);
}

/** Converts the schemas of fields. A field whose schema is `false` is forbidden, so it is dropped. */
function mapFields(fields: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
  const allowed = Object.entries(fields).filter(([, value]) => value !== false);
  return Object.fromEntries(allowed.map(([name, value]) => [name, change(value)]));
}
