/**
 * A reference to an object of the same namespace, by name.
 *
 * @module
 */
import { struct, text } from "../../schema/fields.ts";

export const localObjectReference = struct({
  name: text({ "x-proto": 1, description: "Name of an object in the same namespace." }),
});
