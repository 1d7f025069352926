/**
 * Schemas to validators at run time, for tests and for kinds that a library's user brings.
 *
 * @module
 */
import { Ajv } from "ajv";
import { ajvOptions, keywords } from "./ajv.ts";
import { decodeSchema, type FieldSchema } from "./decode-schema.ts";
import type { SchemaValidator } from "./translate.ts";

let ajv: Ajv | undefined;

export function compileSchema(schema: FieldSchema): SchemaValidator {
  ajv ??= createAjv();
  return ajv.compile(decodeSchema(schema)) as SchemaValidator;
}

function createAjv(): Ajv {
  const created = new Ajv(ajvOptions);
  for (const keyword of keywords) created.addKeyword(keyword);
  return created;
}
