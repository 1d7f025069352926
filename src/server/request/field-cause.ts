/**
 * Field errors as causes of a `Status`: the reason for programs, the text for people.
 *
 * @module
 */
import type { Cause, Diagnostic, FieldPath } from "../../diagnostic/diagnostic.ts";
import { startsWithPath } from "../../diagnostic/path.ts";
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

/** The parts of a finding of the engine. */
export type FieldFault = Pick<Diagnostic, "cause" | "message" | "path" | "value"> &
  Pick<Finding, "field" | "also" | "hides" | "serverText">;

/**
 * Findings as causes: one for each, and then one for each further field that the API server names, `most` together.
 *
 * @param schema - of the object
 */
export function fieldCauses(all: readonly FieldFault[], schema: FieldSchema, most: number): readonly StatusCause[] {
  const hidden = all.flatMap(({ hides }) => (hides ? [hides] : []));
  const faults = all.filter(({ path, hides }) => hides || !hidden.some((above) => startsWithPath(path, above)));
  const causes = faults.map((fault) => fieldCause(fault, fieldName(fault, schema)));
  const known = new Set(causes.map(({ reason, field }) => `${reason} ${field}`));
  for (const { also = [], message: common, cause: own } of faults) {
    for (const { field: path, cause = own, message } of also) {
      if (causes.length >= most) return causes;
      const named = fieldCause({ cause, message: message ?? common }, formatField(path, schema));
      const key = `${named.reason} ${named.field}${message ?? ""}`;
      if (!known.has(key)) causes.push(named);
      known.add(key);
    }
  }
  return causes;
}

/** The API server's name for the field of a fault. */
export const fieldName = ({ field, path }: Pick<FieldFault, "field" | "path">, schema: FieldSchema): string =>
  field ? formatField(field, schema) : formatField(path, schema, noteOf);

/** The value is shown once, before the message. */
export function fieldCause(
  { cause, message, value, serverText }: Omit<FieldFault, "path">,
  field: string,
): StatusCause {
  const shown = value === undefined || !showsValue.has(cause) ? "" : formatJson(value);
  const end = `; got ${shown}`;
  const text = shown !== "" && message.endsWith(end) ? message.slice(0, -end.length) : message;
  return {
    reason: reasonByCause[cause],
    message: `${prefixByCause[cause]}: ${serverText ?? `${shown === "" ? "" : `${shown}: `}${text}`}`,
    field: field === "" ? "<nil>" : field,
  };
}

/**
 * The name of a field in the API server's errors: `name` is undefined where it is its own, and empty where they leave
 * it out.
 */
interface ErrorNote {
  readonly name?: string | undefined;
  readonly isWhole?: boolean;
}

const noNote: ErrorNote = {};

const noteOf = (schema: FieldSchema | undefined): ErrorNote =>
  schema ? { name: schema["x-error-name"], isWhole: schema["x-error-whole"] === true } : noNote;

/** The notation of field errors: a dot before a field, brackets about the key of a map as about an index. */
function formatField(path: FieldPath, schema: FieldSchema, note: typeof noteOf = () => noNote): string {
  let text = "";
  let at: FieldSchema | undefined = schema;
  for (const part of path) {
    const isKey = typeof part === "number" || (!at?.properties && typeof at?.additionalProperties === "object");
    const isLeftOut = isKey && note(at).name === "";
    if (note(at).isWhole) break;
    at = at && schemaAt(at, [part]);
    const name = String(isKey ? part : (note(at).name ?? part));
    if (isKey && !isLeftOut) text += `[${name}]`;
    else if (name.startsWith("/")) text = name.slice(1);
    else if (name.startsWith("../")) text = `${text.replace(/\[\d+\]$/, "")}.${name.slice(3)}`;
    else if (!isKey && name !== "") text += `${text === "" ? "" : "."}${name}`;
  }
  return text;
}
