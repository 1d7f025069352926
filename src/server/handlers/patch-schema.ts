/**
 * Converts the schema of a kind to the patch strategies and merge keys of its fields.
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
    // Upstream treats a pointer to an object as a list if the documents contain lists there.
    ...(items || field["x-pointer"] ? { item: patchSchemaOf(items ?? field) } : {}),
  };
}
