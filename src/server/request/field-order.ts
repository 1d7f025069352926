/**
 * The order in which kube-apiserver validates the fields of a built-in kind: the order of the fields in the type, and
 * the contents of a value before the value itself, with the exceptions in `first-fields.ts`.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { firstFieldsOf, selfStep } from "./first-fields.ts";

/** Negative if kube-apiserver validates `a` first. */
export function compareFields(a: FieldPath, b: FieldPath, schema: FieldSchema): number {
  let at: FieldSchema | undefined = schema;
  let name = nameOf(at);
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [left = selfStep, right = selfStep] = [a[index], b[index]];
    if (left !== right) return compareSteps(left, right, at, firstFieldsOf(name));
    at = at && schemaAt(at, [left]);
    name = nameOf(at) ?? (typeof left === "number" ? name : `${name}.${left}`);
  }
  return 0;
}

/** The name of the type without its version. */
export const nameOf = (schema: FieldSchema | undefined): string | undefined =>
  schema?.["x-type"]?.replace(/\/[^.]+/, "");

function compareSteps(
  left: string | number,
  right: string | number,
  schema: FieldSchema | undefined,
  firstFields: readonly (string | number)[],
): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [before, after] = [firstFields.indexOf(left), firstFields.indexOf(right)];
  if (before >= 0 || after >= 0) return after < 0 ? -1 : before < 0 ? 1 : before - after;
  if (left === selfStep) return 1;
  if (right === selfStep) return -1;
  const names = Object.keys(schema?.properties ?? {});
  const [first, second] = [names.indexOf(String(left)), names.indexOf(String(right))];
  if (first >= 0 && second >= 0) return first - second;
  return compareUtf8(String(left), String(right));
}
