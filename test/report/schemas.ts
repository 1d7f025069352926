/**
 * Validates outputs with SARIF's schema and with the schema that clustervet publishes.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { default as formats } from "ajv-formats";

const sarifSchemaPath = createRequire(import.meta.url).resolve(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);

/** SARIF's schema is draft 04 (Ajv 8 knows the keywords it uses), and its patterns are not Unicode patterns. */
export const validateSarif = validatorOf(sarifSchemaPath, { strict: false, unicodeRegExp: false });
export const validateReport = validatorOf(new URL("../../schemas/report.schema.json", import.meta.url), {
  allowUnionTypes: true,
});

export function validatorOf(path: string | URL, options: Options): ValidateFunction {
  const { $schema: draft, id: _id, ...schema } = JSON.parse(readFileSync(path, "utf8"));
  const ajv = new Ajv({ allErrors: true, ...options });
  formats.default(ajv);
  return ajv.compile(String(draft).includes("draft-04") ? schema : { $schema: draft, ...schema });
}
