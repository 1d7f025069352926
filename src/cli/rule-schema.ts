/**
 * The schema that a rule of a custom resource definition is about, from a file that holds the definition or the schema.
 *
 * @module
 */
import type { RuleSchema } from "../access/expression-place.ts";
import { cardinalityInside, type StructuralSchema } from "../cel/index.ts";
import { isPlainObject } from "../schema/decode.ts";
import { type AnswerFlags, loadValue } from "./answer.ts";
import { UsageError } from "./exit.ts";

/** Which part of the file is meant. */
export interface RuleSchemaFlags extends AnswerFlags {
  /** Of a custom resource definition; default the version that is stored. */
  readonly schemaVersion?: string;
  /** Where in the resource the rule stands: `spec.ports[*]`; default the resource itself. */
  readonly at?: string;
}

/** @throws {UsageError} when there is no such schema */
export function loadRuleSchema(path: string, flags: RuleSchemaFlags): RuleSchema {
  const { file, object } = loadValue(path, flags);
  const root = schemaIn(object, flags.schemaVersion);
  if (root === undefined) throw new UsageError(`${file.name} holds no schema`, versionsHint(object));
  const { at = "" } = flags;
  const found = schemaAt(root, at);
  if (found === undefined) throw new UsageError(`the schema in ${file.name} has no ${at}`);
  return found;
}

function schemaIn(object: unknown, version: string | undefined): StructuralSchema | undefined {
  if (!isPlainObject(object)) return undefined;
  if (object["kind"] !== "CustomResourceDefinition") return schemaOf(object["openAPIV3Schema"] ?? object);
  const found = versionsOf(object).find(({ name, storage }) => (version === undefined ? storage : name === version));
  const { schema } = found ?? {};
  return isPlainObject(schema) ? schemaOf(schema["openAPIV3Schema"]) : undefined;
}

function schemaOf(value: unknown): StructuralSchema | undefined {
  const isSchema = isPlainObject(value) && ("type" in value || "properties" in value || "items" in value);
  return isSchema ? value : undefined;
}

function versionsOf({ spec }: Record<string, unknown>): readonly Record<string, unknown>[] {
  const versions = isPlainObject(spec) ? spec["versions"] : undefined;
  return Array.isArray(versions) ? versions.filter(isPlainObject) : [];
}

function versionsHint(object: unknown): string | undefined {
  const names = isPlainObject(object) ? versionsOf(object).map(({ name }) => String(name)) : [];
  return names.length === 0 ? undefined : `--schema-version names one of: ${names.join(", ")}`;
}

/** `[*]` are the elements of a list or the values of a map. */
function schemaAt(root: StructuralSchema, path: string): RuleSchema | undefined {
  let found: RuleSchema = { schema: root, isResource: true, cardinality: 1n };
  for (const part of path.replaceAll("[*]", ".[*]").split(".").filter(Boolean)) {
    const schema = part === "[*]" ? partsOf(found.schema) : found.schema.properties?.[part];
    if (schema === undefined) return undefined;
    const isResource = schema["x-kubernetes-embedded-resource"] === true;
    found = { schema, isResource, cardinality: cardinalityInside(found.cardinality, found.schema) };
  }
  return found;
}

function partsOf(schema: StructuralSchema): StructuralSchema | undefined {
  const values = schema.additionalProperties;
  return schema.items ?? (typeof values === "object" ? values : undefined);
}
