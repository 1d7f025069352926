/**
 * The vocabulary for authoring kinds: JSON Schemas with notes, from which everything else is derived, typed with
 * TypeBox's types. TypeBox's functions are not called, because creating the fields of a pod took 10 ms at startup. A
 * `struct` is a Go struct as a strict decoder reads it: every field may be absent or null, and no other field is
 * allowed.
 *
 * @module
 */
import type * as Type from "typebox";
import type { ApiTypes } from "../api/types/index.ts";
import type { Notes } from "./notes.ts";
import { typeSchema } from "./type-schema.ts";

/** A field whose JSON Schema differs from TypeBox's. */
type Noted<T> = Type.TUnsafe<T> & Notes;

type AllOptional<P extends Type.TProperties> = { [K in keyof P]: Type.TOptional<P[K]> };

/** A Go struct: all fields optional, and no others. */
export function struct<P extends Type.TProperties>(fields: P, notes: Notes = {}): Type.TObject<AllOptional<P>> {
  return typed({ type: "object", properties: { ...fields }, ...notes, additionalProperties: false });
}

export const text = (notes: Notes = {}): Type.TString => typed({ type: "string", ...notes });
export const flag = (notes: Notes = {}): Type.TBoolean => typed({ type: "boolean", ...notes });
export const list = <T extends Type.TSchema>(items: T, notes: Notes = {}): Type.TArray<T> =>
  typed({ type: "array", items, ...notes });
export const stringMap = (notes: Notes = {}): Noted<Record<string, string>> =>
  typed({ ...notes, type: "object", additionalProperties: { type: "string" } });

/** A 64-bit integer; a bigint beyond 2^53. */
export const int64 = (notes: Notes = {}): Noted<number | bigint> => typed({ ...notes, "x-int": 64 });
export const int32 = (notes: Notes = {}): Noted<number> => typed({ ...notes, "x-int": 32 });

/** Adds notes to a struct, a list or another shape that is declared elsewhere. */
export const field = <T extends Type.TSchema>(shape: T, notes: Notes): T => ({ ...shape, ...notes });

/** Any JSON value, kept unchanged. */
export const raw = (notes: Notes = {}): Noted<unknown> => typed({ ...notes, "x-raw": true });

/** A type of the API, for use in a handwritten schema. */
export const apiType = <K extends keyof ApiTypes>(key: K, notes: Notes = {}): Noted<ApiTypes[K]> =>
  typed({ ...typeSchema(key), ...notes });

/** Safe, since TypeBox's types have only the members of the JSON Schema. */
function typed<T extends Type.TSchema>(schema: object): T {
  return schema as T;
}

export type { Static } from "typebox";
