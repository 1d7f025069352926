/**
 * Facts in addition to the rules of a schema that compile: which fields of an object may be absent.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { escapePropertyName } from "../../cel/syntax/property-name.ts";
import { testedPaths } from "../../cel-kubernetes/lint/paths.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import type { CompiledRule } from "./rule-estimates.ts";
import { quantifiers } from "./schema-walk.ts";

/** The rules as the rules about expressions take them; what they cost has a limit of its own. */
export function lintedRules(all: readonly CompiledRule[]): readonly LintedExpression[] {
  return all.map((rule) => {
    const { path, isRule, checked, environment, schema, isResource } = rule;
    // All rules of a schema must hold, so an object without what another one asks for may be refused by that one.
    const given = all.filter((other) => other !== rule && other.isRule && other.schema === schema);
    const asked = new Set(given.flatMap((other) => testedPaths(other.checked.ast.expr)));
    // Messages are made where the rule is false, and are done without where they fail.
    const optionalPaths = isRule ? optionalIn(schema, isResource).filter((each) => !asked.has(each)) : [];
    const known = given.map((other) => other.checked);
    return { path, checked, environment, isBounded: true, failsClosed: true, optionalPaths, given: known };
  });
}

/** The fields of every resource, whatever its schema says. */
const alwaysThere: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function optionalIn(schema: JSONSchemaProps, isResource: boolean): readonly string[] {
  const { properties = {}, ...rest } = schema;
  const own = Object.entries(properties).filter(([name]) => !isResource || !alwaysThere.has(name));
  const declared = { ...rest, properties: Object.fromEntries(own) };
  return ["self", "oldSelf"].flatMap((name) => optionalBelow(declared, name));
}

/** Fields without which an object is valid and which no default fills in, as expressions write them. */
function optionalBelow(schema: JSONSchemaProps, path: string): string[] {
  const mayBeNeeded = new Set([...(schema.required ?? []), ...neededByChoice(schema)]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = `${path}.${escapePropertyName(name) ?? name}`;
    const isThere = mayBeNeeded.has(name) || property.default !== undefined;
    return [...(isThere ? [] : [field]), ...optionalBelow(property, field)];
  });
}

/** Fields that some alternative asks for: whether one is there depends on the others. */
function neededByChoice(schema: JSONSchemaProps): string[] {
  return quantifiers.flatMap((name) => (schema[name] ?? []).flatMap((each) => each.required ?? []));
}
