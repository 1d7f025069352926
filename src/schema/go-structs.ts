/**
 * Objects as Go writes them: what is a struct and no pointer there is never absent.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "./decode.ts";
import type { FieldSchema } from "./decode-schema.ts";

/** Adds the empty structs that a decoded object lacks; the value is changed in place. */
export function fillStructs(value: unknown, schema: FieldSchema): void {
  if (schema["x-raw"]) return;
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) fillStructs(item, schema.items);
    return;
  }
  if (!isPlainObject(value)) return;
  const { properties = {}, additionalProperties: rest } = schema;
  for (const [name, field] of Object.entries(properties)) {
    if (isStruct(field)) setMember(value, name, memberOf(value, name) ?? {});
    if (Object.hasOwn(value, name)) fillStructs(value[name], field);
  }
  if (typeof rest !== "object") return;
  for (const name of Object.keys(value)) if (!Object.hasOwn(properties, name)) fillStructs(value[name], rest);
}

const isStruct = ({ type, properties, "x-pointer": isPointer, "x-raw": isRaw }: FieldSchema): boolean =>
  type === "object" && properties !== undefined && !isPointer && !isRaw;
