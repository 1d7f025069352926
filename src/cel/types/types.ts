/**
 * The types of CEL, as values. Compare types with `equalTypes`, never by identity.
 *
 * @example
 * import { createEnvironment, compileExpression, librariesOf, types } from "clustervet/cel";
 * const labels = { name: "labels", type: types.mapType(types.stringType, types.stringType) };
 * const environment = createEnvironment({ libraries: librariesOf("1.37"), variables: [labels] });
 * const compiled = compileExpression("labels['team']", { environment });
 * compiled.ok && compiled.value.type; // "string"
 * @module
 */

/** Types without parameters. */
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

/** A type; `kind` discriminates. */
export type CelType =
  | { readonly kind: SimpleKind }
  | { readonly kind: "list"; readonly element: CelType }
  | { readonly kind: "map"; readonly key: CelType; readonly value: CelType }
  /** A named type with parameters whose meaning libraries define: `optional_type(int)`, `net.IP`. */
  | { readonly kind: "opaque"; readonly name: string; readonly params: readonly CelType[] }
  /** A message with declared fields; the environment declares the fields under this name. */
  | { readonly kind: "object"; readonly name: string }
  /** A primitive or null, such as `google.protobuf.Int64Value`. Its values are plain primitive values. */
  | { readonly kind: "wrapper"; readonly of: CelType }
  /** The type of a type; without `of`, of any type. */
  | { readonly kind: "type"; readonly of?: CelType }
  /** A type parameter of an overload, or a type variable of the checker. */
  | { readonly kind: "param"; readonly name: string };

const simple = <K extends SimpleKind>(kind: K): { readonly kind: K } => ({ kind });

/** `null_type`: only null. */
export const nullType = simple("null");
/** `bool`: true and false. */
export const boolType = simple("bool");
/** `int`: signed, 64 bits. */
export const intType = simple("int");
/** `uint`: unsigned, 64 bits. */
export const uintType = simple("uint");
/** `double`: IEEE 754, 64 bits. */
export const doubleType = simple("double");
/** `string`: Unicode code points. */
export const stringType = simple("string");
/** `bytes`: octets. */
export const bytesType = simple("bytes");
/** `google.protobuf.Timestamp`: a point in time. */
export const timestampType = simple("timestamp");
/** `google.protobuf.Duration`: a span of time. */
export const durationType = simple("duration");
/** Matches every type, in both directions. */
export const dynType = simple("dyn");
/** `google.protobuf.Any`: assignable like `dyn`, but neither a range of a comprehension nor a boolean result. */
export const anyType = simple("any");
/** The type of an expression that failed the check, so that a fault is not reported twice. */
export const errorType = simple("error");

/** `list(element)`. */
export const listType = (element: CelType): CelType => ({ kind: "list", element });
/** `map(key, value)`. */
export const mapType = (key: CelType, value: CelType): CelType => ({ kind: "map", key, value });
/** An object type by its full name. */
export const objectType = (name: string): CelType => ({ kind: "object", name });
/** A named type whose meaning a library defines. */
export const opaqueType = (name: string, ...params: CelType[]): CelType => ({ kind: "opaque", name, params });
/** `optional_type(of)`: a value that may be absent. */
export const optionalType = (of: CelType): CelType => opaqueType("optional_type", of);
/** `wrapper(of)`: a primitive or null. */
export const wrapperType = (of: CelType): CelType => ({ kind: "wrapper", of });
/** `type(of)`, or without `of` the type of any type. */
export const typeType = (of?: CelType): CelType => (of === undefined ? { kind: "type" } : { kind: "type", of });
/** A type parameter of an overload, such as `T`. */
export const paramType = (name: string): CelType => ({ kind: "param", name });
