/**
 * The validator of a schema: generated ahead of time where there is one, else compiled when first asked for.
 *
 * @module
 */
import { compileSchema } from "./compile.ts";
import type { FieldSchema } from "./decode-schema.ts";
import { precompiled } from "./precompiled.ts";
import type { SchemaValidator } from "./translate.ts";

const validatorBySchema = new WeakMap<FieldSchema, SchemaValidator>();

export function validatorOf(schema: FieldSchema): SchemaValidator {
  const known = validatorBySchema.get(schema);
  if (known) return known;
  const validator = precompiled.get(schema.$id ?? "") ?? compileSchema(schema);
  validatorBySchema.set(schema, validator);
  return validator;
}
