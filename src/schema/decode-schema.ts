/**
 * The schema of a kind as it is authored, as far as decoding goes by it.
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
  /** Bits of a floating point number; absent: 64. */
  readonly "x-float"?: 32;
  readonly "x-int-or-string"?: true;
  readonly "x-duration-or-nanos"?: true;
  readonly "x-quantity"?: true;
  readonly "x-raw"?: true;
  /** The value in protobuf, where that is a message and the schema takes any JSON. */
  readonly "x-proto-value"?: FieldSchema;
  /** The field is in protobuf a message with a field for each form of the value. */
  readonly "x-proto-forms"?: FieldSchema;
  /** Made from tables, or from a definition; other versions of the kind have other schemas. */
  readonly "x-from-table"?: true;
}

/** Go decoding takes null for absent nearly everywhere; a few types refuse it, unless a pointer is before them. */
const formatsWithoutNull: ReadonlySet<string> = new Set(["go-duration"]);

export function refusesNull({ format, "x-pointer": isPointer }: FieldSchema): boolean {
  return format !== undefined && formatsWithoutNull.has(format) && !isPointer;
}

/** Whether the field's type in Go is an integer, or one that may be. */
export const isGoInteger = (field: FieldSchema): boolean =>
  field["x-int"] !== undefined ||
  field["x-uint"] !== undefined ||
  field["x-int-or-string"] === true ||
  field["x-duration-or-nanos"] === true;

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

/** Whether one manager owns the list as a whole. */
export const isAtomicList = (schema: FieldSchema): boolean =>
  schema["x-list-type"] !== "set" && schema["x-list-type"] !== "map" && !isMergedList(schema);

/** Whether strategic merge patches, and nothing else, give the list a key. */
export const isMergedList = ({ "x-list-type": type, "x-patch-strategy": strategy }: FieldSchema): boolean =>
  type === undefined && strategy?.startsWith("merge") === true;
