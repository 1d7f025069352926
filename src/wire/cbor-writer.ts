/**
 * Writes values as CBOR like kube-apiserver: strings as byte strings, fields with bytes as byte strings with a base64
 * tag, numbers in their shortest form.
 *
 * @module
 */
import { encode, Tagged, Token, Type } from "cborg";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { decodeBase64 } from "../text/base64.ts";

const base64Tag = 22;

/** Members keep their order, since readers of CBOR must not depend on it. */
const options = {
  ignoreUndefinedProperties: true,
  mapSorter: () => 0,
  typeEncoders: { string: (text: string) => new Token(Type.bytes, Buffer.from(text)) },
};

/** @param schema - absent if no field contains bytes */
export function writeCbor(value: unknown, schema?: FieldSchema): Uint8Array {
  return encode(schema ? withBytes(value, schema) : value, options);
}

function withBytes(value: unknown, schema: FieldSchema): unknown {
  if (typeof value === "string") return schema.format === "base64" ? bytesOf(value) : value;
  const { items, properties, additionalProperties: values } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => withBytes(item, items)) : value;
  if (!isPlainObject(value)) return value;
  const fieldOf = (name: string) => memberOf(properties, name) ?? (typeof values === "object" ? values : undefined);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const field = fieldOf(name);
      return [name, field ? withBytes(member, field) : member];
    }),
  );
}

/** Returns tagged bytes. Text that is not base64 stays text, which readers will treat as base64. */
function bytesOf(text: string): unknown {
  const bytes = decodeBase64(text);
  return bytes ? new Tagged(base64Tag, bytes) : text;
}
