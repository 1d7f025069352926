/**
 * The schema of lists, such as `RoleList` and the `v1` List. Each item is validated separately, as an object of its
 * kind.
 *
 * @module
 */
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { list, raw, text } from "../../schema/fields.ts";
import { typeSchema } from "../../schema/type-schema.ts";

/** The properties are computed at first access, since most runs contain no list. */
export const listSchema: FieldSchema = {
  $id: "List",
  type: "object",
  get properties() {
    return {
      apiVersion: text({ "x-required": true }),
      kind: text({ "x-required": true }),
      metadata: typeSchema("meta/v1.ListMeta"),
      items: list(raw(), { "x-required": true }),
    };
  },
  additionalProperties: false,
};
