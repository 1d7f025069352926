/**
 * Derives the types for server-side apply from the schemas of kinds.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { type ApplyType, deduced, type ListType, type MapType, untypedAtomic } from "../patch/apply/apply-type.ts";
import { type FieldSchema, isAtomicList, isMergedList } from "./decode-schema.ts";

export type { ApplyType };

interface Typed {
  readonly schema: FieldSchema;
  readonly applyType?: ApplyType;
}

/** Returns the type of objects of a kind in one version. */
export const applyTypeOfVersion = ({ schema, applyType }: Typed): ApplyType => applyType ?? applyTypeOf(schema);

const types = new WeakMap<FieldSchema, ApplyType>();

/** Returns the type for a schema; the same one for each call. */
function applyTypeOf(schema: FieldSchema): ApplyType {
  const known = types.get(schema);
  if (known) return known;
  const type = makeType(schema);
  types.set(schema, type);
  return type;
}

function makeType(schema: FieldSchema): ApplyType {
  if (schema["x-raw"]) return rawType(schema);
  switch (schema.type) {
    case "object":
      return { map: mapTypeOf(schema) };
    case "array":
      return { list: listTypeOf(schema) };
    case "boolean":
      return { scalar: "boolean" };
    case "string":
      return { scalar: plainFormats.has(schema.format) ? "string" : "untyped" };
    case "number":
    case "integer":
      return { scalar: "numeric" };
    default:
      return schema["x-int"] || schema["x-uint"] ? { scalar: "numeric" } : { scalar: "untyped" };
  }
}

/**
 * The type of a field that accepts any JSON. The schema inside a CustomResourceDefinition is decoded by separate code,
 * but is typed like other fields.
 */
function rawType({ additionalProperties, "x-proto-value": declared }: FieldSchema): ApplyType {
  if (declared?.properties) return applyTypeOf(declared);
  return additionalProperties ? deduced : untypedAtomic;
}

/** Formats whose OpenAPI type is a plain string. */
const plainFormats: ReadonlySet<string | undefined> = new Set([undefined, "base64", "go-duration"]);

function mapTypeOf(schema: FieldSchema): MapType {
  const { properties = {}, additionalProperties: rest } = schema;
  const hasFields = Object.keys(properties).length > 0;
  const isBare = !hasFields && typeof rest !== "object";
  return {
    hasFields,
    isAtomic: schema["x-map-type"] === "atomic",
    isOpen: isBare,
    field(name) {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      // Fields that only earlier releases have are not declared any more.
      return field && field["x-until"] === undefined ? applyTypeOf(field) : undefined;
    },
    get rest() {
      if (typeof rest === "object") return rest["x-raw"] ? deduced : applyTypeOf(rest);
      return isBare ? deduced : undefined;
    },
  };
}

function listTypeOf(schema: FieldSchema): ListType {
  const { items = {}, "x-list-type": type } = schema;
  const mergeKey = isMergedList(schema) ? schema["x-patch-merge-key"] : undefined;
  const keys = type === "map" ? (schema["x-list-map-keys"] ?? []) : mergeKey === undefined ? [] : [mergeKey];
  return {
    isAtomic: isAtomicList(schema),
    keys: keys.map((name) => ({ name, default: defaultOf(memberOf(items.properties, name) ?? {}) })),
    get item() {
      return applyTypeOf(items);
    },
  };
}

/** Returns the default of the key field; without one, the zero value if Go writes it. */
function defaultOf(field: FieldSchema): unknown {
  const { "x-default": given, "x-pointer": isPointer, type } = field;
  if (given !== undefined) return given;
  if (isPointer || !(field["x-always"] ?? field["x-required"])) return undefined;
  if (field["x-int"] || field["x-uint"]) return 0;
  if (type === "string") return "";
  return type === "boolean" ? false : undefined;
}
