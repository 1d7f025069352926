/**
 * Field errors as causes of a `Status`: the reason for programs, the text for people.
 *
 * @module
 */
import type { Cause, Diagnostic, FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { formatJson } from "../../json/format-json.ts";
import type { Finding } from "../../rule/finding.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import type { StatusCause } from "./status.ts";

const reasonByCause: Readonly<Record<Cause, string>> = {
  required: "FieldValueRequired",
  invalid: "FieldValueInvalid",
  unsupported: "FieldValueNotSupported",
  forbidden: "FieldValueForbidden",
  duplicate: "FieldValueDuplicate",
  "too-many": "FieldValueTooMany",
  "too-long": "FieldValueTooLong",
  type: "FieldValueTypeInvalid",
  decode: "FieldValueInvalid",
  syntax: "FieldValueInvalid",
  "not-found": "FieldValueNotFound",
  internal: "InternalError",
};

const prefixByCause: Readonly<Record<Cause, string>> = {
  required: "Required value",
  invalid: "Invalid value",
  unsupported: "Unsupported value",
  forbidden: "Forbidden",
  duplicate: "Duplicate value",
  "too-many": "Too many",
  "too-long": "Too long",
  type: "Invalid value",
  decode: "Invalid value",
  syntax: "Invalid value",
  "not-found": "Not found",
  internal: "Internal error",
};

/** Kinds of faults whose text shows the value. */
const showsValue: ReadonlySet<Cause> = new Set(["invalid", "unsupported", "duplicate", "type", "decode", "not-found"]);

/** What a finding of the engine tells of itself. */
export type FieldFault = Pick<Diagnostic, "cause" | "message" | "path" | "value"> & Pick<Finding, "field">;

/**
 * A finding as a cause.
 *
 * @param schema - of the object
 */
export function fieldCause(
  { cause, message, path, value, field: named }: FieldFault,
  schema: FieldSchema,
): StatusCause {
  const shown = value !== undefined && showsValue.has(cause) ? `: ${formatJson(value)}` : "";
  const field = named ?? formatField(path, schema);
  return {
    reason: reasonByCause[cause],
    message: `${prefixByCause[cause]}${shown}: ${message}`,
    field: field === "" ? "<nil>" : field,
  };
}

/** The notation of field errors: a dot before a field, brackets about the key of a map as about an index. */
function formatField(path: FieldPath, schema: FieldSchema): string {
  let text = "";
  path.forEach((part, index) => {
    const { properties, additionalProperties } = schemaAt(schema, path.slice(0, index)) ?? {};
    const isKey = typeof part === "string" && properties === undefined && typeof additionalProperties === "object";
    const step = isKey ? `[${part}]` : formatPath([part]);
    text += text === "" || step.startsWith("[") ? step : `.${step}`;
  });
  return text;
}
