/**
 * Facts for the lint rules about validation rules that compile: which fields of an object may be absent.
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

/**
 * Converts validation rules to the input of the lint rules. `isBounded` is set since kube-apiserver limits their cost.
 */
export function lintedRules(all: readonly CompiledRule[]): readonly LintedExpression[] {
  const bySchema = new Map<JSONSchemaProps, SchemaRules>();
  for (const rule of all) {
    const { schema, isRule, isResource } = rule;
    const rules = bySchema.get(schema) ?? new SchemaRules(optionalPathsOf(schema, isResource));
    bySchema.set(schema, rules);
    if (isRule) rules.add(rule);
  }
  return all.map((rule) => {
    const { path, isRule, checked, environment, schema } = rule;
    const shared = { path, checked, environment, isBounded: true, failsClosed: true };
    const rules = bySchema.get(schema);
    // A message is evaluated only if its rule is false, and kube-apiserver ignores one that fails.
    if (!isRule || !rules) return { ...shared, optionalPaths: [] };
    return { ...shared, optionalPaths: rules.optionalPaths, isGiven: (field) => rules.isTestedElsewhere(rule, field) };
  });
}

/**
 * The rules of one schema. All of them must be true, so another rule may already reject objects in which a field is
 * absent. Each rule is analyzed once.
 */
class SchemaRules {
  readonly optionalPaths: readonly string[];
  /** The fields whose presence each rule tests or requires. */
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

  /** Whether another rule tests or requires the presence of the field. */
  isTestedElsewhere(rule: CompiledRule, field: string): boolean {
    const own = this.fieldsByRule.get(rule)?.has(field) ? 1 : 0;
    return (this.rulesByField.get(field) ?? 0) > own;
  }
}

/** The fields that every resource has, regardless of its schema. */
const fieldsOfEveryResource: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function optionalPathsOf(schema: JSONSchemaProps, isResource: boolean): readonly string[] {
  const { properties = {}, ...rest } = schema;
  const own = Object.entries(properties).filter(([name]) => !isResource || !fieldsOfEveryResource.has(name));
  const declared = { ...rest, properties: Object.fromEntries(own) };
  return ["self", "oldSelf"].flatMap((name) => optionalPathsBelow(declared, name));
}

/** Returns the fields that are neither required nor have a default, as expressions spell them. */
function optionalPathsBelow(schema: JSONSchemaProps, path: string): string[] {
  const mayBeNeeded = new Set([...(schema.required ?? []), ...fieldsRequiredByAlternatives(schema)]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = `${path}.${escapePropertyName(name) ?? name}`;
    const isThere = mayBeNeeded.has(name) || property.default !== undefined;
    return [...(isThere ? [] : [field]), ...optionalPathsBelow(property, field)];
  });
}

/** Returns the fields that an alternative requires: their presence depends on the other alternatives. */
function fieldsRequiredByAlternatives(schema: JSONSchemaProps): string[] {
  return quantifiers.flatMap((name) => (schema[name] ?? []).flatMap((each) => each.required ?? []));
}
