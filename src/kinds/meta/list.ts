/**
 * The envelope of every list: `RoleList`, `v1` List. Its items are vetted one by one as what they are.
 *
 * @module
 */
import { int64, list, raw, struct, text } from "../../schema/fields.ts";

const listMeta = struct({
  selfLink: text({ "x-proto": 1, description: "No longer set." }),
  resourceVersion: text({ "x-proto": 2, description: "The version at which the collection was read; opaque." }),
  continue: text({ "x-proto": 3, description: "Token for the next page; opaque." }),
  remainingItemCount: int64({ "x-proto": 4, description: "How many items follow this page, when that is known." }),
});

export const listSchema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    metadata: listMeta,
    items: list(raw(), { "x-required": true }),
  },
  { $id: "List" },
);
