/**
 * Decodes JSON lists in annotations as Go decodes them into its internal types.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import { tryParseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";

/** The type of each field, by field name. */
export type FieldTypes<T> = { readonly [Name in keyof T]?: "string" | "integer" };

/**
 * Returns the items with the fields of `types`; undefined if the text is not a list of these items. Like Go, ignores
 * the case of names, nulls, and other fields.
 */
export function readJsonList<T>(text: string, types: FieldTypes<T>): readonly T[] | undefined {
  const list = tryParseBounded(text);
  if (list === null) return [];
  if (!Array.isArray(list)) return undefined;
  const known = new Map(Object.entries(types).map(([name, type]) => [name.toLowerCase(), { name, type }]));
  const items: T[] = [];
  for (const given of list) {
    const item: Record<string, unknown> = {};
    if (given !== null && !isPlainObject(given)) return undefined;
    for (const [key, value] of Object.entries(given ?? {})) {
      const field = known.get(key.toLowerCase());
      if (!field || value === null) continue;
      if (field.type === "integer" ? !Number.isInteger(value) : typeof value !== "string") return undefined;
      setMember(item, field.name, value);
    }
    items.push(item as T);
  }
  return items;
}
