/**
 * The order in which the API server comes to the fields of a built-in kind: that of the fields in the type, and what is inside
 * a value before the value itself.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import { compareUtf8 } from "../../text/utf8.ts";

/** Below 0 where the API server comes to `a` first. */
export function compareFields(a: FieldPath, b: FieldPath, schema: FieldSchema): number {
  let at: FieldSchema | undefined = schema;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a[index] ?? "", b[index] ?? ""];
    if (left !== right) return compareSteps(left, right, at);
    at = at && schemaAt(at, [left]);
  }
  return b.length - a.length;
}

function compareSteps(left: string | number, right: string | number, schema: FieldSchema | undefined): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  const names = Object.keys(schema?.properties ?? {});
  const [first, second] = [names.indexOf(String(left)), names.indexOf(String(right))];
  if (first >= 0 && second >= 0) return first - second;
  return compareUtf8(String(left), String(right));
}
