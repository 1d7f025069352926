/**
 * Finds the schema that a rule validates in a document that is a custom resource definition or a schema.
 *
 * @module
 */

import { cardinalityInside } from "../cel-kubernetes/cost/schema-bounds.ts";
import type { StructuralSchema } from "../cel-kubernetes/schema-types.ts";
import { readStructuralSchema } from "../cel-kubernetes/structural-schema.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { failure, type Result, success } from "../text/result.ts";
import type { RuleSchema } from "./expression-place.ts";
import type { JsonObject } from "./json-object.ts";

/** Selects the part of the document. */
export interface RuleSchemaPlace {
  /** The version of a custom resource definition; default: the storage version. */
  readonly version?: string;
  /** The path of the rule in the resource: `spec.ports[*]`; default: the resource itself. */
  readonly at?: string;
}

/** Why the document has no schema at the place. */
export interface NoRuleSchema {
  readonly message: string;
  /** The versions of the definition, if it lacks the requested one. */
  readonly versions?: readonly string[];
}

export function readRuleSchema(
  document: unknown,
  { version, at = "" }: RuleSchemaPlace,
): Result<RuleSchema, NoRuleSchema> {
  const found = schemaIn(document, version);
  if (found === undefined) {
    const names = isPlainObject(document) ? versionsOf(document).map(({ name }) => name) : [];
    const versions = names.filter((name) => typeof name === "string");
    return failure({ message: "contains no schema", ...(versions.length > 0 ? { versions } : {}) });
  }
  const root = readStructuralSchema(found);
  if (!root.ok) return failure({ message: `has a schema that is not valid: ${root.error}` });
  const rule = schemaAt(root.value, at);
  return rule ? success(rule) : failure({ message: `has no schema for ${at}` });
}

function schemaIn(document: unknown, version: string | undefined): JsonObject | undefined {
  if (!isPlainObject(document)) return undefined;
  if (document["kind"] !== "CustomResourceDefinition") return schemaOf(document["openAPIV3Schema"] ?? document);
  const found = versionsOf(document).find(({ name, storage }) => (version === undefined ? storage : name === version));
  const { schema } = found ?? {};
  return isPlainObject(schema) ? schemaOf(schema["openAPIV3Schema"]) : undefined;
}

function schemaOf(value: unknown): JsonObject | undefined {
  const isSchema = isPlainObject(value) && ("type" in value || "properties" in value || "items" in value);
  return isSchema ? value : undefined;
}

function versionsOf({ spec }: JsonObject): readonly JsonObject[] {
  const versions = isPlainObject(spec) ? spec["versions"] : undefined;
  return Array.isArray(versions) ? versions.filter(isPlainObject) : [];
}

/** Returns the schema at a path, in which `[*]` means the elements of a list or the values of a map. */
function schemaAt(root: StructuralSchema, path: string): RuleSchema | undefined {
  let found: RuleSchema = { schema: root, isResource: true, cardinality: 1n, path: [] };
  for (const part of path.replaceAll("[*]", ".[*]").split(".").filter(Boolean)) {
    const schema = part === "[*]" ? itemSchemaOf(found.schema) : memberOf(found.schema.properties, part);
    if (schema === undefined) return undefined;
    const isResource = schema["x-kubernetes-embedded-resource"] === true;
    const cardinality = cardinalityInside(found.cardinality, found.schema);
    found = { schema, isResource, cardinality, path: [...found.path, part] };
  }
  return found;
}

function itemSchemaOf(schema: StructuralSchema): StructuralSchema | undefined {
  const values = schema.additionalProperties;
  return schema.items ?? (typeof values === "object" ? values : undefined);
}
