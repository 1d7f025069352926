/** Field types that only the API types use, and no handwritten schema in src. */
import type * as Type from "typebox";
import type { Notes } from "../../src/schema/notes.ts";

type Noted<T> = Type.TUnsafe<T> & Notes;

export const mapOf = <T extends Type.TSchema>(item: T): Noted<Record<string, Type.Static<T>>> =>
  noted({ type: "object", additionalProperties: item });
export const duration = (notes: Notes = {}): Noted<string> =>
  noted({ type: "string", ...notes, format: "go-duration" });
export const time = (notes: Notes = {}): Noted<string> => noted({ type: "string", ...notes, format: "rfc3339-time" });
export const microTime = (notes: Notes = {}): Noted<string> =>
  noted({ type: "string", ...notes, format: "rfc3339-micro-time" });
export const bytes = (notes: Notes = {}): Noted<string> => noted({ type: "string", ...notes, format: "base64" });
export const float64 = (notes: Notes = {}): Noted<number> => noted({ type: "number", ...notes });
export const uint32 = (notes: Notes = {}): Noted<number> => noted({ ...notes, "x-uint": 32 });
export const durationOrNanos = (notes: Notes = {}): Noted<string | number | bigint> =>
  noted({ ...notes, "x-duration-or-nanos": true });
export const intOrString = (notes: Notes = {}): Noted<number | string> => noted({ ...notes, "x-int-or-string": true });
export const quantity = (notes: Notes = {}): Noted<string> => noted({ ...notes, "x-quantity": true });
export const quantityMap = (): Noted<Record<string, string>> => mapOf(quantity());

const noted = <T>(schema: object) => schema as Noted<T>;
