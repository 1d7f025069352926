/**
 * Values in the form of kube-apiserver's internal types, as its error messages show them: all fields by their Go names,
 * including empty ones.
 *
 * @module
 */
import { internalRows } from "../api/data/internal.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { FieldSchema } from "./decode-schema.ts";
import { sentValue, zeroValue } from "./go-values.ts";
import { type Shape, shapeOf } from "./shape.ts";

type Struct = Readonly<Record<string, unknown>>;

/** Areas whose internal types differ from the versioned ones in more than names. */
const convertedAreas: ReadonlySet<string> = new Set(["apiextensions"]);

/** Whether `internalForm` supports values of the schema. */
export const hasInternalForm = ({
  items,
  additionalProperties: rest,
  properties,
  "x-type": type,
}: FieldSchema): boolean => {
  const part = items ?? (properties === undefined && typeof rest === "object" ? rest : undefined);
  return part ? hasInternalForm(part) : !convertedAreas.has(areaOf(type ?? ""));
};

/**
 * Converts a decoded value for `formatGoJson`: structs become maps in the order of their Go fields.
 *
 * @param type - the internal type, `core.PersistentVolumeSource`; default: the internal type of the schema
 */
export function internalForm(value: unknown, schema: FieldSchema, type = internalName(schema["x-type"])): unknown {
  return formOf(value, shapeOf(schema), type);
}

function formOf(value: unknown, shape: Shape, type = internalName(shape.schema["x-type"])): unknown {
  const { items, rest } = shape;
  if (shape.isStruct) return structForm(isPlainObject(value) ? value : {}, shape, type);
  if (Array.isArray(value) && items) return value.map((item) => formOf(item, items));
  if (isPlainObject(value) && rest) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, formOf(item, rest)]));
  }
  return sentValue(value, shape.schema);
}

function structForm(struct: Struct, shape: Shape, type: string | undefined): ReadonlyMap<string, unknown> {
  if (type === undefined) return jsonForm(struct, shape);
  const form = new Map<string, unknown>();
  for (const word of internalFields(type, shape)) {
    if (word.startsWith("...")) addEmbedded(form, struct, shape, word.slice(3));
    else {
      const [, name = "", sign = "=", text = toJsonName(name)] = /^(\w+)(?:([=:])(.*))?$/.exec(word) ?? [];
      form.set(name, sign === ":" ? literalValue(text) : fieldForm(memberOf(struct, text), shape.fields.get(text)));
    }
  }
  return form;
}

const literalValue = (text: string): number | null => (text === "null" ? null : Number(text));

function addEmbedded(form: Map<string, unknown>, struct: Struct, shape: Shape, name: string): void {
  const field = shape.fields.get(name);
  if (!field) return;
  for (const [inner, value] of formOf(memberOf(struct, name), field) as ReadonlyMap<string, unknown>)
    form.set(inner, value);
}

/**
 * The form of a struct that all versions share: its fields have their JSON names, and fields that JSON omits are
 * absent.
 */
function jsonForm(struct: Struct, shape: Shape): ReadonlyMap<string, unknown> {
  const sent = sentValue(struct, shape.schema);
  return new Map(
    [...shape.fields].flatMap(([name, field]) =>
      Object.hasOwn(sent, name) ? [[name, formOf(sent[name], field)]] : [],
    ),
  );
}

function fieldForm(value: unknown, shape: Shape | undefined): unknown {
  if (!shape) return null;
  if (value !== undefined && value !== null) return formOf(value, shape);
  return shape.isStruct && !shape.isPointer ? formOf({}, shape) : zeroValue(shape.schema);
}

const areaOf = (type: string): string => type.slice(0, type.indexOf("/"));

/** Returns `core.PodSpec` for `core/v1.PodSpec`; undefined for a type that all versions share. */
const internalName = (type: string | undefined): string | undefined =>
  type === undefined || type.startsWith("meta/") ? undefined : areaOf(type) + type.slice(type.lastIndexOf("."));

let fieldsByType: ReadonlyMap<string, readonly string[]> | undefined;

function internalFields(type: string, { fields }: Shape): readonly string[] {
  fieldsByType ??= new Map(
    internalRows()
      .trim()
      .split("\n")
      .map((row) => row.split(" "))
      .map(([name = "", ...words]) => [name, words]),
  );
  const known = fieldsByType.get(type);
  if (known) return known;
  // The internal type of an object embeds its metadata, and has no kind and version.
  if (fields.has("metadata") && fields.has("apiVersion")) {
    const own = [...fields.keys()].filter((name) => !objectFields.has(name));
    return ["...metadata", ...own.map(toGoName)];
  }
  return [...fields.keys()].map(toGoName);
}

const objectFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

const toGoName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const toJsonName = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
