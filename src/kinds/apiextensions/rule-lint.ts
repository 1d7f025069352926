/**
 * Facts in addition to the rules of a schema that compile: which fields of an object may be absent.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { Expr } from "../../cel/syntax/ast.ts";
import { escapePropertyName } from "../../cel/syntax/property-name.ts";
import { presenceReader } from "../../cel-kubernetes/lint/guards.ts";
import { testedPaths } from "../../cel-kubernetes/lint/paths.ts";
import type { LintedExpression } from "../expression/expression-rules.ts";
import type { CompiledRule } from "./rule-estimates.ts";
import { quantifiers } from "./schema-walk.ts";

/** The rules as the rules about expressions take them; what they cost has a limit of its own. */
export function lintedRules(all: readonly CompiledRule[]): readonly LintedExpression[] {
  const bySchema = new Map<JSONSchemaProps, SchemaRules>();
  for (const rule of all) {
    const { schema, isRule, isResource } = rule;
    const rules = bySchema.get(schema) ?? new SchemaRules(optionalIn(schema, isResource));
    bySchema.set(schema, rules);
    if (isRule) rules.add(rule);
  }
  return all.map((rule) => {
    const { path, isRule, checked, environment, schema } = rule;
    const shared = { path, checked, environment, isBounded: true, failsClosed: true };
    const rules = bySchema.get(schema);
    // Messages are made where the rule is false, and are done without where they fail.
    if (!isRule || !rules) return { ...shared, optionalPaths: [] };
    return { ...shared, optionalPaths: rules.optionalPaths, isGiven: (field) => rules.isGivenTo(rule, field) };
  });
}

/**
 * The rules of one schema. All of them must hold, so an object without what another one asks for may be refused by that one. Each
 * rule is looked at once.
 */
class SchemaRules {
  readonly optionalPaths: readonly string[];
  /** The fields that each rule answers for. */
  private readonly fieldsByRule = new Map<CompiledRule, ReadonlySet<string>>();
  private readonly rulesByField = new Map<string, number>();
  private readonly fieldsPresent: (expr: Expr) => ReadonlySet<string>;

  constructor(optionalPaths: readonly string[]) {
    this.optionalPaths = optionalPaths;
    this.fieldsPresent = presenceReader(optionalPaths);
  }

  add(rule: CompiledRule): void {
    const { expr } = rule.checked.ast;
    const fields = new Set([...testedPaths(expr), ...this.fieldsPresent(expr)]);
    this.fieldsByRule.set(rule, fields);
    for (const field of fields) this.rulesByField.set(field, (this.rulesByField.get(field) ?? 0) + 1);
  }

  /** Whether another rule answers for the field. */
  isGivenTo(rule: CompiledRule, field: string): boolean {
    const own = this.fieldsByRule.get(rule)?.has(field) ? 1 : 0;
    return (this.rulesByField.get(field) ?? 0) > own;
  }
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
