/**
 * The envelope of every list: `RoleList`, `v1` List. Its items are vetted one by one as what they are.
 *
 * @module
 */
import { field, int64, list, raw, struct, text } from "../../schema/fields.ts";

const shardInfo = struct({
  selector: text({ "x-proto": 1, "x-required": true, description: "Selector of the shard, as it was asked for." }),
});

export const listMeta = struct({
  selfLink: text({ "x-proto": 1, description: "No longer set." }),
  resourceVersion: text({ "x-proto": 2, description: "The version at which the collection was read; opaque." }),
  continue: text({ "x-proto": 3, description: "Token for the next page; opaque." }),
  remainingItemCount: int64({
    "x-proto": 4,
    "x-pointer": true,
    description: "How many items follow this page, when that is known.",
  }),
  shardInfo: field(shardInfo, {
    "x-proto": 5,
    "x-pointer": true,
    "x-since": "1.36",
    "x-gate": "ShardedListAndWatch",
    description: "Set where the list is one shard of the collection.",
  }),
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
