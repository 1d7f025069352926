/**
 * Translates decode errors into messages, with suggestions for what was probably meant.
 *
 * @module
 */
import type { Cause, FieldPath, Fix } from "../diagnostic/diagnostic.ts";
import { formatPath, shortText } from "../diagnostic/path.ts";
import { closest, nearestFirst } from "../text/closest.ts";
import { type DecodeError, decodeErrorsOf } from "./decode.ts";
import type { FieldSchema } from "./decode-schema.ts";
import { formatFaults } from "./formats.ts";

/** A finding for a value that does not match its schema. */
export interface SchemaFinding {
  readonly rule: `schema/${"unknown-field" | "type" | "format" | "enum" | "since" | "until"}`;
  readonly cause: Cause;
  readonly path: FieldPath;
  readonly message: string;
  readonly help?: string;
  readonly fix?: Fix;
  readonly atKey?: boolean;
  readonly value?: string | number | boolean | null;
}

/** Returns the findings for `value`; `maxOfFault` as in `decodeErrorsOf`. */
export function schemaFindings(value: unknown, schema: FieldSchema, maxOfFault?: number): SchemaFinding[] {
  return decodeErrorsOf(value, schema, { maxOfFault }).map((error) => decodeFinding(error, schema));
}

/** Returns the finding for a decode error. @param schema - the schema of the whole value */
export function decodeFinding(
  { fault, path, value, field, name = "" }: DecodeError,
  schema: FieldSchema,
): SchemaFinding {
  switch (fault) {
    case "unknown-field":
      return unknownField(path, name, field, schema);
    case "enum":
      return enumFinding(path, String(value), field.enum ?? []);
    case "format":
      return stringFormatFinding(path, String(value), field);
    case "type":
      return typeFinding(path, value, field);
  }
}

function stringFormatFinding(path: FieldPath, text: string, field: FieldSchema): SchemaFinding {
  const format = formatOf(field);
  return { rule: "schema/format", cause: "decode", path, ...formatFaults(format, text), ...reportedValue(text, field) };
}

function formatOf(field: FieldSchema): string {
  if (field["x-duration-or-nanos"]) return "go-duration";
  return field["x-quantity"] ? "quantity" : (field.format ?? "");
}

/** In characters. A longer name is probably a text in the place of a field, such as a script without indentation. */
const maxFieldNameLength = 100;

/**
 * Reports an undeclared field.
 *
 * @param owner - the schema of the map that contains it, at `parent` in `schema`
 */
function unknownField(parent: FieldPath, name: string, owner: FieldSchema, schema: FieldSchema): SchemaFinding {
  const known = Object.keys(owner.properties ?? {});
  const meant = closest(name, known);
  const elsewhere = meant ? undefined : placeOf(name, schema);
  const where = parent.length === 0 ? "the document" : `\`${formatPath(parent)}\``;
  return {
    rule: "schema/unknown-field",
    cause: "decode",
    path: [...parent, name],
    atKey: true,
    message: `unknown field "${shortText(name, maxFieldNameLength)}" in ${where}`,
    help: meant
      ? `did you mean \`${meant}\`?`
      : elsewhere
        ? `\`${name}\` is a field of \`${elsewhere}\``
        : `known fields: ${formatKnownNames(name, known)}`,
    ...(meant && isSameInAnyCase(meant, name) ? { fix: { rename: meant } } : {}),
  };
}

/** The maximum number of field names in a message; if there are more, it shows only the nearest few. */
const maxListedNames = 20;
const nearestNames = 5;

function formatKnownNames(name: string, known: readonly string[]): string {
  const shownNames = known.length > maxListedNames ? nearestFirst(name, known).slice(0, nearestNames) : known;
  const rest = known.length - shownNames.length;
  const words = shownNames.map((field) => `\`${field}\``).join(", ");
  return rest > 0 ? `${words} and ${rest} more` : words;
}

const placesBySchema = new WeakMap<FieldSchema, ReadonlyMap<string, string>>();

/** Returns where the kind first has a field with this name, as the path of its parent without indexes. */
function placeOf(name: string, schema: FieldSchema): string | undefined {
  let places = placesBySchema.get(schema);
  if (!places) {
    places = addPlaces(schema, { owner: "", above: [] }, new Map());
    placesBySchema.set(schema, places);
  }
  return places.get(name);
}

interface PathOwner {
  readonly owner: string;
  /** The types that contain this one, so that a recursive type is entered only once. */
  readonly above: readonly string[];
}

function addPlaces(schema: FieldSchema, { owner, above }: PathOwner, places: Map<string, string>): Map<string, string> {
  if (schema.items) return addPlaces(schema.items, { owner: `${owner}[]`, above }, places);
  const type = schema["x-type"];
  if (type !== undefined && above.includes(type)) return places;
  const inside = type === undefined ? above : [...above, type];
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    const path = owner === "" ? key : `${owner}.${key}`;
    const place = field.items ? `${path}[]` : path;
    for (const name of Object.keys((field.items ?? field).properties ?? {})) {
      if (!places.has(name)) places.set(name, place);
    }
    addPlaces(field, { owner: path, above: inside }, places);
  }
  return places;
}

function enumFinding(path: FieldPath, value: string, accepted: readonly string[]): SchemaFinding {
  const meant = closest(value, accepted);
  return {
    rule: "schema/enum",
    cause: "unsupported",
    path,
    message: `must be ${accepted.length > 1 ? "one of " : ""}${accepted.map((item) => JSON.stringify(item)).join(", ")}; got ${JSON.stringify(value)}`,
    ...(meant ? { help: `did you mean "${meant}"?` } : {}),
    ...(meant && isSameInAnyCase(meant, value) ? { fix: { set: meant } } : {}),
    value,
  };
}

function isSameInAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function typeFinding(path: FieldPath, value: unknown, field: FieldSchema): SchemaFinding {
  const expected = describeType(field);
  const needsUnit = field.format === "go-duration" && typeof value === "number";
  const needsQuotes =
    !needsUnit && field.type === "string" && (typeof value === "number" || typeof value === "boolean");
  const hasNeedlessQuotes =
    typeof value === "string" && (field.type === "boolean" || (field["x-int"] ?? field["x-uint"]) !== undefined);
  const needsList = field.type === "array" && value !== null && !Array.isArray(value);
  return {
    rule: "schema/type",
    cause: "type",
    path,
    message: `must be ${expected}; got ${describeValue(value, field)}`,
    ...(value === null && field.format === "go-duration" ? { help: "omit the field for the default" } : {}),
    ...(needsUnit ? { help: `write it with a unit: ${value}s` } : {}),
    ...(needsQuotes
      ? { help: "quote the value: unquoted, YAML 1.1 does not read it as a string", fix: { quote: true } }
      : {}),
    ...(hasNeedlessQuotes ? { help: "write the value without quotes", ...unquotedFix(value, field) } : {}),
    ...(needsList ? { help: "write it as a list item, with a leading `- `" } : {}),
    ...reportedValue(value, field),
  };
}

/** Returns the fix for a string that contains a value of the field's type. */
function unquotedFix(text: unknown, field: FieldSchema): { fix?: Fix } {
  if (field.type === "boolean") return text === "true" || text === "false" ? { fix: { set: text === "true" } } : {};
  return typeof text === "string" && /^(?:0|[1-9]\d{0,8})$/.test(text) ? { fix: { set: Number(text) } } : {};
}

function describeType(field: FieldSchema): string {
  if (field["x-uint"]) return `an unsigned ${field["x-uint"]}-bit integer`;
  if (field["x-duration-or-nanos"]) return 'a duration such as "30s" or a whole number of nanoseconds';
  if (field["x-int"]) return `a ${field["x-int"]}-bit integer`;
  if (field.format === "go-duration") return 'a duration such as "30s"';
  if (field["x-int-or-string"]) return "a 32-bit integer or a string";
  if (field["x-quantity"]) return 'a quantity such as "500m"';
  if (field["x-float"]) return "a number of at most 3.4e38";
  if (field.format === "base64") return "base64 text";
  if (field.format?.startsWith("rfc3339-")) return "a time such as 2026-01-31T12:00:00Z";
  const words = {
    object: "a map",
    array: "a list",
    string: "a string",
    boolean: "true or false",
    number: "a number",
  } as const;
  return words[field.type as keyof typeof words] ?? "another type";
}

function describeValue(value: unknown, field: FieldSchema): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  const type = typeof value === "bigint" ? "number" : typeof value;
  if (field["x-sensitive"]) return `a ${type}`;
  return `the ${type} ${typeof value === "string" ? JSON.stringify(value) : String(value)}`;
}

function reportedValue(value: unknown, field: FieldSchema): { value?: string | number | boolean | null } {
  if (field["x-sensitive"]) return {};
  if (typeof value === "bigint") return { value: String(value) };
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return { value };
  }
  return {};
}
