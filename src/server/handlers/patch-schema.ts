/**
 * How a kind's fields are patched, from the notes of its schema.
 *
 * @module
 */
import type { PatchField, PatchSchema } from "../../patch/patch-schema.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";

export function patchSchemaOf(schema: FieldSchema): PatchSchema {
  const { properties = {} } = schema;
  return {
    name: schema["x-type"]?.replace(/^.*\./, "") ?? schema.$id ?? schema.type ?? "interface",
    field: (name) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return field && patchField(field);
    },
  };
}

function patchField(field: FieldSchema): PatchField {
  const { "x-patch-strategy": strategy, "x-patch-merge-key": mergeKey, items } = field;
  return {
    strategies: strategy?.split(",") ?? [],
    ...(mergeKey === undefined ? {} : { mergeKey }),
    value: patchSchemaOf(field),
    // To upstream, a pointer to an object is a list where the documents have lists.
    ...(items || field["x-pointer"] ? { item: patchSchemaOf(items ?? field) } : {}),
  };
}
