/**
 * A condition in the status of an object: one aspect of its state, and since when.
 *
 * @module
 */
import { int64, struct, text, time } from "../../schema/fields.ts";

export const condition = struct({
  type: text({ "x-proto": 1, "x-required": true, description: "The aspect, in CamelCase." }),
  status: text({ "x-proto": 2, "x-required": true, description: "`True`, `False` or `Unknown`." }),
  observedGeneration: int64({ "x-proto": 3, description: "The generation of the object that it was found for." }),
  lastTransitionTime: time({ "x-proto": 4, "x-required": true, description: "When the status last changed." }),
  reason: text({ "x-proto": 5, "x-required": true, description: "Why, as an identifier." }),
  message: text({ "x-proto": 6, "x-required": true, description: "Why, for people." }),
});
