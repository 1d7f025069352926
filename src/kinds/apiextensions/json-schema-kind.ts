/**
 * The kind of a custom resource whose definition is not at hand, by a JSON Schema that was made of it, or written by hand.
 *
 * Tools that make such schemas add `additionalProperties: false` to maps with fields, write `nullable` as a type, and leave
 * the rest as the definition has it, so that the definition's schema can be had back: its defaults, formats and CEL rules count.
 *
 * @part json-schemas
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import type { Kind } from "../../kind/kind.ts";
import { customKind } from "./custom-kind.ts";
import { readJsonSchema } from "./json-schema-props.ts";

/** A JSON Schema, and what it describes. */
export interface DescribedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JsonSchema;
  /** The schema of a `$ref`, and how further ones are resolved in it; undefined for one that leads nowhere. */
  resolve(ref: string): Resolved | undefined;
}

export interface Resolved {
  /** The same for the same schema. */
  readonly id: string;
  readonly schema: unknown;
  resolve(ref: string): Resolved | undefined;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Undefined for the core group, whose kinds are all built in. */
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

interface Surroundings {
  resolve(ref: string): Resolved | undefined;
  /** The references that led to this schema. */
  readonly above: readonly string[];
  readonly depth: number;
  /** Of the whole schema. */
  readonly size: { left: number };
}

/** Deeper schemas take anything. */
const maxDepth = 200;
/** So often a schema that holds itself is followed; what is further inside takes anything. */
const maxRepeats = 2;
/** Schemas in a schema, references followed; those beyond take anything. */
const maxSize = 500_000;

const anything = { "x-kubernetes-preserve-unknown-fields": true };

/** The schema of a value, fields included, as a definition would have it. */
function restore(schema: unknown, around: Surroundings): JsonSchema {
  if (!isPlainObject(schema) || isTooLarge(around)) return schema === false ? { not: {} } : anything;
  const target = referred(schema, around);
  if (target) return restore(target.schema, target.around);
  const merged = mergeSinglePart(schema, around);
  if (merged) return restore(merged.schema, merged.around);
  const inside = { ...around, depth: around.depth + 1 };
  const { properties, additionalProperties, items, patternProperties, ...rest } = schema;
  const fields = isPlainObject(properties) ? mapFields(properties, (each) => restore(each, inside)) : undefined;
  const isClosed = additionalProperties === false && !patternProperties;
  // Of a list this would be said of its items.
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

function isTooLarge({ depth, size }: Surroundings): boolean {
  size.left--;
  return depth > maxDepth || size.left < 0;
}

/** The schema that takes the place of one with a `$ref`; undefined where it has none. */
function referred({ $ref: ref }: JsonSchema, around: Surroundings) {
  if (typeof ref !== "string") return undefined;
  const { resolve, above, depth } = around;
  const found = resolve(ref);
  if (!found || above.filter((id) => id === found.id).length >= maxRepeats) return { schema: anything, around };
  const inside = { ...around, resolve: found.resolve, above: [...above, found.id], depth: depth + 1 };
  return { schema: found.schema, around: inside };
}

/** `allOf` with one part is how OpenAPI puts a default next to a reference. */
function mergeSinglePart({ allOf, ...rest }: JsonSchema, around: Surroundings) {
  if (!Array.isArray(allOf) || allOf.length !== 1 || rest["properties"] !== undefined) return undefined;
  const [part] = allOf;
  if (!isPlainObject(part)) return undefined;
  const target = referred(part, around) ?? { schema: part, around };
  return isPlainObject(target.schema) && target.schema["$ref"] === undefined
    ? { schema: { ...target.schema, ...rest }, around: target.around }
    : undefined;
}

/** The keywords that narrow a value, without those that say which fields there are. */
function constraints(schema: JsonSchema, around: Surroundings, fields: JsonSchema | undefined): JsonSchema {
  const { type, enum: accepted, const: only, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const { $schema, $id, id, $ref, $defs, definitions, dependencies, additionalItems, not, ...kept } = rest;
  const listed = only === undefined ? accepted : [only];
  return {
    ...kept,
    // A null that is listed is as good as an absent field, which a value that must not be null becomes.
    ...typeOf(Array.isArray(listed) && listed.includes(null) && Array.isArray(type) ? type.filter(isNoNull) : type),
    ...(Array.isArray(listed) ? { enum: listed.filter((each) => each !== null) } : {}),
    ...exclusive("minimum", exclusiveMinimum, schema, Math.max),
    ...exclusive("maximum", exclusiveMaximum, schema, Math.min),
    ...(not === undefined ? {} : { not: narrow(not, around, fields) }),
    ...Object.fromEntries(
      combinators.flatMap((name) => {
        const parts = schema[name];
        return Array.isArray(parts) ? [[name, parts.map((part) => narrow(part, around, fields))]] : [];
      }),
    ),
  };
}

const combinators = ["allOf", "anyOf", "oneOf"] as const;

/** A schema under `allOf` and the like. @param known - the fields that the schema around it has */
function narrow(part: unknown, around: Surroundings, known: JsonSchema | undefined): JsonSchema {
  if (!isPlainObject(part) || isTooLarge(around)) return part === false ? { not: {} } : {};
  const target = referred(part, around);
  if (target) return narrow(target.schema, target.around, known);
  const inside = { ...around, depth: around.depth + 1 };
  const { properties, additionalProperties, items, patternProperties, ...rest } = part;
  const named = isPlainObject(properties) ? properties : {};
  const innerOf = (name: string) => fieldsOf(known && Object.hasOwn(known, name) ? known[name] : undefined);
  // Programs close such maps too, which would forbid all but the few fields that the part is about.
  const isClosed =
    additionalProperties === false &&
    !patternProperties &&
    !(known && Object.keys(named).every((name) => Object.hasOwn(known, name)));
  return {
    ...constraints(rest, inside, known),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(named).map(([name, each]) => [name, narrow(each, inside, innerOf(name))]),
          ),
        }
      : {}),
    ...(isPlainObject(items) ? { items: narrow(items, inside, undefined) } : {}),
    ...(isPlainObject(additionalProperties)
      ? { additionalProperties: narrow(additionalProperties, inside, undefined) }
      : {}),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

function fieldsOf(schema: unknown): JsonSchema | undefined {
  return isPlainObject(schema) && isPlainObject(schema["properties"]) ? schema["properties"] : undefined;
}

/** Several types are one that may be null, or a number that may be a text. */
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

/** A bound that is excluded is a number since draft 6; before, a flag next to the bound. */
function exclusive(
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

/** A field whose schema is `false` is one that must not be there. */
function mapFields(fields: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
  const allowed = Object.entries(fields).filter(([, value]) => value !== false);
  return Object.fromEntries(allowed.map(([name, value]) => [name, change(value)]));
}
