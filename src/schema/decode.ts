/**
 * A value as the component's reader holds it after decoding: nulls are gone, null list items are zero values, and what
 * does not fit its field is left out, so that rules and defaults see a sound object. The source value is not touched.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { byText } from "../lexical/by-text.ts";
import { formatQuantity, parseQuantity } from "../lexical/quantity.ts";
import type { FieldSchema } from "./decode-schema.ts";
import { type Shape, shapeOf } from "./shape.ts";

/**
 * A field that not every release has, or not with every value: an unknown name is refused whatever its value. The path is
 * the walk's own; who keeps it copies it.
 */
export type VisitField = (path: FieldPath, field: FieldSchema, value: unknown) => void;

/** Copies `value` by its schema; `visit` sees each field that is present, null or not, and depends on the release. */
export function decode(value: unknown, schema: FieldSchema, visit?: VisitField): unknown {
  const shape = shapeOf(schema);
  return decodeAt(value, shape, [], visit) ?? zeroOf(shape);
}

function decodeAt(value: unknown, shape: Shape, path: (string | number)[], visit: VisitField | undefined): unknown {
  if (value === undefined) return undefined;
  if (value === null) return shape.schema["x-null-is-value"] ? null : undefined;
  switch (shape.of) {
    case "string":
      return typeof value === "string" ? value : undefined;
    case "object":
      return isPlainObject(value) ? decodeObject(value, shape, path, visit) : undefined;
    case "array":
      return Array.isArray(value) ? decodeList(value, shape, path, visit) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "x-uint":
      return Number.isInteger(value) ? value : undefined;
    case "x-int":
      return isWhole(value) ? value : undefined;
    case "x-int-or-string":
      return typeof value === "number" || typeof value === "string" ? value : undefined;
    case "x-duration-or-nanos":
      return typeof value === "string" || isWhole(value) ? value : undefined;
    case "x-quantity":
      return canonicalQuantity(value);
    case "raw":
      return structuredClone(value);
    default:
      return undefined;
  }
}

function isWhole(value: unknown): boolean {
  return Number.isInteger(value) || typeof value === "bigint";
}

/** Undefined for what is no quantity. */
function canonicalQuantity(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return undefined;
  return canonicalText(String(value).trim());
}

const canonicalText = byText((text) => {
  const result = parseQuantity(text);
  return result.ok ? formatQuantity(result.value) : undefined;
});

const anything = shapeOf({ "x-raw": true });

function decodeList(
  value: readonly unknown[],
  shape: Shape,
  path: (string | number)[],
  visit: VisitField | undefined,
): unknown[] {
  const items = shape.items ?? anything;
  const decoded: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    path.push(index);
    decoded.push(decodeAt(value[index], items, path, visit) ?? zeroOf(items));
    path.pop();
  }
  return decoded;
}

function decodeObject(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  path: (string | number)[],
  visit: VisitField | undefined,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  const { rest } = shape;
  for (const name of Object.keys(value)) {
    const declared = shape.field(name);
    const field = declared ?? rest;
    if (!field) continue;
    path.push(name);
    if (declared?.dependsOnRelease && visit) visit(path, declared.schema, value[name]);
    const found = decodeAt(value[name], field, path, visit);
    path.pop();
    const item = found === undefined && !declared ? zeroOf(field) : found;
    if (item !== undefined) setOwn(decoded, name, item);
  }
  return decoded;
}

/** What Go holds where null stood in a list or a map. */
function zeroOf({ of }: Shape): unknown {
  switch (of) {
    case "object":
      return {};
    case "array":
      return [];
    case "string":
      return "";
    case "boolean":
      return false;
    case "x-int":
    case "x-uint":
    case "x-int-or-string":
    case "x-duration-or-nanos":
      return 0;
    case "x-quantity":
      return "0";
    default:
      return null;
  }
}

function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(object, name, { value, enumerable: true, writable: true });
  else object[name] = value;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
