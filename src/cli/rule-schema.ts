/**
 * Reads the schema for which a validation rule of a CustomResourceDefinition is written, from a file with the
 * definition or the schema.
 *
 * @module
 */
import type { RuleSchema } from "../access/expression-place.ts";
import { readRuleSchema } from "../access/rule-schema.ts";
import { UsageError } from "./exit.ts";
import { loadValue, type ResultFlags } from "./single-result.ts";

/** Options that select a schema in the file. */
export interface RuleSchemaFlags extends ResultFlags {
  /** Version of the CustomResourceDefinition. Default: the stored version. */
  readonly schemaVersion?: string;
  /** Path of the field that has the rule, such as `spec.ports[*]`. Default: the whole resource. */
  readonly at?: string;
}

/** @throws {UsageError} if there is no such schema */
export function loadRuleSchema(path: string, { schemaVersion: version, at, ...flags }: RuleSchemaFlags): RuleSchema {
  const { file, object } = loadValue(path, flags);
  const place = { ...(version === undefined ? {} : { version }), ...(at === undefined ? {} : { at }) };
  const reading = readRuleSchema(object, place);
  if (reading.ok) return reading.value;
  const { message, versions } = reading.error;
  const hint = versions && `--schema-version names one of: ${versions.join(", ")}`;
  throw new UsageError(`${file.name} ${message}`, hint);
}
