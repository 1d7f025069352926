/**
 * Taints of nodes that a pod puts up with.
 *
 * @module
 */
import { int64, type Static, struct, text } from "../../schema/fields.ts";

export const toleration = struct({
  key: text({ "x-proto": 1, description: "Key of the taint; absent is every key, with `Exists`." }),
  operator: text({ "x-proto": 2, description: "`Equal` or `Exists`; default `Equal`." }),
  value: text({ "x-proto": 3, description: "Value of the taint, for `Equal`." }),
  effect: text({
    "x-proto": 4,
    enum: ["NoSchedule", "PreferNoSchedule", "NoExecute"],
    description: "Effect of the taint; absent is every effect.",
  }),
  tolerationSeconds: int64({
    "x-proto": 5,
    "x-pointer": true,
    description: "How long, with `NoExecute`; absent is for ever.",
  }),
});
export type Toleration = Static<typeof toleration>;
