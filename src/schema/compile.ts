/**
 * Schemas to validators, at run time. The published package replaces this module by validators that were generated
 * ahead of time with the same options (`scripts/build.mjs`), so that start-up compiles nothing.
 *
 * @module
 */
import { Ajv } from "ajv";
import { ajvOptions, keywords } from "./ajv.ts";
import { decodeSchema, type FieldSchema } from "./decode-schema.ts";
import type { SchemaValidator } from "./translate.ts";

let ajv: Ajv | undefined;
const validatorBySchema = new WeakMap<FieldSchema, SchemaValidator>();

/** The validator of a schema with an `$id`; compiled when first asked for. */
export function validatorOf(schema: FieldSchema): SchemaValidator {
  let validator = validatorBySchema.get(schema);
  if (!validator) {
    ajv ??= new Ajv(ajvOptions).addVocabulary([]) as Ajv;
    for (const keyword of keywords) if (!ajv.getKeyword(keyword.keyword)) ajv.addKeyword(keyword);
    validator = ajv.compile(decodeSchema(schema)) as SchemaValidator;
    validatorBySchema.set(schema, validator);
  }
  return validator;
}
