/**
 * The JSON Patch library of Kubernetes, for mutating policies: escapes keys for JSON pointers (RFC 6901, section 3).
 *
 * @module
 */
import { asLargeAs, stringTraversalFactor, traversalCost } from "../../cel/cost/model.ts";
import { declareFunction, type Library, overload } from "../../cel/types/declarations.ts";
import { stringType } from "../../cel/types/types.ts";

export const jsonPatchLibrary: Library = {
  name: "kubernetes.jsonpatch",
  functions: [
    declareFunction(
      "jsonpatch.escapeKey",
      overload("string_jsonpatch_escapeKey_string", [stringType], stringType, escapeKey),
    ),
  ],
  costs: { byName: { "jsonpatch.escapeKey": traversalCost(0, stringTraversalFactor, asLargeAs(0)) } },
  since: "1.32",
};

function escapeKey(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
