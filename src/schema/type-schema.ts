/**
 * Schemas of API types, created from the tables on first use. Fields with the same type share its schema.
 *
 * @part types
 * @module
 */
import { type FieldOverlay, overlay } from "../api/overlay.ts";
import { isAtomicType, typeBlock } from "../api/type-table.ts";
import { memberOf, setMember } from "../json/member.ts";
import type { FieldSchema } from "./decode-schema.ts";
import type { Notes } from "./notes.ts";

const patchStrategies = ["merge", "replace", "retainKeys", "merge,retainKeys"] as const;

const valueSchemas: ReadonlyMap<string, FieldSchema> = new Map(
  Object.entries({
    string: { type: "string" },
    bool: { type: "boolean" },
    int32: { "x-int": 32 },
    int64: { "x-int": 64 },
    uint32: { "x-uint": 32 },
    float: { type: "number", "x-float": 32 },
    double: { type: "number" },
    bytes: { type: "string", format: "base64" },
    quantity: { "x-quantity": true },
    intOrString: { "x-int-or-string": true },
    time: { type: "string", format: "rfc3339-time" },
    microTime: { type: "string", format: "rfc3339-micro-time" },
    duration: { type: "string", format: "go-duration" },
    durationOrNanos: { "x-duration-or-nanos": true },
    raw: { "x-raw": true },
  }),
);

const schemaByType = new Map<string, FieldSchema>();

/** Returns the schema of an API type. @param name - the type with its package, `core/v1.PodSpec` */
export function typeSchema(name: string): FieldSchema {
  const known = schemaByType.get(name);
  if (known) return known;
  const block = typeBlock(name);
  if (block === undefined) throw new Error(`the tables have no type ${name}`);
  if (block.startsWith("= ")) {
    return cacheSchema(name, {
      type: "string",
      "x-type": name,
      ...enumOf(overlayOf(name)?.enum ?? block.slice(2).split(" | ")),
    });
  }
  const properties: Record<string, FieldSchema> = {};
  // Registered before its fields are read, since a type may be recursive.
  const struct = { type: "object", "x-type": name, properties, additionalProperties: false } as const;
  const schema = cacheSchema(name, isAtomicType(name) ? { ...struct, "x-map-type": "atomic" } : struct);
  const home = name.slice(0, name.lastIndexOf(".") + 1);
  for (const line of block === "" ? [] : block.split("\n")) {
    const [field = "", proto = "", type = "", ...facts] = line.split(" ");
    const more = overlayOf(name, `.${field}`);
    const shape = { ...schemaOf(type, home), ...notesOf(proto, facts) };
    setMember(properties, field, more === undefined ? shape : withOverlay(shape, more));
  }
  return schema;
}

/** Returns the overlay's entry for a type or a field of it, for its version or for all versions. */
const overlayOf = (name: string, field = ""): FieldOverlay | undefined =>
  overlay.get(name + field) ?? overlay.get(name.replace(/\/[^.]*/, "/*") + field);

/** The values that a field may have; empty if it accepts any string. */
export const enumValues = (type: string, field: string): readonly string[] =>
  memberOf(typeSchema(type).properties, field)?.enum ?? [];

function cacheSchema(name: string, schema: FieldSchema): FieldSchema {
  schemaByType.set(name, schema);
  return schema;
}

/**
 * Reads enum values as the table writes them: `Lt>=1.35` for a value that a release introduced, `""` for the empty
 * string.
 */
function enumOf(values: readonly string[]): FieldSchema {
  const since: Record<string, string> = {};
  const names = values.map((text) => {
    const [name = "", release] = (text === '""' ? "" : text).split(">=");
    if (release) setMember(since, name, release);
    return name;
  });
  return { enum: names, ...(Object.keys(since).length > 0 ? { "x-enum-since": since } : {}) };
}

/** Returns the schema of a type in the table. @param home - the package of unqualified names, `core/v1.` */
function schemaOf(type: string, home: string): FieldSchema {
  if (type.startsWith("[]")) return { type: "array", items: schemaOf(type.slice(2), home) };
  if (type.startsWith("{}")) return { type: "object", additionalProperties: schemaOf(type.slice(2), home) };
  return valueSchemas.get(type) ?? formsOf(type, home) ?? typeSchema(type.includes("/") ? type : home + type);
}

/** Returns the schema of those types of CustomResourceDefinitions that have two forms in JSON. */
function formsOf(type: string, home: string): FieldSchema | undefined {
  const object = (number: number): FieldSchema => ({
    ...typeSchema(`${home}JSONSchemaProps`),
    "x-proto": number,
    "x-pointer": true,
  });
  const forms = (properties: Readonly<Record<string, FieldSchema>>): FieldSchema => ({
    "x-raw": true,
    "x-proto-forms": { type: "object", properties },
  });
  switch (type) {
    case "schemaOrBool":
      return forms({ boolean: { type: "boolean", "x-proto": 1 }, object: object(2) });
    case "schemaOrArray":
      return forms({
        object: object(1),
        list: { type: "array", items: typeSchema(`${home}JSONSchemaProps`), "x-proto": 2 },
      });
    case "schemaOrStrings":
      return forms({ object: object(1), list: { type: "array", items: { type: "string" }, "x-proto": 2 } });
    default:
      return undefined;
  }
}

const listTypes: ReadonlyMap<string, "atomic" | "set" | "map"> = new Map(
  Object.entries({
    atomic: "atomic",
    set: "set",
    map: "map",
  }),
);

function notesOf(proto: string, facts: readonly string[]): Notes {
  const notes: Record<string, unknown> = proto === "-" ? {} : { "x-proto": Number(proto) };
  for (const [index, fact] of facts.entries()) {
    const [, key = "", value = ""] = /^(!|\?|\+|~|\*|>=|<|\w+=)(.*)$/.exec(fact) ?? [];
    // The last fact may contain spaces.
    if (key === "default=") return { ...notes, ...defaultNote([value, ...facts.slice(index + 1)].join(" ")) };
    Object.assign(notes, noteOf(key, value));
  }
  return notes;
}

/** Reads a default that is a plain value. Other text in the table is documentation. */
const defaultNote = (text: string): Notes =>
  /^(?:"[^"\\]*"|-?\d+|true|false)$/.test(text) ? { "x-default": JSON.parse(text) } : {};

function noteOf(key: string, value: string): Notes {
  switch (key) {
    case "!":
      return { "x-required": true };
    case "?":
      return { "x-required": true, "x-always": false };
    case "+":
      return { "x-always": true };
    case "~":
      return { "x-omits-zero": true };
    case "*":
      return { "x-pointer": true };
    case ">=": {
      const [since = "", until] = value.split("<");
      return { "x-since": since, ...(until ? { "x-until": until } : {}) };
    }
    case "<":
      return { "x-until": value };
    case "in=":
      return { "x-proto-inline": value.includes(".") ? value.split(".").map(Number) : Number(value) };
    case "list=": {
      const type = listTypes.get(value);
      return type ? { "x-list-type": type } : {};
    }
    case "keys=":
      return { "x-list-map-keys": value.split(",") };
    case "map=":
      return { "x-map-type": value === "atomic" ? "atomic" : "granular" };
    case "patch=": {
      const strategy = patchStrategies.find((each) => each === value);
      return strategy ? { "x-patch-strategy": strategy } : {};
    }
    case "merge=":
      return { "x-patch-merge-key": value };
    case "gate=":
      return { "x-gate": value };
    default:
      return {};
  }
}

/** Adds the overlay's facts to a field, which its type does not contain. */
function withOverlay(
  field: FieldSchema,
  { gate, since: first, isSensitive, isRequired, isRaw, errorName, errorWhole, enum: values }: FieldOverlay,
): FieldSchema {
  if (isRaw) return rawField(field);
  const { "x-gate": ownGate, enum: ownValues, "x-enum-since": since, "x-type": type, ...rest } = field;
  const known = gate === undefined ? ownGate : gate;
  const isOther = values !== undefined;
  return {
    ...rest,
    ...(type && !isOther ? { "x-type": type } : {}),
    ...(known ? { "x-gate": known } : {}),
    ...(first ? { "x-since": first } : {}),
    ...(isSensitive ? { "x-sensitive": true } : {}),
    ...(errorName === undefined ? {} : { "x-error-name": errorName }),
    ...(errorWhole ? { "x-error-whole": true } : {}),
    ...(isRequired ? { "x-required": true, "x-always": field["x-always"] ?? false } : {}),
    ...(isRequired && !field["x-required"] ? { "x-type-optional": true } : {}),
    ...(ownValues && !isOther ? { enum: ownValues, ...(since ? { "x-enum-since": since } : {}) } : {}),
    ...(values ? { enum: values } : {}),
  };
}

/** Converts a field to one that accepts any JSON; in protobuf it keeps its type. */
function rawField({ type, properties, additionalProperties, "x-type": _name, ...notes }: FieldSchema): FieldSchema {
  const value = type && properties && { type, properties, ...(additionalProperties ? { additionalProperties } : {}) };
  return { ...notes, "x-raw": true, ...(value ? { "x-proto-value": value } : {}) };
}
