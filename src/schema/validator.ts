/**
 * The validator of a schema: a walk over schemas made from tables; of others one that was generated ahead of time, or
 * is compiled when first asked for.
 *
 * @module
 */
import { compileSchema } from "./compile.ts";
import type { FieldSchema } from "./decode-schema.ts";
import { interpretSchema } from "./interpret.ts";
import { precompiled } from "./precompiled.ts";
import type { SchemaValidator } from "./translate.ts";

const validatorBySchema = new WeakMap<FieldSchema, SchemaValidator>();

export function validatorOf(schema: FieldSchema): SchemaValidator {
  const known = validatorBySchema.get(schema);
  if (known) return known;
  const validator = makeValidator(schema);
  validatorBySchema.set(schema, validator);
  return validator;
}

function makeValidator(schema: FieldSchema): SchemaValidator {
  if (schema["x-interpreted"]) return interpretSchema(schema);
  return precompiled.get(schema.$id ?? "") ?? compileSchema(schema);
}
