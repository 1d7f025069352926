/** Field types that only the API types use, and no handwritten schema in src. */
import type * as Type from "typebox";
import type { Notes } from "../../src/schema/notes.ts";

type Noted<T> = Type.TUnsafe<T> & Notes;

export const mapOf = <T extends Type.TSchema>(item: T): Noted<Record<string, Type.Static<T>>> =>
  withNotes({ type: "object", additionalProperties: item });
export const duration = (notes: Notes = {}): Noted<string> =>
  withNotes({ type: "string", ...notes, format: "go-duration" });
export const time = (notes: Notes = {}): Noted<string> =>
  withNotes({ type: "string", ...notes, format: "rfc3339-time" });
export const microTime = (notes: Notes = {}): Noted<string> =>
  withNotes({ type: "string", ...notes, format: "rfc3339-micro-time" });
export const bytes = (notes: Notes = {}): Noted<string> => withNotes({ type: "string", ...notes, format: "base64" });
export const float64 = (notes: Notes = {}): Noted<number> => withNotes({ type: "number", ...notes });
export const uint32 = (notes: Notes = {}): Noted<number> => withNotes({ ...notes, "x-uint": 32 });
export const durationOrNanos = (notes: Notes = {}): Noted<string | number | bigint> =>
  withNotes({ ...notes, "x-duration-or-nanos": true });
export const intOrString = (notes: Notes = {}): Noted<number | string> =>
  withNotes({ ...notes, "x-int-or-string": true });
export const quantity = (notes: Notes = {}): Noted<string> => withNotes({ ...notes, "x-quantity": true });
export const quantityMap = (): Noted<Record<string, string>> => mapOf(quantity());

const withNotes = <T>(schema: object) => schema as Noted<T>;
