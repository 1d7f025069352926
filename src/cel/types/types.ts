/**
 * The types of the language, as values. A type is compared with `equalTypes`, never by identity.
 *
 * @module
 */

export type SimpleKind =
  | "null"
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "timestamp"
  | "duration"
  | "dyn"
  | "any"
  | "error";

export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  /** A named type with parameters that the language itself knows nothing of: `optional_type(int)`, `net.IP`. */
  | { readonly kind: "opaque"; readonly name: string; readonly params: readonly CelType[] }
  /** A message with declared fields; the environment holds the fields by this name. */
  | { readonly kind: "object"; readonly name: string }
  /** A primitive or null: `google.protobuf.Int64Value` and its like. Values of it are plain ones. */
  | { readonly kind: "wrapper"; readonly of: CelType }
  /** The type of a type; without `of` of any type. */
  | { readonly kind: "type"; readonly of?: CelType }
  /** A variable of an overload's signature or of inference. */
  | { readonly kind: "param"; readonly name: string };

const simple = <K extends SimpleKind>(kind: K): { readonly kind: K } => ({ kind });

export const nullType = simple("null");
export const boolType = simple("bool");
export const intType = simple("int");
export const uintType = simple("uint");
export const doubleType = simple("double");
export const stringType = simple("string");
export const bytesType = simple("bytes");
export const timestampType = simple("timestamp");
export const durationType = simple("duration");
/** Matches every type, in both directions. */
export const dynType = simple("dyn");
/** `google.protobuf.Any`: assignable like `dyn`, but not a range of a comprehension and not a boolean result. */
export const anyType = simple("any");
/** Stands where checking failed, so that one fault is not reported twice. */
export const errorType = simple("error");

export const listType = (element: CelType): CelType => ({ kind: "list", element });
export const mapType = (key: CelType, value: CelType): CelType => ({ kind: "map", key, value });
export const objectType = (name: string): CelType => ({ kind: "object", name });
export const opaqueType = (name: string, ...params: CelType[]): CelType => ({ kind: "opaque", name, params });
export const optionalType = (of: CelType): CelType => opaqueType("optional_type", of);
export const wrapperType = (of: CelType): CelType => ({ kind: "wrapper", of });
export const typeType = (of?: CelType): CelType => (of === undefined ? { kind: "type" } : { kind: "type", of });
export const paramType = (name: string): CelType => ({ kind: "param", name });
