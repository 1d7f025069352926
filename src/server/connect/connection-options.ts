/**
 * The schemas of the connection options: admission policies may change the options, and the result is decoded strictly.
 *
 * @module
 */
import type { FieldSchema } from "../../schema/decode-schema.ts";

const booleanSchema: FieldSchema = { type: "boolean" };
const stringSchema: FieldSchema = { type: "string" };
const streams = {
  stdin: booleanSchema,
  stdout: booleanSchema,
  stderr: booleanSchema,
  tty: booleanSchema,
  container: stringSchema,
} as const;

const fieldsBySubresource: ReadonlyMap<string, Readonly<Record<string, FieldSchema>>> = new Map<
  string,
  Readonly<Record<string, FieldSchema>>
>([
  ["attach", streams],
  ["exec", { ...streams, command: { type: "array", items: stringSchema, "x-always": true } }],
  ["portforward", { ports: { type: "array", items: { "x-int": 32 } } }],
  ["proxy", { path: stringSchema }],
]);

/** @param subresource - a connecting one, such as `exec` */
export const connectionSchema = (subresource: string): FieldSchema => ({
  type: "object",
  properties: { kind: stringSchema, apiVersion: stringSchema, ...fieldsBySubresource.get(subresource) },
  additionalProperties: false,
});
