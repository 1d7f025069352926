/**
 * The schemas of the connection options: admission policies may change the options, and the result is decoded strictly.
 *
 * @module
 */
import type { FieldSchema } from "../../schema/decode-schema.ts";

const flag: FieldSchema = { type: "boolean" };
const text: FieldSchema = { type: "string" };
const streams = { stdin: flag, stdout: flag, stderr: flag, tty: flag, container: text } as const;

const fieldsBySubresource: ReadonlyMap<string, Readonly<Record<string, FieldSchema>>> = new Map<
  string,
  Readonly<Record<string, FieldSchema>>
>([
  ["attach", streams],
  ["exec", { ...streams, command: { type: "array", items: text, "x-always": true } }],
  ["portforward", { ports: { type: "array", items: { "x-int": 32 } } }],
  ["proxy", { path: text }],
]);

/** @param subresource - a connecting one, such as `exec` */
export const connectionSchema = (subresource: string): FieldSchema => ({
  type: "object",
  properties: { kind: text, apiVersion: text, ...fieldsBySubresource.get(subresource) },
  additionalProperties: false,
});
