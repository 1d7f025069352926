/**
 * From the schema as authored to the schema that decides what the component's reader would decode.
 *
 * @module
 */
import type { Notes } from "./notes.ts";

/** The part of JSON Schema that kinds are authored in, with our keywords. */
export interface FieldSchema extends Notes {
  readonly type?: "object" | "array" | "string" | "boolean" | "number" | "integer";
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: boolean | FieldSchema;
  readonly items?: FieldSchema;
  readonly format?: string;
  readonly "x-int"?: 32 | 64;
  readonly "x-uint"?: 32;
  readonly "x-int-or-string"?: true;
  readonly "x-duration-or-nanos"?: true;
  readonly "x-quantity"?: true;
  readonly "x-raw"?: true;
  /** Made from tables: no validator is generated for it. */
  readonly "x-interpreted"?: true;
}

/** Go decoding takes null for absent nearly everywhere; a few types refuse it, unless a pointer stands before them. */
const formatsWithoutNull: ReadonlySet<string> = new Set(["go-duration"]);

export function refusesNull({ format, "x-pointer": isPointer }: FieldSchema): boolean {
  return format !== undefined && formatsWithoutNull.has(format) && !isPointer;
}

/** Go decoding knows no required fields; an empty string is the absent value, unless a pointer tells the two apart. */
export function decodeSchema(schema: FieldSchema): object {
  if (schema["x-raw"]) return {};
  if (schema["x-int"]) return { "x-int": schema["x-int"] };
  if (schema["x-uint"]) return { "x-uint": schema["x-uint"] };
  if (schema["x-int-or-string"]) return { "x-int-or-string": true };
  if (schema["x-duration-or-nanos"]) return { "x-duration-or-nanos": true };
  if (schema["x-quantity"]) return { "x-quantity": true };
  const decoded: Record<string, unknown> = {};
  if (schema.type) {
    decoded["type"] = refusesNull(schema) ? schema.type : [schema.type, "null"];
  }
  if (schema.format) decoded["format"] = schema.format;
  if (schema.enum) decoded["enum"] = schema["x-pointer"] ? [null, ...schema.enum] : ["", null, ...schema.enum];
  if (schema.items) decoded["items"] = decodeSchema(schema.items);
  if (schema.properties) {
    decoded["properties"] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, decodeSchema(field)]),
    );
  }
  if (schema.additionalProperties !== undefined) {
    const rest = schema.additionalProperties;
    decoded["additionalProperties"] = typeof rest === "boolean" ? rest : decodeSchema(rest);
  }
  return decoded;
}

/** The schema of the field at `path`; undefined where nothing is declared. */
export function schemaAt(schema: FieldSchema, path: readonly (string | number)[]): FieldSchema | undefined {
  let at: FieldSchema | undefined = schema;
  for (const part of path) {
    if (at === undefined) return undefined;
    if (typeof part === "number") at = at.items;
    else at = fieldOf(at, part);
  }
  return at;
}

function fieldOf(schema: FieldSchema, name: string): FieldSchema | undefined {
  const declared = schema.properties;
  if (declared && Object.hasOwn(declared, name)) return declared[name];
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}
