/**
 * A validator that walks a schema, for schemas that are made from tables: there is no code to generate for them ahead
 * of time. It answers as the generated validators do.
 *
 * @module
 */
import { isPlainObject } from "./decode.ts";
import { type FieldSchema, refusesNull } from "./decode-schema.ts";
import { formats } from "./formats.ts";
import { type Shape, shapeOf } from "./shape.ts";
import type { SchemaError, SchemaValidator } from "./translate.ts";

export function interpretSchema(schema: FieldSchema): SchemaValidator {
  const shape = shapeOf(schema);
  const validate: SchemaValidator = (value) => {
    const errors: SchemaError[] = [];
    check(value, shape, { path: [], errors });
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

function check(value: unknown, shape: Shape, walk: Walk): void {
  if (value === null) {
    if (refusesNull(shape.schema)) fail(walk, "type");
    return;
  }
  switch (shape.of) {
    case "object":
      if (isPlainObject(value)) checkFields(value, shape, walk);
      else fail(walk, "type");
      return;
    case "array":
      if (Array.isArray(value)) checkItems(value, shape.items, walk);
      else fail(walk, "type");
      return;
    case "string":
      if (typeof value === "string") checkText(value, shape.schema, walk);
      else fail(walk, "type");
      return;
    case "raw":
    case "any":
      return;
    case "x-int":
    case "x-uint":
    case "x-int-or-string":
    case "x-quantity":
    case "x-duration-or-nanos":
      if (!scalars[shape.of](value, shape.schema)) fail(walk, shape.of);
      return;
    default:
      if (typeof value !== shape.of) fail(walk, "type");
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

function checkFields(value: Readonly<Record<string, unknown>>, shape: Shape, walk: Walk): void {
  const { rest } = shape;
  for (const name of Object.keys(value)) {
    const field = shape.field(name) ?? rest;
    if (field) {
      walk.path.push(name);
      check(value[name], field, walk);
      walk.path.pop();
    } else if (shape.schema.additionalProperties === false) {
      fail(walk, "additionalProperties", { additionalProperty: name });
    }
  }
}

function checkItems(value: readonly unknown[], items: Shape | undefined, walk: Walk): void {
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
