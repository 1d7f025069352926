/**
 * The schema that a rule of a custom resource definition is about, from a file that holds the definition or the schema.
 *
 * @module
 */
import type { RuleSchema } from "../access/expression-place.ts";
import { readRuleSchema } from "../access/rule-schema.ts";
import { type AnswerFlags, loadValue } from "./answer.ts";
import { UsageError } from "./exit.ts";

/** Which part of the file is meant. */
export interface RuleSchemaFlags extends AnswerFlags {
  /** Of a custom resource definition; default the version that is stored. */
  readonly schemaVersion?: string;
  /** Where in the resource the rule is: `spec.ports[*]`; default the resource itself. */
  readonly at?: string;
}

/** @throws {UsageError} when there is no such schema */
export function loadRuleSchema(path: string, { schemaVersion: version, at, ...flags }: RuleSchemaFlags): RuleSchema {
  const { file, object } = loadValue(path, flags);
  const place = { ...(version === undefined ? {} : { version }), ...(at === undefined ? {} : { at }) };
  const reading = readRuleSchema(object, place);
  if (reading.ok) return reading.value;
  const { message, versions } = reading.error;
  const hint = versions && `--schema-version names one of: ${versions.join(", ")}`;
  throw new UsageError(`${file.name} ${message}`, hint);
}
