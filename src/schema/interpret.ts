/**
 * A validator that walks a schema, for schemas that are made from tables: there is no code to generate for them ahead
 * of time. It answers as the generated validators do.
 *
 * @module
 */
import { isPlainObject } from "./decode.ts";
import { type FieldSchema, refusesNull } from "./decode-schema.ts";
import { formats } from "./formats.ts";
import type { SchemaError, SchemaValidator } from "./translate.ts";

export function interpretSchema(schema: FieldSchema): SchemaValidator {
  const validate: SchemaValidator = (value) => {
    const errors: SchemaError[] = [];
    check(value, schema, { path: [], errors });
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

/** Where the walk is, and what it has found. */
interface Walk {
  readonly path: (string | number)[];
  readonly errors: SchemaError[];
}

function check(value: unknown, schema: FieldSchema, walk: Walk): void {
  if (schema["x-raw"]) return;
  if (value === null) {
    if (refusesNull(schema)) fail(walk, "type");
    return;
  }
  const keyword = scalarKeyword(schema);
  if (keyword) {
    if (!scalars[keyword](value, schema)) fail(walk, keyword);
    return;
  }
  switch (schema.type) {
    case "object":
      if (isPlainObject(value)) checkFields(value, schema, walk);
      else fail(walk, "type");
      return;
    case "array":
      if (Array.isArray(value)) checkItems(value, schema.items, walk);
      else fail(walk, "type");
      return;
    case "string":
      if (typeof value === "string") checkText(value, schema, walk);
      else fail(walk, "type");
      return;
    default:
      if (schema.type !== undefined && typeof value !== schema.type) fail(walk, "type");
  }
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

const scalars = {
  "x-int": (value: unknown, schema: FieldSchema): boolean => {
    if (typeof value === "bigint") return schema["x-int"] === 64 && value >= minInt64 && value <= maxInt64;
    const limit = schema["x-int"] === 32 ? 2 ** 31 : 2 ** 53;
    return typeof value === "number" && Number.isInteger(value) && value >= -limit && value < limit;
  },
  "x-uint": (value: unknown): boolean =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  "x-int-or-string": (value: unknown): boolean =>
    typeof value === "string" || (typeof value === "number" && (value | 0) === value),
  "x-quantity": (value: unknown): boolean =>
    typeof value === "string" ? isFormat("quantity", value) : typeof value === "number" || typeof value === "bigint",
  "x-duration-or-nanos": (value: unknown): boolean =>
    typeof value === "string" ? isFormat("go-duration", value) : typeof value === "bigint" || Number.isInteger(value),
} as const;

const scalarKeywords = ["x-int", "x-uint", "x-int-or-string", "x-quantity", "x-duration-or-nanos"] as const;

function scalarKeyword(schema: FieldSchema): (typeof scalarKeywords)[number] | undefined {
  return schema.type === undefined ? scalarKeywords.find((keyword) => schema[keyword]) : undefined;
}

function checkFields(value: Readonly<Record<string, unknown>>, schema: FieldSchema, walk: Walk): void {
  const { properties = {}, additionalProperties: rest } = schema;
  for (const name of Object.keys(value)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : rest;
    if (field === false) fail(walk, "additionalProperties", { additionalProperty: name });
    if (typeof field !== "object") continue;
    walk.path.push(name);
    check(value[name], field, walk);
    walk.path.pop();
  }
}

function checkItems(value: readonly unknown[], items: FieldSchema | undefined, walk: Walk): void {
  if (!items) return;
  for (const [index, item] of value.entries()) {
    walk.path.push(index);
    check(item, items, walk);
    walk.path.pop();
  }
}

function checkText(value: string, schema: FieldSchema, walk: Walk): void {
  const { format, enum: values } = schema;
  if (format !== undefined && !isFormat(format, value)) fail(walk, "format", { format });
  if (values && !values.includes(value) && (value !== "" || schema["x-pointer"])) fail(walk, "enum");
}

function isFormat(format: string, text: string): boolean {
  return formats[format]?.(text) ?? true;
}

function fail({ path, errors }: Walk, keyword: string, params: SchemaError["params"] = {}): void {
  const parts = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  errors.push({ keyword, instancePath: parts.join(""), params });
}
