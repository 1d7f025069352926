/**
 * The authored schema of a kind, with the keywords that decoding uses.
 *
 * @module
 */
import type { Notes } from "./notes.ts";

/** The subset of JSON Schema that kinds are authored in, with clustervet's keywords. */
export interface FieldSchema extends Notes {
  readonly type?: "object" | "array" | "string" | "boolean" | "number" | "integer";
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: boolean | FieldSchema;
  readonly items?: FieldSchema;
  readonly format?: string;
  readonly "x-int"?: 32 | 64;
  readonly "x-uint"?: 32;
  /** Size of a floating-point number in bits; absent: 64. */
  readonly "x-float"?: 32;
  readonly "x-int-or-string"?: true;
  readonly "x-duration-or-nanos"?: true;
  readonly "x-quantity"?: true;
  readonly "x-raw"?: true;
  /** The schema of the value in protobuf, where it is a message although the JSON field accepts any value. */
  readonly "x-proto-value"?: FieldSchema;
  /** In protobuf the field is a message that has a field for each form of the value. */
  readonly "x-proto-forms"?: FieldSchema;
  /** Generated from tables or a CustomResourceDefinition; other versions of the kind have other schemas. */
  readonly "x-from-table"?: true;
}

/** Formats whose Go types reject null unless they are behind a pointer. Most other types decode null as absent. */
const formatsWithoutNull: ReadonlySet<string> = new Set(["go-duration"]);

export function refusesNull({ format, "x-pointer": isPointer }: FieldSchema): boolean {
  return format !== undefined && formatsWithoutNull.has(format) && !isPointer;
}

/** Whether the field's Go type is an integer, or can contain one. */
export const isGoInteger = (field: FieldSchema): boolean =>
  field["x-int"] !== undefined ||
  field["x-uint"] !== undefined ||
  field["x-int-or-string"] === true ||
  field["x-duration-or-nanos"] === true;

/** Returns the schema of the field at `path`; undefined if the field is not declared. */
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

/** Whether the list is atomic: one manager owns it as a whole. */
export const isAtomicList = (schema: FieldSchema): boolean =>
  schema["x-list-type"] !== "set" && schema["x-list-type"] !== "map" && !isMergedList(schema);

/** Whether the list has a merge key for strategic merge patches, but no list type. */
export const isMergedList = ({ "x-list-type": type, "x-patch-strategy": strategy }: FieldSchema): boolean =>
  type === undefined && strategy?.startsWith("merge") === true;
