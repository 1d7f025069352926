/**
 * The envelope of every list: `RoleList`, `v1` List. Its items are vetted one by one as what they are.
 *
 * @module
 */
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { list, raw, text } from "../../schema/fields.ts";
import { typeSchema } from "../../schema/type-schema.ts";

/** Most runs meet no list. */
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
